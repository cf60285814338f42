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
  /// The text as it is now; empty when the message was deleted.
  package var body: String
  private var rare: Rarely<Rare>

  /// What few messages have.
  private struct Rare: RareFields {
    var token: String?
    var reply: MessageReference?
    var isAutomatic = false
    var edited: Timestamp?
    var isDeleted = false
  }

  /// The name of the token that it was sent with.
  package var token: String? { rare.fields.token }

  /// The message that it answers.
  package var reply: MessageReference? { rare.fields.reply }

  /// Whether a program answered with it.
  package var isAutomatic: Bool { rare.fields.isAutomatic }

  /// When it got the text that it has now; nil when it has the one it was sent with.
  package var edited: Timestamp? { rare.fields.edited }

  /// Whether it was deleted, and its text erased.
  package var isDeleted: Bool { rare.fields.isDeleted }

  /// Whether it has nothing but what all messages have, as most do.
  package var isPlain: Bool { rare.areNone }

  /// Gives it another text.
  mutating func edit(_ text: String, on date: Timestamp) {
    body = text
    rare.fields.edited = date
  }

  /// Leaves nothing of its text.
  mutating func delete() {
    body = ""
    rare.fields.edited = nil
    rare.fields.isDeleted = true
  }

  /// What other records mean it by.
  package var reference: MessageReference { MessageReference(number: number, date: logDate) }

  /// Who sent it, as it is shown.
  package var byline: String { Author.byline(name, token) }
}

extension Message {
  /// - Parameter logDate: nil for `date`, which it is unless a clock was wrong.
  package init(
    number: Int64, date: Timestamp, logDate: Timestamp? = nil, user: UserID, name: String,
    token: String? = nil, reply: MessageReference? = nil, isAutomatic: Bool = false, body: String
  ) {
    self.init(
      number: number, date: date, logDate: logDate ?? date, user: user, name: name, body: body,
      rare: Rarely(Rare(token: token, reply: reply, isAutomatic: isAutomatic)))
  }

  /// The same of a message with no fields but those that all messages have.
  init(plain number: Int64, date: Timestamp, user: UserID, name: String, body: String) {
    self.init(
      number: number, date: date, logDate: date, user: user, name: name, body: body, rare: .none)
  }
}
