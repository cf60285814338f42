import ChatSystem

/// Which entries of a chat are asked for.
package struct HistoryQuery: Sendable {
  package var since: Timestamp?
  /// The entries before this moment.
  package var until: Timestamp?
  package var filter: MessageFilter
  /// What is new to someone.
  package var unread: UnreadStart?
  /// The last so many messages.
  package var limit: Int?
  package var newestFirst: Bool

  package init(
    since: Timestamp? = nil, until: Timestamp? = nil, filter: MessageFilter = MessageFilter(),
    limit: Int? = nil, newestFirst: Bool = false
  ) {
    self.since = since
    self.until = until
    self.filter = filter
    self.limit = limit
    self.newestFirst = newestFirst
  }

  fileprivate func accepts(_ entry: ChatEntry) -> Bool {
    if let unread, unread.isPast(entry.reference) { return false }
    return switch entry {
    case .message(let message): accepts(message.date)
    // A changed message is shown as it is now.
    case .update(let update): update.target == nil && accepts(update.date)
    }
  }

  /// The place before the first entry that can be asked for; nil where all can. As dates only grow,
  /// it is found without a look at each, and a date that is damaged seldom leads astray.
  fileprivate func start(in log: MessageLog) throws(ChatError) -> LogPosition? {
    let dated = try since.map { date throws(ChatError) in try log.position(since: date) }
    guard let new = try unread?.position(in: log) else { return dated }
    return dated.map { new.isBefore($0) ? $0 : new } ?? new
  }

  private func accepts(_ date: Timestamp) -> Bool {
    if let since, date < since { return false }
    if let until, date >= until { return false }
    return unread?.includes(date) ?? true
  }
}

extension Store {
  /// Reads the messages of a chat, each as it is now, and the events between them; takes no lock.
  /// - Parameters:
  ///   - progress: is told how many bytes were read, each time.
  ///   - check: throws when no more is wanted; asked now and then, also while nothing is found.
  ///   - handle: is given each entry in turn.
  /// - Returns: what had to be passed over; where a text is asked for, that may be less.
  package func readHistory(
    of chat: Chat, _ query: HistoryQuery, progress: ((Int) -> Void)? = nil,
    whileWanted check: () throws(ChatError) -> Void = { () throws(ChatError) in },
    _ handle: (ChatEntry) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    let log = log(of: chat)
    var history = History(
      log: log, changes: ChangeIndex(of: log, in: edits(of: chat)), query: query,
      filter: try filter(query.filter, in: chat), progress: progress)
    if query.newestFirst {
      var reader = try log.settledReverseReader()
      return try history.readBackwards(&reader, check, handle).damage
    }
    guard query.limit != nil else { return try history.readForwards(check, handle) }
    // Twice rather than keeping them, as they may be many. The way back has seen all damage up to
    // the end, the way onwards only that between the messages.
    var reader = try log.settledReverseReader()
    let found = try history.readBackwards(&reader, check) { _ in }
    _ = try history.readForwards(from: found.start, to: found.end, check, handle)
    return found.damage
  }
}

/// A chat's log as a query reads it.
struct History {
  let log: MessageLog
  var changes: ChangeIndex
  let query: HistoryQuery
  let filter: ChatFilter
  var progress: ((Int) -> Void)?

  /// From the beginning, or from what the query begins with, to the end.
  mutating func readForwards(
    _ check: () throws(ChatError) -> Void, _ handle: (ChatEntry) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    let start = try query.start(in: log)
    if let start { return try readForwards(from: start, to: nil, check, handle) }
    return try readForwards(from: log.start(), to: nil, check, handle)
  }

  /// - Parameter end: nil for the end of what is there when it is reached.
  mutating func readForwards(
    from start: LogPosition, to end: LogPosition?, _ check: () throws(ChatError) -> Void,
    _ handle: (ChatEntry) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    var reader = try log.reader(at: start)
    reader.filter = try lineFilter()
    reader.progress = progress
    var late = LateChanges()
    var isAtEnd = false
    while !isAtEnd {
      try check()
      var page = EntryPage()
      // What was read before a failure is shown.
      var failure: ChatError?
      do throws(ChatError) {
        while !page.isFull, !isAtEnd {
          let isBeforeEnd = end.map(reader.position.isBefore) ?? true
          if isBeforeEnd, let entry = try reader.nextSettledEntry() {
            page.append(entry)
          } else {
            isAtEnd = true
          }
        }
      } catch {
        failure = error
      }
      for entry in try changes.applied(to: page.entries) where try accepts(entry) {
        try handle(entry)
      }
      if let filter = reader.filter {
        for message in try late.messages(changedBy: page.entries, passedOverBy: filter, self) {
          for entry in try changes.applied(to: [message]) where try accepts(entry) {
            late.shown.insert(entry.reference)
            try handle(entry)
          }
        }
      }
      if let failure { throw failure }
    }
    return reader.damage + changes.takeDamage()
  }

  /// From the end to the beginning, or to where enough was found.
  /// - Parameter reader: of the log.
  /// - Returns: also the place before the first entry that was given, and where the log ended.
  mutating func readBackwards(
    _ reader: inout ReverseMessageReader,
    _ check: () throws(ChatError) -> Void = { () throws(ChatError) in },
    _ handle: (ChatEntry) throws(ChatError) -> Void
  ) throws(ChatError) -> (start: LogPosition, end: LogPosition, damage: LogDamage) {
    reader.filter = try lineFilter()
    reader.progress = progress
    let first = try query.start(in: log)
    var start = reader.end
    var remaining = query.limit ?? Int.max
    // A few messages cost little, and many that are not accepted few pages.
    var pageSize = min(remaining, EntryPage.largest.entries)
    var isAtEnd = remaining == 0
    // The end is marked by a record also where none is asked for.
    if isAtEnd { _ = try reader.nextEntry() }
    while !isAtEnd {
      try check()
      var page = EntryPage(limit: pageSize)
      pageSize = min(pageSize * 2, EntryPage.largest.entries)
      var positions: [LogPosition] = []
      var failure: ChatError?
      do throws(ChatError) {
        while !page.isFull, !isAtEnd {
          let entry = try reader.nextEntry()
          if let entry, first.map(reader.position.isBefore) != true {
            page.append(entry)
            positions.append(reader.position)
            // The index may have lost it, and the message is still to come.
            if let target = entry.target { reader.filter?.changed.insert(target.number) }
          } else {
            isAtEnd = true
          }
        }
      } catch {
        failure = error
      }
      let entries = try changes.applied(to: page.entries)
      for (entry, position) in zip(entries, positions)
      where remaining > 0 {
        guard try accepts(entry) else { continue }
        try handle(entry)
        guard entry.message != nil else { continue }
        start = position
        remaining -= 1
      }
      if remaining == 0 { isAtEnd = true } else if let failure { throw failure }
    }
    return (start, reader.end, reader.damage + changes.takeDamage())
  }

  fileprivate func accepts(_ entry: ChatEntry) throws(ChatError) -> Bool {
    query.accepts(entry) ? try filter.accepts(entry) : false
  }

  private func lineFilter() throws(ChatError) -> LineFilter? {
    guard let needle = filter.needle else { return nil }
    return LineFilter(needle: needle, changed: try changes.changedNumbers())
  }
}

/// The messages whose changes come too late for who reads onwards and decodes only the lines that
/// have a text: the index has lost them, so that nobody knew of them when the messages were passed
/// over. They are
/// shown late, and as they are by then: better than not at all.
private struct LateChanges {
  /// Those that were shown because of it.
  var shown: Set<MessageReference> = []

  /// The messages that entries change and that were not shown before, as they were sent.
  func messages(
    changedBy entries: [ChatEntry], passedOverBy filter: LineFilter, _ history: History
  ) throws(ChatError) -> [ChatEntry] {
    let numbers = Set(entries.map(\.reference.number))
    var messages: [ChatEntry] = []
    for target in entries.compactMap(\.target)
    where !filter.changed.contains(target.number) && !numbers.contains(target.number)
      && !shown.contains(target)
    {
      guard let message = try history.log.record(target.number)?.message,
        message.reference == target, try !history.accepts(.message(message))
      else { continue }
      messages.append(.message(message))
    }
    return messages
  }
}
