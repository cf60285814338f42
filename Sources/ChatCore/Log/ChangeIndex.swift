/// Which records change which messages, so that a message is shown as it is now without reading on to the
/// end of the log.
///
/// The index is a log of its own, `edits/`: of each record that changes a message it holds a copy without
/// the body, written and synced before the record itself. A copy is a hint: it counts only if the record
/// of its number is there and says the same. So a record that has no copy tells that the index has lost
/// something, and who reads the log meets every change of what they show: it comes after the message.
struct ChangeIndex {
  private let log: MessageLog
  private let edits: MessageLog
  /// Up to where it was read; nil before.
  private var position: LogPosition?
  /// What changes messages after this number is known.
  private var first = Int64.max
  /// The highest number that was asked for.
  private var last: Int64 = 0
  /// What the copies tell, by the number of the message that is changed.
  private var hints: [Int64: [Hint]] = [:]
  /// The same of the records that were met in the log and have no copy.
  private var unindexed: [Int64: [Hint]] = [:]
  /// How many lines were passed over from `first` on, and how many of them are known of.
  private var damagedLines = (read: Int64(0), known: Int64(0))
  private var untold = LogDamage()

  /// That a record changes a message.
  private struct Hint: Equatable {
    let seq: Int64
    let change: MessageChange
  }

  init(of log: MessageLog, in edits: MessageLog) {
    self.log = log
    self.edits = edits
  }

  /// Whether lines of it had to be passed over.
  var isDamaged: Bool { damagedLines.known > 0 }

  /// What was found to be lost of it since this was asked last: changes may be missed.
  mutating func takeDamage() -> LogDamage {
    defer { untold = LogDamage() }
    return untold
  }

  /// The entries with each message as it is now, and without the texts that edits gave to messages that
  /// are deleted by now. To be asked for after they were read and before they are shown: a text that is
  /// being deleted may be half gone, and then that is known here.
  mutating func applied(to entries: [ChatEntry]) throws(ChatError) -> [ChatEntry] {
    try readChanges(of: entries)
    if hints.isEmpty, unindexed.isEmpty { return entries }
    var applied: [ChatEntry] = []
    for entry in entries {
      if case .message(let message) = entry {
        applied.append(.message(try self.applied(to: message)))
      } else {
        applied.append(try withoutDeletedText(entry))
      }
    }
    return applied
  }

  /// The entries as they were written, but without the texts of messages that are deleted by now.
  mutating func withoutDeletedTexts(_ entries: [ChatEntry]) throws(ChatError) -> [ChatEntry] {
    try readChanges(of: entries)
    var remaining: [ChatEntry] = []
    for entry in entries { remaining.append(try withoutDeletedText(entry)) }
    return remaining
  }

  private mutating func readChanges(of entries: [ChatEntry]) throws(ChatError) {
    let numbers = entries.compactMap(\.firstChange)
    if let lowest = numbers.min(), let highest = numbers.max() {
      try read(from: lowest, to: highest)
    }
    for case .update(let update) in entries { note(update) }
  }

  /// Takes note of what was met in the log.
  private mutating func note(_ update: ChatUpdate) {
    guard let change = update.change else { return }
    let hint = Hint(seq: update.number, change: change)
    if hints(on: change.target.number).contains(hint) { return }
    unindexed[change.target.number, default: []].append(hint)
    untold += LogDamage(unindexed: 1, index: edits.directory)
  }

  /// What is known to change a message, in order.
  private func hints(on number: Int64) -> [Hint] {
    let indexed = hints[number] ?? []
    guard let others = unindexed[number] else { return indexed }
    return (indexed + others).sorted { $0.seq < $1.seq }
  }

  private func withoutDeletedText(_ entry: ChatEntry) throws(ChatError) -> ChatEntry {
    guard let owner = entry.textOwner, try isDeleted(owner) else { return entry }
    return entry.withoutText
  }

  /// The record that deletes a message, which itself need not be there; nil where there is none.
  mutating func deletion(of number: Int64) throws(ChatError) -> LogRecord? {
    try read(from: number, to: number)
    for hint in hints(on: number) {
      if case .deletion = hint.change, let record = try confirmed(hint) { return record }
    }
    return nil
  }

  /// The numbers of the records that gave a message another text, or were to.
  mutating func edits(of target: MessageReference) throws(ChatError) -> [Int64] {
    try read(from: target.number, to: target.number)
    return hints(on: target.number).filter { $0.change == .edit(target) }.map(\.seq)
  }

  private func isDeleted(_ target: MessageReference) throws(ChatError) -> Bool {
    for hint in hints(on: target.number) where hint.change == .deletion(target) {
      if try confirmed(hint) != nil { return true }
    }
    return false
  }

  /// A message as it is now.
  mutating func state(of message: Message) throws(ChatError) -> Message {
    try read(from: message.number, to: message.number)
    return try applied(to: message)
  }

  /// The numbers of all messages that were changed so far, and perhaps of others.
  func changedNumbers() throws(ChatError) -> Set<Int64> {
    var numbers = unindexedNumbers
    if try edits.segments().isEmpty { return numbers }
    var reader = try edits.reader(at: edits.start())
    while let copy = try reader.nextRecord() {
      if let target = copy.change?.target { numbers.insert(target.number) }
    }
    return numbers
  }

  /// The numbers of the messages that records without a copy change.
  var unindexedNumbers: Set<Int64> { Set(unindexed.keys) }

  private func applied(to message: Message) throws(ChatError) -> Message {
    var message = message
    for record in try changes(of: message) {
      switch record.change {
      case .deletion: message.delete()
      case .edit where !message.isDeleted:
        message.body = record.body ?? ""
        message.edited = record.writtenAt
      default: break
      }
    }
    return message
  }

  private func changes(of message: Message) throws(ChatError) -> [LogRecord] {
    var changes: [LogRecord] = []
    for hint in hints(on: message.number) where hint.change.target == message.reference {
      if let record = try confirmed(hint) { changes.append(record) }
    }
    return changes
  }

  /// The record that a hint is of; nil where the log has none that says the same.
  private func confirmed(_ hint: Hint) throws(ChatError) -> LogRecord? {
    guard let record = try log.record(hint.seq), record.change == hint.change else { return nil }
    return record
  }

  private mutating func read(from lowest: Int64, to highest: Int64) throws(ChatError) {
    last = max(last, highest)
    // It may be lost, also while it is read.
    if try edits.segments().isEmpty { return }
    if lowest <= first || position == nil {
      // Whoever reads backwards asks for less and less: so it is done again a few times only.
      first = max(0, min(first, lowest - 1 - 2 * (last - lowest)))
      hints = [:]
      damagedLines.read = 0
      // What changes a message comes after it.
      position = try edits.position(afterNumber: first)
    }
    guard let position else { return }
    var reader = try edits.reader(continuing: position)
    while let copy = try reader.nextRecord() {
      guard let change = copy.change else { continue }
      hints[change.target.number, default: []].append(Hint(seq: copy.seq, change: change))
    }
    self.position = reader.position
    noteDamage(reader.damage.lines)
  }

  private mutating func noteDamage(_ lines: Int64) {
    damagedLines.read += lines
    // What is read again is told once.
    let new = max(0, damagedLines.read - damagedLines.known)
    damagedLines.known += new
    untold.lines += new
  }
}

extension ChatEntry {
  /// The number of the first record that may change what it shows, or of itself if it is a change.
  fileprivate var firstChange: Int64? {
    switch self {
    case .message(let message): message.number
    case .update(let update):
      update.change == nil ? nil : min(update.number, textOwner?.number ?? update.number)
    }
  }

  /// The message that its text belongs to.
  fileprivate var textOwner: MessageReference? {
    switch self {
    case .message(let message): return message.reference
    case .update(let update):
      if case .edit(let target, _) = update.kind { return target }
      return nil
    }
  }

  /// The same when the message was deleted.
  fileprivate var withoutText: ChatEntry {
    switch self {
    case .message(var message):
      message.delete()
      return .message(message)
    case .update(var update):
      if case .edit(let target, _) = update.kind { update.kind = .edit(target, body: "") }
      return .update(update)
    }
  }
}
