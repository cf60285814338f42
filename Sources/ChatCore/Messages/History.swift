import ChatSystem

/// Which messages of a chat are asked for.
package struct HistoryQuery: Sendable {
  package var since: Timestamp?
  /// The messages before this moment.
  package var until: Timestamp?
  package var author: UserID?
  /// The last so many.
  package var limit: Int?
  package var newestFirst: Bool

  package init(
    since: Timestamp? = nil, until: Timestamp? = nil, author: UserID? = nil, limit: Int? = nil,
    newestFirst: Bool = false
  ) {
    self.since = since
    self.until = until
    self.author = author
    self.limit = limit
    self.newestFirst = newestFirst
  }

  private func accepts(_ message: Message) -> Bool {
    if let since, message.date < since { return false }
    if let until, message.date >= until { return false }
    return author == nil || message.user == author
  }
}

extension Store {
  /// Reads the messages of a chat as they are now; takes no lock.
  /// - Parameter handle: is given each message in turn.
  /// - Returns: what had to be passed over.
  package func readHistory(
    of chat: Chat, _ query: HistoryQuery, _ handle: (Message) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    let log = log(of: chat)
    if query.newestFirst { return try query.readBackwards(log, handle) }
    if query.limit == nil { return try query.readForwards(log, handle) }
    var last: [Message] = []
    let damage = try query.readBackwards(log) { last.append($0) }
    for message in last.reversed() { try handle(message) }
    return damage
  }
}

extension HistoryQuery {
  fileprivate func readForwards(
    _ log: MessageLog, _ handle: (Message) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    let start = if let since { try log.position(since: since) } else { try log.start() }
    var reader = try log.reader(at: start)
    while let message = try reader.nextSettledMessage() {
      if accepts(message) { try handle(message) }
    }
    return reader.damage
  }

  fileprivate func readBackwards(
    _ log: MessageLog, _ handle: (Message) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    var reader = try log.reverseReader()
    var remaining = limit ?? Int.max
    while remaining > 0, let message = try reader.nextMessage() {
      // No message before it is any later.
      if let since, message.logDate < since { break }
      guard accepts(message) else { continue }
      try handle(message)
      remaining -= 1
    }
    var damage = reader.damage
    if !reader.fragment.isEmpty {
      var rest = try log.reader(at: reader.end)
      _ = try rest.nextSettledMessage()
      damage += rest.damage
    }
    return damage
  }
}
