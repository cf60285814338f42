extension Store {
  /// The accounts that someone added as friends, in that order, without those that were deleted.
  /// - Parameter report: is told of each that cannot be read, or is missing.
  package func friends(
    of account: Account, passingOver report: DamageReport = stopping
  ) throws(ChatError) -> [Account] {
    var friends: [Account] = []
    for id in account.friends {
      do throws(ChatError) {
        let friend = try namedAccount(id)
        if !friend.isDeleted { friends.append(friend) }
      } catch {
        try report(error)
      }
    }
    return friends
  }
}

extension Transaction {
  /// Adds a friend to someone's list.
  /// - Returns: whether that changed anything.
  /// - Throws: `guestsMayNot`, for guests have no friends; `isGuest`, `accountDeleted`, `blocked`,
  ///   `blocking`.
  package mutating func addFriend(
    _ friend: Account, for identity: Identity
  ) throws(ChatError) -> Bool {
    try store.confirm(identity)
    if identity.account.isGuest { throw .guestsMayNot("have friends") }
    if friend.isGuest { throw .isGuest(friend.username, cannot: "be friends") }
    if friend.id == identity.account.id { throw .ownFriend }
    try requireNotDeleted(friend)
    var account = try current(identity.account.id)
    if account.friends.contains(friend.id) {
      try keep(account)
      return false
    }
    try account.requireUnblocked(try current(friend.id))
    account.friends.append(friend.id)
    try save(account)
    return true
  }

  /// Removes a friend from someone's list.
  /// - Throws: `noFriend` when they are not on it, `guestsMayNot`.
  package mutating func removeFriend(
    _ friend: Account, for identity: Identity
  ) throws(ChatError) {
    try store.confirm(identity)
    if identity.account.isGuest { throw .guestsMayNot("have friends") }
    var account = try current(identity.account.id)
    guard let index = account.friends.firstIndex(of: friend.id) else {
      throw .noFriend(friend.username)
    }
    account.friends.remove(at: index)
    try save(account)
  }
}
