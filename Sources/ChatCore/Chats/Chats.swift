import ChatSystem

extension Store {
  /// The chat with this id.
  /// - Returns: nil when there is none.
  package func chat(_ id: ChatID) throws(ChatError) -> Chat? {
    let path = layout.chat(id).document
    guard let chat = try Document.readTruth(Chat.self, at: path) else {
      try requireDirectory(layout.chats)
      return nil
    }
    guard chat.id == id else { throw .damaged(path: path, reason: "it is another chat's") }
    return chat
  }

  /// The chats that someone takes part in, by name; a token sees those of its scope.
  package func chats(of identity: Identity) throws(ChatError) -> [Chat] {
    let user = identity.account.id
    return try chats(in: chats(of: user)) { $0.hasParticipant(user) && identity.covers($0) }
  }

  /// The chats that are open to everyone, by name; a token sees those of its scope.
  package func publicChats(for identity: Identity) throws(ChatError) -> [Chat] {
    try chats(in: publicChatNames) { $0.isPublic && identity.covers($0) }
  }

  /// The log of a chat.
  func log(of chat: Chat) -> MessageLog {
    MessageLog(directory: layout.chat(chat.id).messages)
  }

  /// The index of what changes a chat's messages.
  func edits(of chat: Chat) -> MessageLog {
    MessageLog(directory: layout.chat(chat.id).edits, isSparse: true)
  }

  /// Hints: the chats of an account, by name.
  func chats(of user: UserID) -> NameRegistry {
    NameRegistry(directory: layout.user(user).chats)
  }

  /// Hints: the public chats, by name.
  var publicChatNames: NameRegistry {
    NameRegistry(directory: layout.publicChats)
  }

  private func chats(
    in registry: NameRegistry, where isConfirmed: (Chat) -> Bool
  ) throws(ChatError) -> [Chat] {
    var chats: [Chat] = []
    for id in Set(try registry.allIDs()) {
      guard let id = ChatID(id), let chat = try chat(id), isConfirmed(chat) else { continue }
      chats.append(chat)
    }
    let folded = chats.map { (chat: $0, name: foldedName($0.name)) }
    return folded.sorted { ($0.name, $0.chat.id.text) < ($1.name, $1.chat.id.text) }.map(\.chat)
  }
}

extension Transaction {
  /// Makes a chat of someone with friends of theirs.
  /// - Throws: `noParticipants` for a private chat without friends, `notFriends`,
  ///   `accountDeleted`, `guestsMayNot`, `chatExists` when they own one of that name.
  package mutating func createChat(
    _ name: ChatName, by identity: Identity, with friends: [Account], isPublic: Bool
  ) throws(ChatError) -> Chat {
    try store.confirm(identity)
    let owner = try current(identity.account.id)
    if owner.isGuest { throw .guestsMayNot("create chats") }
    if friends.isEmpty && !isPublic { throw .noParticipants }
    for friend in friends {
      if !owner.friends.contains(friend.id) { throw .notFriends(friend.username) }
      try requireNotDeleted(friend)
    }
    let sameName = try store.chats(named: name.folded, of: owner)
    if sameName.contains(where: { $0.owner == owner.id }) { throw .chatExists(name.text) }
    let date = now
    var users = [owner.id]
    for friend in friends where !users.contains(friend.id) { users.append(friend.id) }
    let chat = Chat(
      id: try ChatID.make(), name: name.text, owner: owner.id,
      participants: users.map { .init(user: $0, joined: date) }, isPublic: isPublic, created: date)
    for user in users { try note(chat, for: user) }
    if isPublic {
      try note(chat, in: store.publicChatNames) { $0.isPublic }
    }
    try putTogether(chat)
    return chat
  }

  /// Makes someone a participant of a public chat.
  /// - Returns: the chat as it is then, and whether that changed anything.
  /// - Throws: `notParticipant` when the chat is not public, `guestsMayNot`.
  package mutating func join(
    _ chat: Chat, as identity: Identity
  ) throws(ChatError) -> (chat: Chat, joined: Bool) {
    try store.confirm(identity)
    let account = identity.account
    if account.isGuest { throw .guestsMayNot("join chats") }
    return try store.withLock(of: chat) { lock throws(ChatError) in
      guard var chat = try store.chat(chat.id) else { throw .chatGone(chat.name) }
      if chat.hasParticipant(account.id) { return (chat, false) }
      guard chat.isPublic else { throw .notParticipant(chat.name) }
      try note(chat, for: account.id)
      chat.participants.append(.init(user: account.id, joined: now))
      try commit(chat, to: layout.chat(chat.id).document)
      return (chat, true)
    }
  }

  /// Puts a chat on someone's list.
  private func note(_ chat: Chat, for user: UserID) throws(ChatError) {
    try note(chat, in: store.chats(of: user)) { $0.hasParticipant(user) }
  }

  /// Adds the hint that names a chat, and clears those of its name that are no longer confirmed.
  private func note(
    _ chat: Chat, in registry: NameRegistry, where isConfirmed: (Chat) -> Bool
  ) throws(ChatError) {
    let folded = foldedName(chat.name)
    let others = try store.chats(in: registry, named: folded, where: isConfirmed).map(\.id)
    try set(others.filter { $0 != chat.id }.map(\.text) + [chat.id.text], in: registry, as: folded)
  }

  /// Makes the chat's directory beside the others and renames it into place: the commit point.
  private func putTogether(_ chat: Chat) throws(ChatError) {
    let draft = layout.newChat
    try makeDirectories(draft.root, [draft.messages, draft.edits, draft.cursors])
    try makeFile(draft.lock)
    for log in [draft.messages, draft.edits] {
      try makeFile(MessageLog(directory: log).path(of: 1))
    }
    try write(chat, to: draft.document)
    try publish(draft.root, as: layout.chat(chat.id).root)
  }
}
