/// Who someone is: the document `profile.json`, which holds no secrets.
package struct Account: Codable, Equatable, Sendable {
  package let id: UserID
  /// As they write it; a guest's begins with `~`.
  package internal(set) var username: String
  package internal(set) var email: String?
  package internal(set) var imageURL: String?
  /// Whom they added, in that order.
  package internal(set) var friends: [UserID]
  package let created: Timestamp

  /// A guest has no password, and reads and writes public chats only.
  package var isGuest: Bool { username.hasPrefix("~") }
}

/// What an account is made from.
package struct NewAccount: Sendable {
  package let username: Username
  package let email: EmailAddress?
  package let imageURL: String?

  package init(username: Username, email: EmailAddress? = nil, imageURL: String? = nil) {
    self.username = username
    self.email = email
    self.imageURL = imageURL
  }
}
