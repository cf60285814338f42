import ChatSystem

/// What makes a message one for ever: sent again under the same key by the same account in the same
/// chat, it is not sent again. At most 256 bytes of UTF-8.
package struct MessageKey: Equatable, Sendable {
  package let text: String

  /// The longest key, in bytes of UTF-8.
  package static let limit = 256

  /// - Throws: `invalidKey` when it is empty or too long.
  package init(_ text: String) throws(ChatError) {
    let size = text.utf8.count
    guard (1...Self.limit).contains(size) else {
      throw .invalidKey(bytes: size, limit: Self.limit)
    }
    self.text = text
  }

  /// The key of what a program answers to a message.
  package init(answering message: MessageReference, at cursor: CursorName) {
    text = "answer/\(cursor.text)/\(message.number)/\(message.date.rfc3339)"
  }

  /// What a record says of it: SHA-256, in hexadecimal digits, of account and key.
  func digest(of user: UserID) -> String {
    SHA256.digest(of: Array("\(user.text)\n\(text)".utf8)).hexadecimal
  }
}

/// Which message a key stands for: a small document, called by the key's digest, that is written
/// before the message. It counts only if the record of its number holds the key.
struct KeyClaim: Encodable, Equatable, Sendable {
  let user: UserID
  /// The number that the message has, or was to get.
  let seq: Int64
  /// Of what was sent, so that a key is not used for something else.
  let content: String

  enum CodingKeys: CodingKey { case user, seq, content }

  init(_ message: NewMessage, number: Int64, by user: UserID) {
    self.user = user
    seq = number
    content = Self.digest(of: message)
  }

  /// The claim of a message that is there.
  /// - Returns: nil where its text is gone, so that nobody knows what was sent.
  init?(_ record: LogRecord) {
    guard let message = record.message, !message.isDeleted else { return nil }
    self.init(
      NewMessage(message.body, replyTo: message.reply?.number), number: record.seq,
      by: record.user)
  }

  /// Whether it is for the same text in answer to the same message.
  func isFor(_ message: NewMessage) -> Bool { content == Self.digest(of: message) }

  private static func digest(of message: NewMessage) -> String {
    let reply = message.replyTo.map { "\($0)" } ?? ""
    return SHA256.digest(of: Array("\(reply)\n\(message.text)".utf8)).hexadecimal
  }
}

extension KeyClaim: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    user = try fields.required(.user)
    seq = try fields.required(.seq)
    content = try fields.required(.content)
  }
}

extension Store {
  /// Sends a message unless one was sent under this key; when it returns it is on the disk.
  /// - Returns: the receipt of the first one, where that was done before.
  /// - Throws: `keyUsed` when it was another text or another answer; else as ``send(_:to:as:)``.
  package func send(
    _ message: NewMessage, once key: MessageKey, to chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt {
    try sendUnderLock(to: chat, as: identity, answering: message.replyTo) {
      current, identity, lock throws(ChatError) in
      let user = identity.account.id
      let digest = key.digest(of: user)
      let path = layout.chat(current.id).key(digest)
      var writer = try LogWriter.open(log(of: current), under: lock)
      // A whole record that only wants its line break may be the message: readers see it from then
      // on.
      try writer.endLine()
      let claim = try Document.read(KeyClaim.self, at: path)
      if let claim, let first = try log(of: current).record(claim.seq), first.key == digest {
        guard claim.isFor(message) else { throw .keyUsed(key.text, by: claim.seq) }
        return try written(first, by: writer)
      }
      let records = writer.next(
        [try record(of: message, in: current, key: digest)], by: identity.author, now: client.now())
      let directory = parentDirectory(of: path)
      for directory in [parentDirectory(of: directory), directory] {
        try lock.makeDirectoryIfMissing(directory)
      }
      if PlantedBug.keyAfterMessage.isPlanted {
        let written = try write(records, by: writer, &lock)
        try written.writer.synchronize()
        for record in records {
          try lock.write(KeyClaim(message, number: record.seq, by: user), to: path)
        }
        return written
      }
      for record in records {
        try lock.write(KeyClaim(message, number: record.seq, by: user), to: path)
      }
      return try write(records, by: writer, &lock)
    }
  }

  /// What is told of a message that was sent before; whoever sent it may not have synced it yet.
  private func written(
    _ first: LogRecord, by writer: consuming LogWriter
  ) throws(ChatError) -> Written {
    var receipt = Receipt(healed: writer.healed, isRepeat: true)
    receipt.sent = [.init(number: first.seq, date: first.writtenAt)]
    return Written(
      writer: writer, receipt: receipt, failure: nil,
      isSynchronized: PlantedBug.keyNotSyncedAgain.isPlanted)
  }
}
