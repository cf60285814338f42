/// Finding single messages by their numbers.
extension Store {
  /// A message as it is now.
  /// - Throws: `noMessage` when the chat has none of that number, `messageDeleted`.
  func requireMessage(_ number: Int64, in chat: Chat) throws(ChatError) -> Message {
    let message = try message(number, in: chat)
    if message.isDeleted { throw .messageDeleted(number, chat: chat.title) }
    return message
  }

  /// The message that is meant, as it is now; nil when it is not there any more, or deleted.
  package func message(
    _ reference: MessageReference, in chat: Chat
  ) throws(ChatError) -> Message? {
    guard let found = try log(of: chat).record(reference.number), found.date == reference.date
    else { return nil }
    let message = try message(reference.number, in: chat)
    return message.isDeleted ? nil : message
  }

  /// The same, deleted or not.
  func message(_ number: Int64, in chat: Chat) throws(ChatError) -> Message {
    let log = log(of: chat)
    guard let message = try log.record(number)?.message else {
      throw .noMessage(number, chat: chat.title)
    }
    var changes = ChangeIndex(of: log, in: edits(of: chat))
    return try changes.state(of: message)
  }
}

/// Finds the messages of a chat that others answer; the first answer to one costs a search, those
/// that follow it a look.
package struct AnsweredMessages {
  private let log: MessageLog
  private var changes: ChangeIndex
  /// Where those stand that were found lately, by their numbers. They are read there again: a text
  /// may have been erased since.
  private var places: [Int64: LogPosition] = [:]
  private static let mostPlaces = 1000

  package init(in chat: Chat, of store: Store) {
    log = store.log(of: chat)
    changes = ChangeIndex(of: log, in: store.edits(of: chat))
  }

  /// The message that another one answers, as it is now; nil when it answers none, or that one is
  /// not there.
  package mutating func message(answeredBy message: Message) throws(ChatError) -> Message? {
    guard let reply = message.reply,
      let found = try record(reply.number)?.message, found.reference == reply
    else { return nil }
    return try changes.state(of: found)
  }

  private mutating func record(_ number: Int64) throws(ChatError) -> LogRecord? {
    let place =
      if let known = places[number] { known } else { try log.position(afterNumber: number - 1) }
    if places.count >= Self.mostPlaces { places = [:] }
    places[number] = place
    var reader = try log.reader(continuing: place)
    guard let record = try reader.nextRecord(), record.seq == number else { return nil }
    return record
  }
}
