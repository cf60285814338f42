import ChatSystem

/// Deleting an account.
///
/// Its chats come first: each goes to those who are left in it, or is deleted where there is
/// nobody. Who is stopped there has the account still, and goes on by doing the same again. Then
/// its profile is replaced by one that keeps its names alone: the commit point. What a crash leaves
/// of its secrets counts for nothing, and is removed by doing the same again or by a logout.
extension Transaction {
  /// Deletes the account of who holds a session's secret; one that is deleted already is cleared of
  /// what is left.
  /// - Returns: the account as it is then.
  /// - Throws: `notDeleted` when it is out of some of its chats, `secretsNotRemoved` when it is
  ///   deleted but for these; `sessionEnded`, `accountGone`.
  package mutating func deleteAccount(of entry: SessionEntry) throws(ChatError) -> Account {
    var account = try store.accountToDelete(of: entry)
    let email = account.email
    if !account.isDeleted {
      try leaveChats(as: store.identity(of: entry))
      account.email = nil
      account.imageURL = nil
      account.friends = []
      account.blocked = nil
      account.deleted = now
      try save(account)
    }
    do throws(ChatError) {
      try removeSecrets(of: account)
    } catch {
      throw .secretsNotRemoved(username: account.username, error)
    }
    if let email { forget(email) }
    return account
  }

  /// Removes the hint of an e-mail address, for good, as its digest tells who guesses the address
  /// that it was here. One that stays is one that no profile confirms, so failing is no failure.
  private func forget(_ email: String) {
    try? set([], in: store.emails, as: foldedName(email))
    try? synchronizeDirectory(layout.emails)
  }

  /// Ends someone's part in all chats, once none is found that would not let them. A direct chat
  /// stays for the other one, a public one for who joins next.
  /// - Throws: `notDeleted` when that stopped after the first.
  private mutating func leaveChats(as identity: Identity) throws(ChatError) {
    let account = identity.account
    let chats = try store.chats(of: identity)
    let own = chats.filter { store.isAlone(account, in: $0) }
    let shared = chats.filter { chat in !chat.isDirect && !own.contains { $0.id == chat.id } }
    for chat in shared { try requireChangeable(chat) }
    for chat in own { try store.withLock(of: chat) { _ in } }

    var count = 0
    do throws(ChatError) {
      for chat in shared where try leaveIfPossible(chat, as: identity) { count += 1 }
      // Last, since that cannot be undone.
      for chat in own {
        try remove(chat)
        count += 1
      }
    } catch {
      if count == 0 { throw error }
      throw .notDeleted(username: account.username, chats: count, error)
    }
  }

  /// - Returns: false for a public chat that has nobody else.
  private mutating func leaveIfPossible(
    _ chat: Chat, as identity: Identity
  ) throws(ChatError) -> Bool {
    do throws(ChatError) {
      _ = try leave(chat, as: identity)
    } catch {
      switch error {
      case .lastParticipant: return false
      // It has left, and only the chat's log does not tell.
      case .untold: break
      default: throw error
      }
    }
    return true
  }

  /// Erases the secrets of an account that is deleted.
  func removeSecrets(of account: Account) throws(ChatError) {
    let path = layout.user(account.id).secrets
    // Also where a link leads, and what a crash left of another version.
    let target = try attemptIfPresent(.remove, path) { () throws(Errno) in try resolvedPath(path) }
    for path in [target ?? path, (target ?? path) + AtomicFile.temporarySuffix, path] {
      _ = try attemptIfPresent(.remove, path) { () throws(Errno) in try removeFile(path) }
    }
    try synchronizeDirectory(layout.user(account.id).root)
  }
}

extension Store {
  /// Whether nobody else can read a chat, now or later.
  fileprivate func isAlone(_ account: Account, in chat: Chat) -> Bool {
    !chat.isPublic && !chat.participants.contains { $0.user != account.id && isThere($0.user) }
  }
}
