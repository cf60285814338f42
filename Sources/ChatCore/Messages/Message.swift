/// One message of a chat.
package struct Message: Equatable, Sendable {
  /// Its number in the chat, `#42`.
  package var number: Int64
  /// When it was written, by the writer's clock.
  package var date: Timestamp
  /// When the log has it written: never before the message above it, so messages are ordered by it.
  package var logDate: Timestamp
  package var user: UserID
  /// The author's username at the time.
  package var name: String
  package var body: String

  /// - Parameter logDate: nil for `date`, which it is unless a clock was wrong.
  package init(
    number: Int64, date: Timestamp, logDate: Timestamp? = nil, user: UserID, name: String,
    body: String
  ) {
    self.number = number
    self.date = date
    self.logDate = logDate ?? date
    self.user = user
    self.name = name
    self.body = body
  }
}
