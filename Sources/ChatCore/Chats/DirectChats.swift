import ChatSystem

/// Direct chats: the one that two accounts have with each other, or one with itself. It goes by `@`
/// and the username of the other, or `@me`.
///
/// Its id follows from the two, so it is found without a registry, and two who begin it at the same
/// time make one. It is made by its first message.
extension Store {
  /// The chat that someone means to send to: as ``chat(_:for:)``, or a direct chat that is still to
  /// be made.
  package func chatToSendTo(_ text: String, for identity: Identity) throws(ChatError) -> Chat {
    let account = identity.account
    guard let other = try correspondent(text, of: account),
      try directChat(of: account, with: other) == nil
    else { return try chat(text, for: identity) }
    let chat = try newDirectChat(of: account, with: other)
    try identity.requireCover(of: chat, as: text)
    return chat
  }

  /// What names a direct chat to one of the two: `@` and the other's username, or `@me`; its id
  /// where the other's profile cannot be read.
  func directName(of chat: Chat, for account: Account) -> String {
    guard let other = chat.other(than: account.id) else { return "@\(Username.oneself)" }
    return (try? self.account(other)).map { "@\($0.username)" } ?? chat.id.text
  }

  /// Who is meant by `@username` or `@me`; nil for a text of another form.
  /// - Throws: `noAccount`, `guestsMayNot`, `isGuest`.
  func correspondent(_ text: String, of account: Account) throws(ChatError) -> Account? {
    guard text.utf8.first == UInt8(ascii: "@") else { return nil }
    if account.isGuest { throw .guestsMayNot("have direct chats") }
    let username = String(text.unicodeScalars.dropFirst())
    if foldedName(username) == Username.oneself { return account }
    let other = try requireAccount(named: username)
    if other.isGuest { throw .isGuest(other.username, cannot: "have direct chats") }
    return other
  }

  /// The direct chat of two accounts.
  /// - Returns: nil when it was not begun yet.
  /// - Throws: `notFriends`, `blocked` or `blocking` when it cannot be begun either.
  func directChat(of account: Account, with other: Account) throws(ChatError) -> Chat? {
    if let chat = try chat(.direct(account.id, other.id)) { return try shown(chat, to: account) }
    try account.requireDirectChat(with: other)
    return nil
  }

  private func newDirectChat(of account: Account, with other: Account) throws(ChatError) -> Chat {
    let id = ChatID.direct(account.id, other.id)
    let now = client.now()
    let users = account.id == other.id ? [account.id] : [account.id, other.id]
    // Shown to nobody, and nobody can give another chat that name.
    let chat = Chat(
      id: id, name: "@\(id.text)", owner: nil,
      participants: users.map { .init(user: $0, joined: now) }, isPublic: false, isDirect: true,
      created: now)
    return try shown(chat, to: account)
  }

  /// Makes a direct chat where that was not done yet.
  func begin(_ chat: Chat, as identity: Identity) throws(ChatError) {
    let root = layout.chat(chat.id).root
    let isThere = try attempt(.inspect, root) { () throws(Errno) in try pathExists(root) }
    if isThere { return }
    try transaction { transaction throws(ChatError) in
      try transaction.begin(chat, as: identity)
    }
  }

  /// Throws why someone may not write in a direct chat, if so: one of the two has blocked the other
  /// (`blocked`, `blocking`), or nobody would read it (`accountDeleted`).
  func requireUnblocked(in chat: Chat, for account: Account) throws(ChatError) {
    guard chat.isDirect, let id = chat.other(than: account.id), let other = try self.account(id),
      let account = try self.account(account.id)
    else { return }
    if other.isDeleted { throw .accountDeleted(other.username) }
    try account.requireUnblocked(other)
  }
}

extension Transaction {
  fileprivate func begin(_ chat: Chat, as identity: Identity) throws(ChatError) {
    try store.confirm(identity)
    // The other one may have been quicker.
    if try store.chat(chat.id) != nil { return }
    let account = try current(identity.account.id)
    try account.requireDirectChat(with: try current(chat.other(than: account.id) ?? account.id))
    for user in chat.participants.map(\.user) { try note(chat, for: user) }
    try putTogether(chat)
  }
}

extension Chat {
  /// The other one of a direct chat; nil in the chat of someone with themselves.
  fileprivate func other(than user: UserID) -> UserID? {
    participants.first { $0.user != user }?.user
  }
}

extension Account {
  /// Throws why someone cannot begin a direct chat with another.
  fileprivate func requireDirectChat(with other: Account) throws(ChatError) {
    if other.id != id { try requireFriend(other) }
  }
}

extension ChatID {
  /// The id of the direct chat of two accounts.
  static func direct(_ one: UserID, _ other: UserID) -> ChatID {
    let users = [one.text, other.text].sorted()
    return ChatID(digestOf: "direct" + users.joined())
  }
}
