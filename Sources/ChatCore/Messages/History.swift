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
    if query.newestFirst { return try query.readBackwards(log, handle).damage }
    guard query.limit != nil else {
      let start =
        if let since = query.since { try log.position(since: since) } else { try log.start() }
      return try query.readForwards(log, from: start, handle)
    }
    // Twice rather than keeping them, as they may be many. The way back has seen all damage up to the
    // end, the way onwards only that between the messages.
    let found = try query.readBackwards(log) { _ in }
    _ = try query.readForwards(log, from: found.position, handle)
    return found.damage
  }
}

extension HistoryQuery {
  fileprivate func readForwards(
    _ log: MessageLog, from start: LogPosition, _ handle: (Message) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    var reader = try log.reader(at: start)
    var remaining = limit ?? Int.max
    while remaining > 0, let message = try reader.nextSettledMessage() {
      guard accepts(message) else { continue }
      try handle(message)
      remaining -= 1
    }
    return reader.damage
  }

  /// - Returns: also where the earliest message begins that was given.
  fileprivate func readBackwards(
    _ log: MessageLog, _ handle: (Message) throws(ChatError) -> Void
  ) throws(ChatError) -> (position: LogPosition, damage: LogDamage) {
    var reader = try log.settledReverseReader()
    var position = reader.end
    var remaining = limit ?? Int.max
    while remaining > 0, let message = try reader.nextMessage() {
      // No message before it is any later.
      if let since, message.logDate < since { break }
      guard accepts(message) else { continue }
      try handle(message)
      position = reader.position
      remaining -= 1
    }
    return (position, reader.damage)
  }
}
