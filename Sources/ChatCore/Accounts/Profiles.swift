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
