import ChatSystem

/// Who takes part in a chat, what it is called, and whether it is there.
///
/// A change is made in `chat.json`, under the chat's lock, and is then told in the chat's log.
extension Transaction {
  /// Makes someone a participant of a public chat.
  /// - Returns: the chat as it is then, and whether that changed anything.
  /// - Throws: `notParticipant` when the chat is not public, `removedFromChat`, `guestsMayNot`.
  package mutating func join(
    _ chat: Chat, as identity: Identity
  ) throws(ChatError) -> (chat: Chat, joined: Bool) {
    let account = try store.confirm(identity).account
    if account.isGuest { throw .guestsMayNot("join chats") }
    let date = now
    let store = store
    return try change(chat, as: identity) { chat throws(ChatError) in
      if chat.hasParticipant(account.id) { return [] }
      try chat.requireAdmission(of: account)
      chat.participants.append(.init(user: account.id, joined: date))
      // A chat whose owner deleted their account, having nobody to leave it to.
      if let owner = chat.owner, !store.isThere(owner) {
        chat.owner = account.id
        return [.joined, .owner(.init(account))]
      }
      return [.joined]
    }
  }

  /// Makes friends of a participant participants.
  /// Who was removed and is no friend may join again after that, where the chat is public.
  /// - Returns: the chat as it is then, and who is new in it.
  /// - Throws: `notParticipant`, `notFriends`, `blocked` and `blocking`; `banned` for one who was
  ///   removed, unless the owner adds them. Then nobody is added.
  package mutating func add(
    _ friends: [Account], to chat: Chat, as identity: Identity
  ) throws(ChatError) -> (chat: Chat, added: [Account]) {
    let account = try current(identity.account.id)
    let friends = try current(friends)
    let date = now
    var added: [Account] = []
    let (changed, _) = try change(chat, as: identity) { chat throws(ChatError) in
      guard chat.hasParticipant(account.id) else { throw .notParticipant(chat.title) }
      var events: [ChatEvent] = []
      for friend in friends where !chat.hasParticipant(friend.id) {
        let ban = chat.banned.firstIndex(of: friend.id)
        if let ban {
          if chat.owner != account.id { throw .banned(friend.username, from: chat.title) }
          chat.banned.remove(at: ban)
        }
        if ban != nil, chat.isPublic, !account.friends.contains(friend.id), !friend.isDeleted {
          // They may come back, but whether they do is for them to say.
          events.append(.readmitted(.init(friend)))
          continue
        }
        try account.requireFriend(friend)
        events.append(.added(.init(friend)))
        added.append(friend)
        chat.participants.append(.init(user: friend.id, joined: date))
      }
      return events
    }
    return (changed, added)
  }

  /// Takes people out of a chat, for good unless its owner adds them again. A public chat is open
  /// to all, so anyone can be taken out of it.
  /// - Returns: the chat as it is then, and who was taken out.
  /// - Throws: `notOwner`, `ownRemoval`.
  package mutating func remove(
    _ people: [Account], from chat: Chat, as identity: Identity
  ) throws(ChatError) -> (chat: Chat, removed: [Account]) {
    let people = try current(people)
    var removed: [Account] = []
    let (changed, _) = try change(chat, as: identity) { chat throws(ChatError) in
      try chat.requireOwner(identity.account)
      for person in people {
        if person.id == identity.account.id { throw .ownRemoval }
        guard chat.hasParticipant(person.id) || chat.isPublic, !chat.banned.contains(person.id)
        else { continue }
        chat.participants.removeAll { $0.user == person.id }
        chat.banned.append(person.id)
        removed.append(person)
      }
      return removed.map { .removed(.init($0)) }
    }
    return (changed, removed)
  }

  /// Ends someone's part in a chat. An owner hands it over to who has taken part longest.
  /// - Returns: the chat as it is then, and whether that changed anything.
  /// - Throws: `lastParticipant`, since nobody could read or delete the chat afterwards.
  package mutating func leave(
    _ chat: Chat, as identity: Identity
  ) throws(ChatError) -> (chat: Chat, left: Bool) {
    let id = identity.account.id
    let store = store
    return try change(chat, as: identity) { chat throws(ChatError) in
      guard chat.hasParticipant(id) else { return [] }
      chat.participants.removeAll { $0.user == id }
      let next = chat.participants.first { store.isThere($0.user) }?.user
      if chat.isPublic && chat.owner != id { return [.left] }
      guard let next else { throw .lastParticipant(chat.title) }
      if chat.owner != id { return [.left] }
      chat.owner = next
      let name = (try? store.account(next))?.username ?? next.text
      return [.left, .owner(.init(user: next, name: name))]
    }
  }

  /// Gives a chat another name.
  /// - Returns: the chat as it is then, and whether that changed anything.
  /// - Throws: `notOwner`, `chatExists` when they own another one of that name.
  package mutating func rename(
    _ chat: Chat, to name: ChatName, as identity: Identity
  ) throws(ChatError) -> (chat: Chat, renamed: Bool) {
    let account = identity.account
    let date = now
    let store = store
    return try change(chat, as: identity) { chat throws(ChatError) in
      try chat.requireOwner(account)
      if chat.name == name.text { return [] }
      let id = chat.id
      let sameName = try store.chats(named: name.folded, of: account)
      if sameName.contains(where: { $0.owner == account.id && $0.id != id }) {
        throw .chatExists(name.text)
      }
      // In another case it is the same name, and no newer one.
      if foldedName(chat.name) != name.folded { chat.renamed = date }
      chat.name = name.text
      chat.reference = nil
      return [.renamed(to: name.text)]
    }
  }

  /// Deletes a chat and all its messages.
  /// - Throws: `notOwner`, `directChat`; `notRemoved` when it is gone but its files are not.
  package mutating func delete(_ chat: Chat, as identity: Identity) throws(ChatError) {
    try store.confirm(identity)
    try chat.requireOwner(identity.account)
    let current = try store.current(chat)
    try current.requireOwner(identity.account)
    try remove(current)
  }

  /// Removes a chat, as it is now, and all its messages.
  ///
  /// Renaming its directory away is the commit point. What a crash leaves of it, the next
  /// transaction removes.
  /// - Throws: `notRemoved` when it is gone but its files are not.
  mutating func remove(_ chat: Chat) throws(ChatError) {
    let gone = layout.goneChat.root
    try store.withLock(of: chat) { _ throws(ChatError) in
      let root = layout.chat(chat.id).root
      try attempt(.remove, root) { () throws(Errno) in
        try Directory.removeAll(gone)
        try moveFile(root, to: gone)
      }
      try synchronizeCommitted(layout.chats)
      clearHints(of: chat, for: chat.participants.map(\.user), everyone: true)
    }
    do throws(Errno) {
      try removeDeletedChat()
    } catch {
      throw .notRemoved(chat: chat.title, path: gone, error)
    }
  }

  /// Removes what a crash left of a chat that was deleted; what cannot be removed is tried again by
  /// the next transaction.
  func clearDeletedChat() { try? removeDeletedChat() }

  /// Removes the files of a chat that was renamed away, also where links lead to them: of that no
  /// more than files with names of ours. Only when they are gone the links are.
  private func removeDeletedChat() throws(Errno) {
    let chat = layout.goneChat
    if try !pathExists(chat.root) { return }
    for directory in [chat.messages, chat.edits] {
      try removeTargets(in: directory) { SegmentName($0) != nil }
    }
    try removeTargets(in: chat.cursors) { CursorLayout.owner(ofFile: $0) != nil }
    for directory in try names(in: chat.keys) {
      try removeTargets(in: "\(chat.keys)/\(directory)", where: ChatLayout.isKey)
    }
    try Directory.removeAll(chat.root)
  }

  private func removeTargets(
    in directory: String, where isOurs: (String) -> Bool
  ) throws(Errno) {
    for name in try names(in: directory) where isOurs(name) {
      do throws(Errno) {
        let target = try resolvedPath("\(directory)/\(name)")
        let targetName = target.split(separator: "/").last.map(String.init) ?? ""
        if isOurs(targetName), try FileStatus(of: target).kind == .file { try removeFile(target) }
      } catch {
        // A link to nowhere has nothing left.
        if error != .noSuchEntry { throw error }
      }
    }
  }

  /// Throws what would keep a chat from being changed, if so.
  func requireChangeable(_ chat: Chat) throws(ChatError) {
    try store.withLock(of: chat) { lock throws(ChatError) in
      _ = try LogWriter.open(store.log(of: chat), under: lock)
    }
  }

  /// The names in a directory; none where there is no such directory.
  private func names(in directory: String) throws(Errno) -> [String] {
    do throws(Errno) {
      return try Directory.names(in: directory)
    } catch {
      if error == .noSuchEntry || error == .notDirectory { return [] }
      throw error
    }
  }

  /// Changes a chat: hints come first, then its document, the commit point, then what its log tells
  /// of it. A log that cannot be written to is found to be so before anything is changed.
  /// - Parameter changes: gives what happens; nothing when it is so already.
  /// - Returns: the chat as it is then, and whether that changed anything.
  /// - Throws: `untold` when it was changed and the log may not tell; `directChat`.
  private func change(
    _ chat: Chat, as identity: Identity,
    _ changes: (inout Chat) throws(ChatError) -> [ChatEvent]
  ) throws(ChatError) -> (Chat, Bool) {
    let identity = try store.confirm(identity)
    if chat.isDirect { throw .directChat(chat.title) }
    return try store.withLock(of: chat) { lock throws(ChatError) in
      let before = try store.current(chat)
      var after = before
      let events = try changes(&after)
      if events.isEmpty {
        try commitAgain(layout.chat(chat.id).document)
        return (before, false)
      }
      var writer = try LogWriter.open(store.log(of: chat), under: lock)

      let isRenamed = foldedName(before.name) != foldedName(after.name)
      for user in after.participants.map(\.user) where isRenamed || !before.hasParticipant(user) {
        try note(after, for: user)
      }
      if isRenamed && after.isPublic { try notePublic(after) }
      try commit(after, to: layout.chat(chat.id).document)
      let former = before.participants.map(\.user)
      clearHints(
        of: before, for: former.filter { isRenamed || !after.hasParticipant($0) },
        everyone: isRenamed)

      do throws(ChatError) {
        let (_, failure) = try writer.append(
          events.map(NewRecord.event), by: identity.author, now: now)
        if let failure { throw failure }
        lock.note(lastSegment: writer.segment)
        try writer.synchronize()
      } catch {
        throw .untold(chat: after.title, error)
      }
      return (after, true)
    }
  }

  /// Clears hints that a chat no longer confirms. One that stays is ignored, so failing is no
  /// failure.
  /// - Parameters:
  ///   - chat: as it was, with the name that the hints have.
  ///   - everyone: those of public chats, too.
  private func clearHints(of chat: Chat, for users: [UserID], everyone: Bool) {
    for user in users {
      try? set(nil, in: store.chats(of: user), named: chat.name) { $0.hasParticipant(user) }
    }
    if everyone && chat.isPublic {
      try? set(nil, in: store.publicChatNames, named: chat.name) { $0.isPublic }
    }
  }
}

extension Store {
  /// Whether someone has an account that was not deleted; one that is damaged is there.
  func isThere(_ user: UserID) -> Bool {
    do throws(ChatError) {
      return try account(user).map { !$0.isDeleted } ?? false
    } catch {
      return true
    }
  }
}

extension ChatEvent.Person {
  fileprivate init(_ account: Account) { self.init(user: account.id, name: account.username) }
}
