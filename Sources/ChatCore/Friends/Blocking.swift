/// Whom someone has blocked: they cannot begin or post in a direct chat with them, nor add them to
/// chats or as a friend.
extension Account {
  /// Whether they have blocked someone.
  package func hasBlocked(_ user: UserID) -> Bool { blocked?.contains(user) ?? false }

  /// Throws `blocked` or `blocking` when one of the two has blocked the other.
  func requireUnblocked(_ other: Account) throws(ChatError) {
    if hasBlocked(other.id) { throw .blocking(other.username) }
    if other.hasBlocked(id) { throw .blocked(by: other.username) }
  }

  /// Throws `isGuest`, `blocked`, `blocking` or `accountDeleted`, too, or `notFriends` unless they
  /// added the other as a friend.
  func requireFriend(_ other: Account) throws(ChatError) {
    if other.isGuest { throw .isGuest(other.username, cannot: "be added to chats") }
    try requireUnblocked(other)
    if other.isDeleted { throw .accountDeleted(other.username) }
    if !friends.contains(other.id) { throw .notFriends(other.username) }
  }
}

extension Store {
  /// The accounts that someone has blocked, in that order.
  package func blocked(by account: Account) throws(ChatError) -> [Account] {
    var blocked: [Account] = []
    for id in account.blocked ?? [] {
      if let other = try self.account(id) { blocked.append(other) }
    }
    return blocked
  }
}

extension Transaction {
  /// Blocks someone, who is then no friend either: friends see more.
  /// - Returns: the blocking account, and whether that changed anything.
  /// - Throws: `ownBlock`, `guestsMayNot` and `isGuest`, for guests are never in touch with one
  ///   alone.
  package mutating func block(
    _ other: Account, for identity: Identity
  ) throws(ChatError) -> (account: Account, changed: Bool) {
    try store.confirm(identity)
    if identity.account.isGuest { throw .guestsMayNot("block others") }
    if other.isGuest { throw .isGuest(other.username, cannot: "be blocked") }
    if other.id == identity.account.id { throw .ownBlock }
    var account = try current(identity.account.id)
    if account.hasBlocked(other.id) {
      try keep(account)
      return (account, false)
    }
    account.blocked = (account.blocked ?? []) + [other.id]
    account.friends.removeAll { $0 == other.id }
    try save(account)
    return (account, true)
  }

  /// Takes a block back.
  /// - Returns: the account that had blocked, and whether that changed anything.
  package mutating func unblock(
    _ other: Account, for identity: Identity
  ) throws(ChatError) -> (account: Account, changed: Bool) {
    try store.confirm(identity)
    var account = try current(identity.account.id)
    guard account.hasBlocked(other.id) else {
      try keep(account)
      return (account, false)
    }
    account.blocked?.removeAll { $0 == other.id }
    try save(account)
    return (account, true)
  }
}
