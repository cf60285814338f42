/// A named place up to which an account has read in a chat.
package struct Cursor: Encodable, Equatable, Sendable {
  package let name: String
  package let user: UserID
  /// The number of the last record that was handled, a message or not.
  let seq: Int64
  /// Its date in the log, so that it is not taken for another one after damage.
  let date: Timestamp
  /// How many messages there are up to it.
  let count: Int64

  enum CodingKeys: String, CodingKey {
    case name, user, seq, date
    case count = "n"
  }

  /// The read mark: up to where someone has seen the messages, and what else happened.
  package static let readMark = "read"

  /// The last record that was handled; of number 0 before the first.
  package var place: MessageReference { MessageReference(number: seq, date: date) }
}

extension Cursor: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    name = try fields.required(.name)
    user = try fields.required(.user)
    seq = try fields.required(.seq)
    date = try fields.required(.date)
    count = try fields.required(.count)
  }
}

/// A name for a cursor, by the rules of usernames; `read` is the read mark's.
package struct CursorName: Equatable, Sendable {
  /// In normalization form C.
  package let text: String

  /// - Throws: why it is refused.
  package init(_ text: String) throws(NameProblem) {
    self.text = try Username.check(text)
    if self.text == Cursor.readMark { throw .reserved }
  }
}
