/// Who writes a message.
struct Author: Equatable, Sendable {
  var user: UserID
  var name: String
  /// The name of the token that stands in for them.
  var token: String?
}
