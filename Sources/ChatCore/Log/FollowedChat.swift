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
  private var pending: ArraySlice<ChatEntry> = []
  private var changes: ChangeIndex
  private var filter: ChatFilter
  /// Whether the log may hold more than was read.
  var mayHaveMore = true
  /// What was changed before following began is shown so from the start: changes up to this place,
  /// of messages that are shown, are not told.
  private var begun: (at: LogPosition, from: MessageReference)?
  /// What was written before is not asked for.
  private var since: Timestamp?
  /// Shows that the cursor is in use that is moved here.
  private var hold: CursorHold?
  /// Since when it has not been there; nil while it is.
  private(set) var absentSince: ContinuousClock.Instant?

  init(
    chat: Chat, in store: Store, _ filter: MessageFilter, position: LogPosition? = nil
  ) throws(ChatError) {
    self.chat = chat
    log = store.log(of: chat)
    changes = ChangeIndex(of: log, in: store.edits(of: chat))
    self.filter = try store.filter(filter, in: chat)
    self.position = position
  }

  /// The entry that is given next.
  var head: ChatEntry? { pending.first }

  /// The log's dates of the messages that are pending.
  var pendingDates: [Timestamp] { pending.compactMap { $0.message?.logDate } }

  /// Whether it has an entry to give, and that comes before the other's by the log's date.
  func isEarlier(than other: FollowedChat) -> Bool {
    guard let own = head, let others = other.head else { return head != nil }
    return own.logDate < others.logDate
  }

  /// Gives the next entry; nil when none is pending.
  mutating func takeHead() -> FeedEntry? {
    pending.popFirst().map { FeedEntry(chat: chat, entry: $0) }
  }

  /// Gives up so many pending messages, and the events before and between them.
  mutating func drop(messages count: Int) {
    var remaining = count
    while remaining > 0, let entry = pending.popFirst() {
      if entry.message != nil { remaining -= 1 }
    }
  }

  /// Gives up what is pending from before a moment of the log.
  mutating func drop(before date: Timestamp) {
    pending = pending.drop { $0.logDate < date }
  }

  /// Takes the place where following begins.
  /// - Parameter bounded: whether it ends at what is there now.
  mutating func begin(at start: FeedStart, bounded: Bool) throws(ChatError) -> LogDamage {
    let count = if case .last(let count) = start { count } else { 0 }
    let last = try readLast(count, bounded: bounded)
    if bounded { end = last.end }
    switch start {
    case .since(let date):
      position = try log.position(since: date)
      begun = (last.end, MessageReference(number: 0, date: date))
      since = date
      return LogDamage()
    case .last:
      position = last.end
      mayHaveMore = !bounded
      pending = last.entries[...]
      return last.damage
    }
  }

  /// Whether there is a place that it is followed from.
  var hasBegun: Bool { position != nil }

  /// Whether it shows that a cursor is in use.
  var isHeld: Bool { hold != nil }

  /// Shows that a cursor is in use.
  mutating func hold(
    _ name: CursorName, of identity: Identity, in store: Store
  ) throws(ChatError) {
    hold = try store.hold(name, of: identity, in: chat)
  }

  /// Takes the place of a cursor.
  /// - Parameter bounded: whether it ends at what is there now.
  /// - Returns: false before the cursor's first use.
  mutating func begin(
    at name: CursorName, of identity: Identity, bounded: Bool, in store: Store
  ) throws(ChatError) -> Bool {
    let cursor = try store.cursor(name.text, of: identity.account.id, in: chat)
    guard let place = cursor?.place else { return false }
    let last = try readLast(0, bounded: bounded)
    if bounded { end = last.end }
    position =
      try place == .beforeAll
      ? log.start() : log.position(after: .init(seq: place.number, date: place.date))
    begun = (last.end, MessageReference(number: place.number + 1, date: place.date))
    return true
  }

  /// Up to where all was given; nil where nothing is known to be.
  var place: MessageReference? {
    guard pending.isEmpty, let position else { return nil }
    if let last = position.last, last.seq > 0 {
      return MessageReference(number: last.seq, date: last.date)
    }
    // Of a log that is empty so far, that is known, too.
    return position.segment == 1 && position.offset == 0 ? .beforeAll : nil
  }

  /// The last messages that are asked for and the events between and after them.
  private mutating func readLast(
    _ count: Int, bounded: Bool
  ) throws(ChatError) -> (entries: [ChatEntry], end: LogPosition, damage: LogDamage) {
    // Who follows on is told of an unfinished line when it is known what becomes of it.
    var reader = try bounded ? log.settledReverseReader() : log.reverseReader()
    var history = History(
      log: log, changes: changes, query: HistoryQuery(limit: count), filter: filter)
    var entries: [ChatEntry] = []
    let found = try history.readBackwards(&reader) { entries.append($0) }
    changes = history.changes
    return (entries.reversed(), found.end, found.damage)
  }

  /// Reads on when no entry is pending, up to one that is asked for.
  mutating func fill() throws(ChatError) -> LogDamage {
    var damage = LogDamage()
    while mayHaveMore, pending.isEmpty, let position { damage += try fill(from: position) }
    return damage
  }

  /// Reads a page of entries.
  private mutating func fill(from position: LogPosition) throws(ChatError) -> LogDamage {
    // Files may be moved away at any moment, also between two pages of one log. The page counts as
    // read only when all of it can be given.
    let (read, entries) = try whenThere { () throws(ChatError) -> (Page, [ChatEntry]) in
      let read = try readPage(from: position)
      return (read, try accepted(of: read))
    }
    self.position = read.position
    mayHaveMore = !read.isLast
    pending += entries
    return read.damage + changes.takeDamage()
  }

  /// The entries of a page that are asked for, as they are now.
  private mutating func accepted(of page: Page) throws(ChatError) -> [ChatEntry] {
    // Also a change that is not told shows whether the index has it.
    let entries = try changes.applied(to: page.entries)
    var accepted: [ChatEntry] = []
    for (entry, isAskedFor) in zip(entries, page.areAskedFor) where isAskedFor {
      if try filter.accepts(entry) { accepted.append(entry) }
    }
    return accepted
  }

  private struct Page {
    let entries: [ChatEntry]
    let areAskedFor: [Bool]
    /// After the page.
    let position: LogPosition
    let isLast: Bool
    let damage: LogDamage
  }

  private func readPage(from position: LogPosition) throws(ChatError) -> Page {
    var reader = try log.reader(continuing: position)
    var page = EntryPage()
    var areAskedFor: [Bool] = []
    var isLast = false
    while !page.isFull {
      let isBeforeEnd = end.map(reader.position.isBefore) ?? true
      guard isBeforeEnd, let entry = try reader.nextEntry() else {
        isLast = true
        break
      }
      page.append(entry)
      areAskedFor.append(isAskedFor(entry, before: reader.position))
      // What has come is given first, and only then it is looked whether more follows.
      if !reader.endsInUnfinishedLine { break }
    }
    return Page(
      entries: page.entries, areAskedFor: areAskedFor, position: reader.position, isLast: isLast,
      damage: reader.damage)
  }

  private func isAskedFor(_ entry: ChatEntry, before position: LogPosition) -> Bool {
    // By the log's date it may be later than it was written.
    if let since, entry.date < since { return false }
    return !isShownAlready(entry, before: position)
  }

  private func isShownAlready(_ entry: ChatEntry, before position: LogPosition) -> Bool {
    guard let begun, case .update(let update) = entry, let target = update.target else {
      return false
    }
    return target >= begun.from && !begun.at.isBefore(position)
  }

  /// The chat as it is now.
  /// - Throws: `chatGone`, `notParticipant`, `removedFromChat`.
  func confirmed(for account: Account, in store: Store) throws(ChatError) -> FollowedChat {
    let current = try store.current(chat)
    try current.requireAdmission(of: account)
    var confirmed = self
    confirmed.absentSince = nil
    confirmed.chat = try store.shown(current, to: account)
    confirmed.filter = try store.filter(filter.filter, in: current)
    return confirmed
  }

  /// The same chat while it is not there, which may be for a moment only.
  /// - Returns: nil when it has been so for a second.
  func absent(at now: ContinuousClock.Instant) -> FollowedChat? {
    var absent = self
    absent.absentSince = absentSince ?? now
    return now - (absentSince ?? now) < .seconds(1) ? absent : nil
  }
}

/// Looks again for a second while there is no such file: files and directories are sometimes moved
/// away and others put in their place.
func whenThere<Result: ~Copyable>(
  _ look: () throws(ChatError) -> Result
) throws(ChatError) -> Result {
  for _ in 0..<50 {
    do throws(ChatError) {
      return try look()
    } catch {
      guard error.isAbsence else { throw error }
    }
    _ = try attempt(.watch, "the chats") { () throws(Errno) in
      try waitForEvents([], timeout: .milliseconds(20))
    }
  }
  return try look()
}

extension ChatError {
  /// Whether something is not there, be it for a moment only.
  var isAbsence: Bool {
    switch self {
    case .chatGone, .missing, .system(_, _, .noSuchEntry), .system(_, _, .notDirectory): true
    default: false
    }
  }
}
