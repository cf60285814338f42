/// Who writes a message.
struct Author: Equatable, Sendable {
  var user: UserID
  var name: String
}
