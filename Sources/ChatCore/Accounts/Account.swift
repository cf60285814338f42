/// Who someone is, as the rest of the program sees it: a profile without its secrets.
package struct Account: Equatable, Sendable {
  package var id: UserID
  /// As they write it; a guest's begins with `~`.
  package var username: String
  package var email: String?
  package var imageURL: String?
  package var created: Timestamp

  package init(
    id: UserID, username: String, email: String? = nil, imageURL: String? = nil, created: Timestamp
  ) {
    self.id = id
    self.username = username
    self.email = email
    self.imageURL = imageURL
    self.created = created
  }

  /// A guest has no password and reads and writes public chats only.
  package var isGuest: Bool { username.hasPrefix("~") }
}
