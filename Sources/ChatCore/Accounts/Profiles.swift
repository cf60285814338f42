import ChatSystem

/// A change to one's own profile.
package enum ProfileChange: Sendable {
  case username(Username)
  /// Nil removes it.
  case email(EmailAddress?)
  /// Nil removes it.
  case imageURL(ImageURL?)
}

extension Transaction {
  /// Changes someone's profile, all at once.
  /// - Returns: the account as it is then.
  /// - Throws: `usernameTaken`, `usernameReserved`, `emailTaken`, `guestsMayNot`.
  package mutating func changeProfile(
    _ changes: [ProfileChange], of identity: Identity
  ) throws(ChatError) -> Account {
    try store.confirm(identity)
    var account = try current(identity.account.id)
    if account.isGuest { throw .guestsMayNot("change their profile") }
    for change in changes {
      switch change {
      case .username(let username): try store.requireFree(username, for: account.id)
      case .email(let email?): try store.requireFree(email, for: account.id)
      case .email(nil), .imageURL: break
      }
    }
    for change in changes {
      switch change {
      case .username(let username):
        try claim(username, for: account.id)
        account.rename(to: username)
      case .email(let email):
        if let email { try claim(email, for: account.id) }
        account.email = email?.text
      case .imageURL(let url):
        account.imageURL = url?.text
      }
    }
    try save(account)
    return account
  }
}

extension Transaction {
  /// Deletes someone's account: its profile keeps its names alone, and its secrets are erased, so that
  /// its sessions and tokens end. Before, it leaves its chats, so that others own those that it owned;
  /// it stays in one that has nobody else, and in direct ones.
  /// - Returns: the account as it is then.
  package mutating func deleteAccount(of identity: Identity) throws(ChatError) -> Account {
    try store.confirm(identity)
    let account = try current(identity.account.id)
    for chat in try store.chats(of: identity) where !chat.isDirect {
      do throws(ChatError) {
        _ = try leave(chat, as: identity)
      } catch {
        switch error {
        // It has left, and only the chat's log does not tell.
        case .lastParticipant, .untold: continue
        default: throw error
        }
      }
    }
    var deleted = account
    deleted.email = nil
    deleted.imageURL = nil
    deleted.friends = []
    deleted.blocked = nil
    deleted.deleted = now
    try save(deleted)
    // Whatever fails from here on, nobody can be it any more.
    try store.removeSecrets(of: deleted)
    // A hint that stays is one that no profile confirms.
    if let email = account.email { try? clear(store.emails, as: foldedName(email)) }
    return deleted
  }
}

extension Store {
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

extension Account {
  /// Takes a username; the one before stays reserved, unless they are spellings of one name.
  fileprivate mutating func rename(to new: Username) {
    var former = formerUsernames ?? []
    former.append(username)
    former.removeAll { foldedName($0) == new.folded }
    formerUsernames = former.isEmpty ? nil : former
    username = new.text
  }
}
