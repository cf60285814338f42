import ChatSystem

/// A chat as far as it was followed.
struct FollowedChat {
  private(set) var chat: Chat
  private let log: MessageLog
  /// After the last message in `pending`; nil before following has begun.
  private var position: LogPosition?
  /// Where to stop; nil when it is followed on.
  private var end: LogPosition?
  /// Read but not given yet.
  private var pending: ArraySlice<Message> = []
  /// Whether the log may hold more than was read.
  var mayHaveMore = true

  /// How much is read at once, in messages and in bytes of their texts.
  private static let pageSize = (messages: 256, bytes: 1 << 20)

  init(chat: Chat, log: MessageLog, position: LogPosition? = nil) {
    self.chat = chat
    self.log = log
    self.position = position
  }

  /// The message that is given next.
  var head: Message? { pending.first }

  var pendingCount: Int { pending.count }

  func isEarlier(than other: FollowedChat) -> Bool {
    guard let own = head, let others = other.head else { return head != nil }
    return own.logDate < others.logDate
  }

  mutating func takeHead() -> ChatMessage? {
    pending.popFirst().map { ChatMessage(chat: chat, message: $0) }
  }

  /// Takes the place where following begins.
  /// - Parameter bounded: whether it ends at what is there now.
  mutating func begin(at start: FeedStart, bounded: Bool) throws(ChatError) -> LogDamage {
    switch start {
    case .since(let date):
      if bounded { end = try readLast(0, bounded: true).end }
      position = try log.position(since: date)
      return LogDamage()
    case .last(let count):
      let last = try readLast(count, bounded: bounded)
      position = last.end
      mayHaveMore = !bounded
      pending = last.messages
      return last.damage
    }
  }

  private func readLast(
    _ count: Int, bounded: Bool
  ) throws(ChatError) -> (messages: ArraySlice<Message>, end: LogPosition, damage: LogDamage) {
    // Who follows on is told of an unfinished line when it is known what becomes of it.
    var reader = try bounded ? log.settledReverseReader() : log.reverseReader()
    var messages: [Message] = []
    // One more, so that the end is marked by a record also where none is asked for.
    while let message = try reader.nextMessage(), messages.count < count {
      messages.append(message)
    }
    return (messages.reversed()[...], reader.end, reader.damage)
  }

  /// Reads a page of messages when none is pending.
  mutating func fill() throws(ChatError) -> LogDamage {
    guard mayHaveMore, pending.isEmpty, let position else { return LogDamage() }
    var reader = try whenThere { () throws(ChatError) in try log.reader(continuing: position) }
    var page: [Message] = []
    var bytes = 0
    while page.count < Self.pageSize.messages, bytes < Self.pageSize.bytes {
      guard !isAtEnd(reader.position), let message = try reader.nextMessage() else {
        mayHaveMore = false
        break
      }
      page.append(message)
      bytes += message.body.utf8.count
    }
    self.position = reader.position
    pending = page[...]
    return reader.damage
  }

  private func isAtEnd(_ position: LogPosition) -> Bool {
    guard let end else { return false }
    return (position.segment, position.offset) >= (end.segment, end.offset)
  }

  /// The chat as it is now.
  /// - Throws: `chatGone`, `notParticipant`.
  func confirmed(for account: Account, in store: Store) throws(ChatError) -> FollowedChat {
    let current = try whenThere { () throws(ChatError) in
      guard let current = try store.chat(chat.id) else { throw .chatGone(chat.name) }
      return current
    }
    guard current.admits(account) else { throw .notParticipant(current.name) }
    var confirmed = self
    confirmed.chat = current
    return confirmed
  }

}

/// Looks again for a second while there is no such file: files and directories are sometimes moved away
/// and others put in their place.
func whenThere<Result: ~Copyable>(
  _ look: () throws(ChatError) -> Result
) throws(ChatError) -> Result {
  for _ in 0..<10 {
    do throws(ChatError) {
      return try look()
    } catch {
      guard error.isAbsence else { throw error }
    }
    _ = try attempt(.watch, "the chats") { () throws(Errno) in
      try waitForEvents([], timeout: .milliseconds(100))
    }
  }
  return try look()
}

extension ChatError {
  fileprivate var isAbsence: Bool {
    switch self {
    case .chatGone, .missing, .system(_, _, .noSuchEntry), .system(_, _, .notDirectory): true
    default: false
    }
  }
}
