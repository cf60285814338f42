/// Which records change which messages, so that a message is shown as it is now without reading on to the
/// end of the log.
///
/// The index is a log of its own, `edits/`: of each record that changes a message it holds a copy without
/// the body, written and synced before the record itself. A copy is a hint: it counts only if the record
/// of its number is there and says the same.
struct ChangeIndex {
  private let log: MessageLog
  private let edits: MessageLog
  /// Up to where it was read; nil before.
  private var position: LogPosition?
  /// What changes messages after this number is known.
  private var first = Int64.max
  /// The highest number that was asked for.
  private var last: Int64 = 0
  /// What was passed over of it: changes may be missed.
  private(set) var damage = LogDamage()
  /// Copies of the records that change a message, by its number.
  private var copies: [Int64: [LogRecord]] = [:]

  init(of log: MessageLog, in edits: MessageLog) {
    self.log = log
    self.edits = edits
  }

  /// The entries with each message as it is now, and without the texts that edits gave to messages that
  /// are deleted by now. To be asked for after they were read and before they are shown: a text that is
  /// being deleted may be half gone, and then that is known here.
  mutating func applied(to entries: [ChatEntry]) throws(ChatError) -> [ChatEntry] {
    try readChanges(of: entries)
    if copies.isEmpty { return entries }
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
    let numbers = entries.compactMap { $0.textOwner?.number }
    if let lowest = numbers.min(), let highest = numbers.max() {
      try read(from: lowest, to: highest)
    }
  }

  private func withoutDeletedText(_ entry: ChatEntry) throws(ChatError) -> ChatEntry {
    guard let owner = entry.textOwner, try isDeleted(owner) else { return entry }
    return entry.withoutText
  }

  /// The record that deletes a message, which itself need not be there; nil where there is none.
  /// - Returns: also the numbers of the records that gave it another text, or were to.
  mutating func deletion(
    of number: Int64
  ) throws(ChatError) -> (record: LogRecord, edits: [Int64])? {
    try read(from: number, to: number)
    for copy in copies[number] ?? [] {
      guard case .deletion(let target)? = copy.change, let record = try confirmed(copy) else {
        continue
      }
      let edits = (copies[number] ?? []).filter { $0.change == .edit(target) }
      return (record, edits.map(\.seq))
    }
    return nil
  }

  private func isDeleted(_ target: MessageReference) throws(ChatError) -> Bool {
    for copy in copies[target.number] ?? [] where copy.change == .deletion(target) {
      if try confirmed(copy) != nil { return true }
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
    var numbers: Set<Int64> = []
    if try edits.segments().isEmpty { return numbers }
    var reader = try edits.reader(at: edits.start())
    while let copy = try reader.nextRecord() {
      if let target = copy.change?.target { numbers.insert(target.number) }
    }
    return numbers
  }

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
    for copy in copies[message.number] ?? [] where copy.change?.target == message.reference {
      if let record = try confirmed(copy) { changes.append(record) }
    }
    return changes
  }

  /// The record that a copy is of; nil where the log has none that says the same.
  private func confirmed(_ copy: LogRecord) throws(ChatError) -> LogRecord? {
    guard let record = try log.record(copy.seq), record.change == copy.change else { return nil }
    return record
  }

  private mutating func read(from lowest: Int64, to highest: Int64) throws(ChatError) {
    last = max(last, highest)
    if lowest <= first || position == nil {
      // Whoever reads backwards asks for less and less: so it is done again a few times only.
      first = max(0, min(first, lowest - 1 - 2 * (last - lowest)))
      copies = [:]
      damage = LogDamage()
      // What changes a message comes after it.
      position = try edits.segments().isEmpty ? nil : edits.position(afterNumber: first)
    }
    guard let position else { return }
    var reader = try edits.reader(continuing: position)
    while let copy = try reader.nextRecord() {
      guard let target = copy.change?.target else { continue }
      copies[target.number, default: []].append(copy)
    }
    self.position = reader.position
    damage += reader.damage
  }
}

extension ChatEntry {
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
