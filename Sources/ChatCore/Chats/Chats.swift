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

  /// A chat that was looked up as it is now, called as before.
  /// - Throws: `chatGone`.
  func current(_ chat: Chat) throws(ChatError) -> Chat {
    guard var current = try self.chat(chat.id) else { throw .chatGone(chat.title) }
    current.reference = chat.reference
    return current
  }

  /// The chats that someone takes part in, by name; a token sees those of its scope.
  /// - Parameter report: is told of each that cannot be read; throws where the others are not
  ///   wanted then.
  package func chats(
    of identity: Identity, passingOver report: DamageReport = stopping
  ) throws(ChatError) -> [Chat] {
    let account = identity.account
    let chats = try chats(in: chats(of: account.id), report) { $0.hasParticipant(account.id) }
    // One outside the scope may be what a bare name means.
    return shown(chats, to: account).filter(identity.covers).sortedByTitle()
  }

  /// The chats that are open to everyone, by name; a token sees those of its scope.
  /// - Parameter report: as for ``chats(of:passingOver:)``.
  package func publicChats(
    for identity: Identity, passingOver report: DamageReport = stopping
  ) throws(ChatError) -> [Chat] {
    let chats = try chats(in: publicChatNames, report) { $0.isPublic && identity.covers($0) }
    return try chats.map { chat throws(ChatError) in
      try shown(chat, to: identity.account)
    }.sortedByTitle()
  }

  /// Is told what is wrong with one chat, or with one hint of some, of which others are to be used
  /// all the same.
  package typealias DamageReport = (ChatError) throws(ChatError) -> Void

  /// For who wants all or nothing.
  package static func stopping(_ error: ChatError) throws(ChatError) {
    if case .passedOver(_, let cause) = error { throw cause }
    throw error
  }

  /// Does something with a chat of a list, so that no chat keeps the others from it: nothing where
  /// it was deleted since it was listed.
  /// - Returns: `passedOver` where something is wrong with its files.
  package func failure(
    with chat: Chat, _ body: () throws(ChatError) -> Void
  ) throws(ChatError) -> ChatError? {
    do throws(ChatError) {
      try unlessDeleted(chat, body)
      return nil
    } catch {
      return try passedOver(chat.title, chat.id, error)
    }
  }

  /// Does something with a chat that was looked up; nothing where it was deleted since.
  func unlessDeleted(
    _ chat: Chat, _ body: () throws(ChatError) -> Void
  ) throws(ChatError) {
    do throws(ChatError) {
      try body()
    } catch {
      if try self.chat(chat.id) != nil { throw error }
    }
  }

  /// Does something with a chat that was looked up.
  /// - Throws: `chatGone` where it was deleted since, whatever that makes fail.
  func whileThere<Result>(
    _ chat: Chat, _ body: () throws(ChatError) -> Result
  ) throws(ChatError) -> Result {
    do throws(ChatError) {
      return try body()
    } catch {
      if try self.chat(chat.id) == nil { throw .chatGone(chat.title) }
      throw error
    }
  }

  /// What is to be told of a chat that cannot be used.
  /// - Parameter name: what is known to name it.
  /// - Throws: the failure itself where it is about more than the chat's files.
  func passedOver(
    _ name: String, _ id: ChatID, _ failure: ChatError
  ) throws(ChatError) -> ChatError {
    guard let path = failure.unusableFile, path.hasPrefix(layout.chat(id).root) else {
      throw failure
    }
    return .passedOver(chat: name, failure)
  }

  /// The log of a chat.
  func log(of chat: Chat) -> MessageLog { log(of: chat.id) }

  /// The same by the chat's id.
  func log(of id: ChatID) -> MessageLog { MessageLog(directory: layout.chat(id).messages) }

  /// The index of what changes a chat's messages.
  func edits(of chat: Chat) -> MessageLog { edits(of: chat.id) }

  /// The same by the chat's id.
  func edits(of id: ChatID) -> MessageLog {
    MessageLog(directory: layout.chat(id).edits, isSparse: true)
  }

  /// Hints: the chats of an account, by name.
  func chats(of user: UserID) -> NameRegistry {
    NameRegistry(directory: layout.user(user).chats, mayBeMissing: true)
  }

  /// Hints: the public chats, by name.
  var publicChatNames: NameRegistry {
    NameRegistry(directory: layout.publicChats)
  }

  /// The chats in a registry that confirm it, those of one name in its order.
  func chats(
    in registry: NameRegistry, _ report: DamageReport, where isConfirmed: (Chat) -> Bool
  ) throws(ChatError) -> [Chat] {
    var chats: [Chat] = []
    for text in try registry.allIDs(passingOver: report).withoutRepeats {
      guard let id = ChatID(text) else { continue }
      do throws(ChatError) {
        if let chat = try chat(id), isConfirmed(chat) { chats.append(chat) }
      } catch {
        try report(try passedOver(text, id, error))
      }
    }
    return chats
  }
}

extension [String] {
  /// The first of each that are equal. By sorting, as a set takes longer to come up than the few
  /// ids of most people.
  fileprivate var withoutRepeats: [String] {
    let order = indices.sorted { (self[$0], $0) < (self[$1], $1) }
    var isRepeat = map { _ in false }
    for (earlier, later) in zip(order, order.dropFirst()) where self[earlier] == self[later] {
      isRepeat[later] = true
    }
    return indices.filter { !isRepeat[$0] }.map { self[$0] }
  }
}

extension [Chat] {
  fileprivate func sortedByTitle() -> [Chat] {
    let titles = map { foldedName($0.title) }
    let ids = map(\.id)
    return indices.sorted { (titles[$0], ids[$0]) < (titles[$1], ids[$1]) }.map { self[$0] }
  }
}

extension Transaction {
  /// Makes a chat of someone with friends of theirs.
  /// - Throws: `noParticipants` for a private chat without friends, `ownParticipation`,
  ///   `notFriends`, `blocked`, `blocking`, `accountDeleted`, `guestsMayNot`, `chatExists` when
  ///   they own one of that name.
  package mutating func createChat(
    _ name: ChatName, by identity: Identity, with friends: [Account], isPublic: Bool
  ) throws(ChatError) -> Chat {
    try store.confirm(identity)
    let owner = try current(identity.account.id)
    if owner.isGuest { throw .guestsMayNot("create chats") }
    if friends.isEmpty && !isPublic { throw .noParticipants }
    if friends.contains(where: { $0.id == owner.id }) { throw .ownParticipation }
    for friend in friends {
      try owner.requireFriend(try current(friend.id))
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
    if isPublic { try notePublic(chat) }
    try putTogether(chat)
    return chat
  }

  /// Puts a chat on someone's list.
  func note(_ chat: Chat, for user: UserID) throws(ChatError) {
    try set(chat, in: store.chats(of: user), named: chat.name) { $0.hasParticipant(user) }
  }

  /// Puts a chat on the list of public chats.
  func notePublic(_ chat: Chat) throws(ChatError) {
    try set(chat, in: store.publicChatNames, named: chat.name) { $0.isPublic }
  }

  /// Lets a name lead to the chats that confirm it, and clears the hints of others, but for those
  /// of chats that nothing else leads to: after damage.
  /// - Parameter new: a chat that is about to confirm it.
  func set(
    _ new: Chat?, in registry: NameRegistry, named name: String, where isConfirmed: (Chat) -> Bool
  ) throws(ChatError) {
    let folded = foldedName(name)
    let others = try store.chats(in: registry, named: folded, where: isConfirmed).map(\.id.text)
    var ids: [String] = []
    for id in try registry.ids(of: folded) where id != new?.id.text {
      var isKept = others.contains(id)
      if !isKept { isKept = try isNeeded(id, in: registry, where: isConfirmed) }
      if isKept { ids.append(id) }
    }
    try set(ids + (new.map { [$0.id.text] } ?? []), in: registry, as: folded)
  }

  /// Whether a hint that stands under another name is all that leads to a chat.
  private func isNeeded(
    _ id: String, in registry: NameRegistry, where isConfirmed: (Chat) -> Bool
  ) throws(ChatError) -> Bool {
    guard let id = ChatID(id), let chat = try store.chat(id), isConfirmed(chat) else {
      return false
    }
    return try !registry.ids(of: foldedName(chat.name)).contains(id.text)
  }

  /// Makes the chat's directory beside the others and renames it into place: the commit point.
  func putTogether(_ chat: Chat) throws(ChatError) {
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
