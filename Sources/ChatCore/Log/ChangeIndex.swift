import ChatSystem

/// Which records change which messages, so that a message is shown as it is now without reading on
/// to the end of the log.
///
/// The index is a log of its own, `edits/`: of each record that changes a message it holds a copy
/// without the body, written and synced before the record itself. A copy is a hint: it counts only
/// if the record of its number is there and says the same. So a record that has no copy tells that
/// the index has lost something, and who reads the log meets every change of what they show: it
/// comes after the message.
struct ChangeIndex {
  private let log: MessageLog
  private let edits: MessageLog
  /// Up to where it was read; nil before.
  private var position: LogPosition?
  /// The segment that was read last, as it was before that.
  private var file: FileStatus?
  /// What changes messages after this number is known.
  private var first = Int64.max
  /// The highest number that was asked for.
  private var last: Int64 = 0
  /// What the copies tell, by the number of the message that is changed.
  private var indexed: [Int64: Hints] = [:]
  /// The same of the records that were met in the log and have no copy.
  private var unindexed: [Int64: Hints] = [:]
  /// How many lines were passed over from `first` on, and how many of them are known of.
  private var damagedLines = (read: Int64(0), known: Int64(0))
  private var untold = LogDamage()

  /// That a record changes a message.
  private struct Hint: Hashable {
    let seq: Int64
    let change: MessageChange
  }

  /// What is known to change a message. A bot may edit one for years.
  private struct Hints {
    private(set) var edits: Set<Hint> = []
    private(set) var deletions: Set<Hint> = []

    func contains(_ hint: Hint) -> Bool { edits.contains(hint) || deletions.contains(hint) }

    mutating func insert(_ hint: Hint) {
      switch hint.change {
      case .edit: edits.insert(hint)
      case .deletion: deletions.insert(hint)
      }
    }
  }

  init(of log: MessageLog, in edits: MessageLog) {
    self.log = log
    self.edits = edits
  }

  /// What was found to be lost of it since this was asked last: changes may be missed.
  mutating func takeDamage() -> LogDamage {
    defer { untold = LogDamage() }
    return untold
  }

  /// The entries with each message as it is now, and without the texts that edits gave to messages
  /// that are deleted by now. To be asked for after they were read and before they are shown: a
  /// text that is being deleted may be half gone, and then that is known here.
  mutating func applied(to entries: [ChatEntry]) throws(ChatError) -> [ChatEntry] {
    try readChanges(of: entries)
    if !mayChange(entries) { return entries }
    var search = try LogSearch(log)
    var applied = try withoutDeletedTexts(entries, &search)
    for index in applied.indices {
      guard case .message(var message) = applied[index] else { continue }
      try applyEdit(to: &message, &search)
      applied[index] = .message(message)
    }
    return applied
  }

  /// The entries as they were written, but without the texts of messages that are deleted by now.
  mutating func withoutDeletedTexts(_ entries: [ChatEntry]) throws(ChatError) -> [ChatEntry] {
    try readChanges(of: entries)
    if !mayChange(entries) { return entries }
    var search = try LogSearch(log)
    return try withoutDeletedTexts(entries, &search)
  }

  private func withoutDeletedTexts(
    _ entries: [ChatEntry], _ search: inout LogSearch
  ) throws(ChatError) -> [ChatEntry] {
    var deleted: Set<MessageReference> = []
    for owner in Set(entries.compactMap(\.textOwner)) {
      if try isDeleted(owner, &search) { deleted.insert(owner) }
    }
    return entries.map { entry in
      entry.textOwner.map(deleted.contains) == true ? entry.withoutText : entry
    }
  }

  private mutating func readChanges(of entries: [ChatEntry]) throws(ChatError) {
    var range: ClosedRange<Int64>?
    for index in entries.indices {
      guard let number = entries[index].firstChange else { continue }
      range = min(number, range?.lowerBound ?? number)...max(number, range?.upperBound ?? number)
    }
    if let range { try read(from: range.lowerBound, to: range.upperBound) }
    for index in entries.indices {
      if case .update(let update) = entries[index] { note(update) }
    }
  }

  /// Takes note of what was met in the log.
  private mutating func note(_ update: ChatUpdate) {
    guard let change = update.change else { return }
    let hint = Hint(seq: update.number, change: change)
    let number = change.target.number
    if indexed[number]?.contains(hint) == true { return }
    if unindexed[number]?.contains(hint) == true { return }
    unindexed[number, default: Hints()].insert(hint)
    untold += LogDamage(unindexed: 1, index: edits.directory)
  }

  private func mayChange(_ entries: [ChatEntry]) -> Bool {
    if indexed.isEmpty, unindexed.isEmpty { return false }
    return entries.contains { $0.textOwner.map { mayChange($0.number) } == true }
  }

  /// Whether anything is known to change a message.
  private func mayChange(_ number: Int64) -> Bool {
    indexed[number] != nil || unindexed[number] != nil
  }

  private func edits(on number: Int64) -> Set<Hint> {
    (indexed[number]?.edits ?? []).union(unindexed[number]?.edits ?? [])
  }

  private func deletions(on number: Int64) -> Set<Hint> {
    (indexed[number]?.deletions ?? []).union(unindexed[number]?.deletions ?? [])
  }

  /// The record that deletes a message, which itself need not be there; nil where there is none.
  mutating func deletion(of number: Int64) throws(ChatError) -> LogRecord? {
    try read(from: number, to: number)
    let deletions = deletions(on: number)
    if deletions.isEmpty { return nil }
    var search = try LogSearch(log)
    return try newest(of: deletions, &search)
  }

  /// A message as it is now.
  mutating func state(of message: Message) throws(ChatError) -> Message {
    try read(from: message.number, to: message.number)
    if !mayChange(message.number) { return message }
    var message = message
    var search = try LogSearch(log)
    if try isDeleted(message.reference, &search) { message.delete() }
    try applyEdit(to: &message, &search)
    return message
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

  private func isDeleted(
    _ target: MessageReference, _ search: inout LogSearch
  ) throws(ChatError) -> Bool {
    let deletions = deletions(on: target.number).filter { $0.change == .deletion(target) }
    return try newest(of: deletions, &search) != nil
  }

  /// Gives a message the text that it was given last, unless it is deleted.
  private func applyEdit(
    to message: inout Message, _ search: inout LogSearch
  ) throws(ChatError) {
    if message.isDeleted { return }
    let reference = message.reference
    let edits = edits(on: reference.number).filter { $0.change == .edit(reference) }
    guard let edit = try newest(of: edits, &search) else { return }
    message.edit(edit.body ?? "", on: edit.writtenAt)
  }

  /// The newest record that hints are of and that says the same; nil where the log has none.
  private func newest(
    of hints: Set<Hint>, _ search: inout LogSearch
  ) throws(ChatError) -> LogRecord? {
    for hint in hints.sorted(by: { $0.seq > $1.seq }) {
      if let record = try search.record(hint.seq), record.change == hint.change { return record }
    }
    return nil
  }

  private mutating func read(from lowest: Int64, to highest: Int64) throws(ChatError) {
    last = max(last, highest)
    if lowest > first, try isUnchanged { return }
    // It may be lost, also while it is read.
    if try edits.segments().isEmpty { return }
    if lowest <= first || position == nil {
      // Whoever reads backwards asks for less and less: so it is done again a few times only.
      first = max(0, min(first, lowest - 1 - 2 * (last - lowest)))
      indexed = [:]
      damagedLines.read = 0
      // What changes a message comes after it.
      position = try edits.position(afterNumber: first)
    }
    guard let position else { return }
    file = try status(of: position.segment)
    var reader = try edits.reader(continuing: position)
    while let copy = try reader.nextRecord() {
      guard let change = copy.change else { continue }
      indexed[change.target.number, default: Hints()].insert(Hint(seq: copy.seq, change: change))
    }
    self.position = reader.position
    noteDamage(reader.damage.lines)
  }

  /// Whether nothing was added since it was read: its last segment ends where it did, and is not so
  /// full that another might follow.
  private var isUnchanged: Bool {
    get throws(ChatError) {
      guard let file, let position, position.offset < edits.segmentSize,
        let now = try status(of: position.segment)
      else { return false }
      return now.isSameFile(as: file) && now.size == position.offset
    }
  }

  private func status(of segment: Int64) throws(ChatError) -> FileStatus? {
    let path = edits.path(of: segment)
    // Of an open file: on a network file system the path alone may tell what was a while ago.
    return try attemptIfPresent(.inspect, path) { () throws(Errno) in
      try FileDescriptor.openFile(path, .readOnly).status()
    }
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
