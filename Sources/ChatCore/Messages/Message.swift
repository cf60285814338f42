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
  /// The name of the token that it was sent with.
  package var token: String?
  /// The message that it answers.
  package var reply: MessageReference?
  /// Whether a program answered with it.
  package var isAutomatic: Bool
  /// The text as it is now; empty when the message was deleted.
  package var body: String
  /// When it got the text that it has now; nil when it has the one it was sent with.
  package var edited: Timestamp?
  package var isDeleted = false

  /// - Parameter logDate: nil for `date`, which it is unless a clock was wrong.
  package init(
    number: Int64, date: Timestamp, logDate: Timestamp? = nil, user: UserID, name: String,
    token: String? = nil, reply: MessageReference? = nil, isAutomatic: Bool = false, body: String
  ) {
    self.number = number
    self.date = date
    self.logDate = logDate ?? date
    self.user = user
    self.name = name
    self.token = token
    self.reply = reply
    self.isAutomatic = isAutomatic
    self.body = body
  }

  /// Leaves nothing of its text.
  mutating func delete() {
    body = ""
    edited = nil
    isDeleted = true
  }

  /// What other records mean it by.
  package var reference: MessageReference { MessageReference(number: number, date: logDate) }

  /// Who sent it, as it is shown.
  package var byline: String { Author.byline(name, token) }
}
