import ChatSystem

/// A message that a program could not handle, as often as it was tried.
package struct DeadLetter: Encodable, Equatable, Sendable {
  let seq: Int64
  /// The log's date of the message.
  let date: Timestamp
  /// When it was given up.
  package let failed: Timestamp
  /// How often it was tried.
  package let attempts: Int
  /// What became of the program the last time.
  package let reason: String

  enum CodingKeys: CodingKey { case seq, date, failed, attempts, reason }

  /// How many are kept at a cursor; the oldest are forgotten.
  package static let limit = 1000

  package init(
    _ message: MessageReference, failed: Timestamp, attempts: Int, reason: String
  ) {
    seq = message.number
    date = message.date
    self.failed = failed
    self.attempts = attempts
    self.reason = reason
  }

  /// The message that was given up.
  package var message: MessageReference { MessageReference(number: seq, date: date) }
}

/// The messages that were given up at a cursor: a small document beside it.
struct DeadLetters: DocumentContent {
  let name: String
  let user: UserID
  var letters: [DeadLetter] = []

  enum CodingKeys: CodingKey { case name, user, letters }
}

extension DeadLetters {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    name = try fields.required(.name)
    user = try fields.required(.user)
    letters = try fields.required(.letters)
  }
}

extension DeadLetter: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    seq = try fields.required(.seq)
    date = try fields.required(.date)
    failed = try fields.required(.failed)
    attempts = try fields.required(.attempts)
    reason = try fields.required(.reason)
  }
}

extension Store {
  /// The messages that were given up at a cursor, in their order.
  package func deadLetters(
    at cursor: Cursor, in chat: Chat
  ) throws(ChatError) -> [DeadLetter] {
    try readDeadLetters(at: cursor.name, of: cursor.user, in: chat).letters
  }

  /// Notes a message that is given up; one that stands there is replaced.
  package func give(
    up letter: DeadLetter, at name: CursorName, of identity: Identity, in chat: Chat
  ) throws(ChatError) {
    try changeDeadLetters(at: name, of: identity, in: chat) { letters in
      letters.removeAll { $0.message == letter.message }
      letters.append(letter)
      letters.sort { $0.message < $1.message }
      letters = Array(letters.suffix(DeadLetter.limit))
    }
  }

  /// Strikes out a message that was handled after all.
  package func strikeOut(
    _ message: MessageReference, at name: CursorName, of identity: Identity, in chat: Chat
  ) throws(ChatError) {
    try changeDeadLetters(at: name, of: identity, in: chat) { letters in
      letters.removeAll { $0.message == message }
    }
  }

  private func readDeadLetters(
    at name: String, of user: UserID, in chat: Chat
  ) throws(ChatError) -> DeadLetters {
    let path = layout.chat(chat.id).cursor(name, of: user).failed
    guard let found = try Document.read(DeadLetters.self, at: path) else {
      return DeadLetters(name: name, user: user)
    }
    guard found.name == name, found.user == user else {
      throw .damaged(path: path, reason: "it is another cursor's")
    }
    return found
  }

  private func changeDeadLetters(
    at name: CursorName, of identity: Identity, in chat: Chat,
    _ change: (inout [DeadLetter]) -> Void
  ) throws(ChatError) {
    let user = identity.account.id
    try withLock(of: chat) { lock throws(ChatError) in
      _ = try confirmRight(.read, in: chat, of: identity)
      var found = try readDeadLetters(at: name.text, of: user, in: chat)
      change(&found.letters)
      let path = layout.chat(chat.id).cursor(name.text, of: user).failed
      try lock.write(found, to: path)
    }
  }
}
