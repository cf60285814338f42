/// One message of a chat.
package struct Message: Equatable, Sendable {
  /// Its number in the chat, `#42`.
  package var number: Int64
  /// When it was written, by the writer's clock.
  package var date: Timestamp
  package var user: UserID
  /// The author's username at the time.
  package var name: String
  package var body: String

  package init(number: Int64, date: Timestamp, user: UserID, name: String, body: String) {
    self.number = number
    self.date = date
    self.user = user
    self.name = name
    self.body = body
  }
}
