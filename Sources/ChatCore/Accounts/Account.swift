/// Who someone is: the document `profile.json`, which holds no secrets.
package struct Account: Encodable, Equatable, Sendable {
  package let id: UserID
  /// As they write it; a guest's begins with `~`.
  package internal(set) var username: String
  /// The usernames that it gave up, which stay its own; nil when there were none.
  var formerUsernames: [String]?
  package internal(set) var email: String?
  package internal(set) var imageURL: String?
  /// Whom they added, in that order.
  package internal(set) var friends: [UserID]
  /// Whom they blocked, in that order; nil where there never was anyone.
  package internal(set) var blocked: [UserID]?
  package let created: Timestamp
  /// When it was deleted: then only its names are left, which stay reserved.
  package internal(set) var deleted: Timestamp?

  enum CodingKeys: CodingKey {
    case id, username, formerUsernames, email, imageURL, friends, blocked, created, deleted
  }

  /// Nobody can be it any more, or add it as a friend.
  package var isDeleted: Bool { deleted != nil }

  /// A guest has no password, and reads and writes public chats only.
  package var isGuest: Bool { username.hasPrefix("~") }

  /// Whether it goes by a username, or once did: then nobody else may.
  package func holds(_ username: String) -> Bool {
    let folded = foldedName(username)
    return foldedName(self.username) == folded
      || formerUsernames?.contains { foldedName($0) == folded } == true
  }

  /// Whether someone may see its e-mail address: its owner, and friends of theirs.
  package func showsEmail(to other: Account) -> Bool {
    id == other.id || friends.contains(other.id)
  }
}

extension Account: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    id = try fields.required(.id)
    username = try fields.required(.username)
    formerUsernames = try fields.optional(.formerUsernames)
    email = try fields.optional(.email)
    imageURL = try fields.optional(.imageURL)
    friends = try fields.required(.friends)
    blocked = try fields.optional(.blocked)
    created = try fields.required(.created)
    deleted = try fields.optional(.deleted)
  }
}

/// What an account is made from, its first session included: who makes it remembers that before, so
/// that nothing that fails in between leaves an account that nobody can use.
package struct NewAccount: Sendable {
  let id: UserID
  /// Of the first session; kept nowhere else.
  let secret: SessionSecret
  package let username: Username
  package let email: EmailAddress?
  package let imageURL: ImageURL?

  package init(
    username: Username, email: EmailAddress? = nil, imageURL: ImageURL? = nil
  ) throws(ChatError) {
    id = try .make()
    secret = try .make()
    self.username = username
    self.email = email
    self.imageURL = imageURL
  }
}
