/// Finding the chat that someone means by `name`, `owner/name`, `@username`, an id or the beginning of
/// one. Of a private chat that they have no part in nothing tells them that it is there.
extension Store {
  /// The chat that `text` names to someone.
  ///
  /// A bare name is the chat that was the first of that name to them, so that nobody changes what a
  /// script means by making another or renaming one; that other, and a public chat they have not
  /// joined, is `owner/name`.
  /// - Throws: `noChat`, also for what is not theirs to know; `ambiguousChat` when several ids begin so,
  ///   `removedFromChat`, `tokenNotFor` when it is outside their token's scope.
  package func chat(_ text: String, for identity: Identity) throws(ChatError) -> Chat {
    guard let chat = try findChat(text, for: identity) else {
      throw .noChat(text, alternatives: try alternatives(to: text, for: identity))
    }
    try identity.requireCover(of: chat, as: text)
    try chat.requireAdmission(of: identity.account)
    return try shown(chat, to: identity.account)
  }

  /// The chat that someone means to join: as ``chat(_:for:)``, and the one public chat of a name.
  package func chatToJoin(_ text: String, for identity: Identity) throws(ChatError) -> Chat {
    if let chat = try findChat(text, for: identity) { return chat }
    let folded = foldedName(text)
    let chats = try chats(in: publicChatNames, named: folded) { $0.isPublic }
    if chats.count > 1 { throw .ambiguousChat(text, candidates: try qualifiedNames(of: chats)) }
    guard let chat = chats.first else {
      throw .noChat(text, alternatives: try alternatives(to: text, for: identity))
    }
    return chat
  }

  /// The chats of this folded name that someone takes part in, the one that was first of it to them
  /// first.
  func chats(named folded: String, of account: Account) throws(ChatError) -> [Chat] {
    let chats = try chats(in: chats(of: account.id), named: folded) { chat in
      chat.hasParticipant(account.id)
    }
    return chats.sorted { $0.named(for: account.id) < $1.named(for: account.id) }
  }

  private func findChat(_ text: String, for identity: Identity) throws(ChatError) -> Chat? {
    let account = identity.account
    if let other = try correspondent(text, of: account) {
      return try directChat(of: account, with: other)
    }
    if let slash = text.firstIndex(of: "/") {
      return try chats(named: text[text.index(after: slash)...], ownedBy: text[..<slash])
        .first { $0.isKnown(to: account) }
    }
    // A whole id comes first, so that nobody takes it over with a name.
    if let id = ChatID(text), let chat = try chat(id), chat.isKnown(to: account) { return chat }
    if let chat = try chats(named: foldedName(text), of: identity.account).first { return chat }
    return try chat(idPrefix: text, of: identity)
  }

  private func chats(
    named name: Substring, ownedBy username: Substring
  ) throws(ChatError) -> [Chat] {
    guard let owner = try account(named: String(username)) else { return [] }
    return try chats(named: foldedName(String(name)), of: owner).filter { $0.owner == owner.id }
  }

  /// From this many digits on, the beginning of an id stands for it.
  private static let shortestPrefix = 4

  private func chat(idPrefix: String, of identity: Identity) throws(ChatError) -> Chat? {
    guard idPrefix.utf8.count >= Self.shortestPrefix, idPrefix.utf8.allSatisfy(isIdentifierDigit)
    else { return nil }
    let chats = try chats(of: identity).filter { $0.id.text.hasPrefix(idPrefix) }
    if chats.count > 1 { throw .ambiguousChat(idPrefix, candidates: chats.map(\.id.text)) }
    return chats.first
  }

  /// The chats of a folded name in a registry that confirm it.
  func chats(
    in registry: NameRegistry, named folded: String, where isConfirmed: (Chat) -> Bool
  ) throws(ChatError) -> [Chat] {
    var chats: [Chat] = []
    for id in try registry.ids(of: folded) {
      guard let id = ChatID(id), let chat = try chat(id) else { continue }
      if foldedName(chat.name) == folded && isConfirmed(chat) { chats.append(chat) }
    }
    return chats
  }

  /// What they may have meant: public chats of that name as `owner/name`, else the nearest of theirs.
  private func alternatives(to text: String, for identity: Identity) throws(ChatError) -> [String] {
    let chats = try chats(in: publicChatNames, named: foldedName(text)) { chat in
      chat.isPublic && identity.covers(chat)
    }
    if !chats.isEmpty { return try qualifiedNames(of: chats) }
    let nearest = nearestName(to: text, among: try self.chats(of: identity).map(\.title))
    return nearest.map { [$0] } ?? []
  }

  private func qualifiedNames(of chats: [Chat]) throws(ChatError) -> [String] {
    var names: [String] = []
    for chat in chats { names.append(try qualifiedName(of: chat)) }
    return names
  }

  /// What names a chat to someone who takes part in it: its title, or `owner/name` where the bare name
  /// means another one to them.
  package func name(of chat: Chat, for account: Account) throws(ChatError) -> String {
    if chat.isDirect { return chat.title }
    let meant = try chats(named: foldedName(chat.name), of: account).first
    return meant?.id == chat.id ? chat.name : try qualifiedName(of: chat)
  }

  /// `owner/name`, which names the chat to everyone.
  package func qualifiedName(of chat: Chat) throws(ChatError) -> String {
    guard let id = chat.owner, let owner = try account(id) else { return chat.id.text }
    return "\(owner.username)/\(chat.name)"
  }
}
