import ChatSystem

/// Adds lines to a log; made and used under the chat's lock, which it takes to have one.
///
/// The last segment is read backwards to the last record, whose number, count and date go on. What
/// stands after the last line break, a crash has left: a whole record is adopted, anything else
/// becomes a line that readers pass over, and either gets its line break first. The log is never
/// cut. Nor is a segment made where one follows already: whoever was reading may have gone on to
/// it.
struct LogWriter: ~Copyable {
  private let log: MessageLog
  /// Of segments that are made.
  private let mode: FileMode
  private var file: FileDescriptor
  /// The first number of the segment that is written to.
  private(set) var segment: Int64
  /// Where the segment ends.
  private var offset: Int64
  private var end: LogEnd
  /// Whether a crash left an unfinished line, which is now to be ended.
  private var needsLineBreak: Bool
  /// Whether ``endLine()`` ended one.
  private(set) var healed = false

  /// Finds the end of a log.
  /// - Parameter lock: of its chat, with a note of a segment that was once the last: that saves a
  ///   look at the directory.
  static func open(
    _ log: MessageLog, under lock: borrowing ChatLock
  ) throws(ChatError) -> LogWriter {
    var segment = try Self.segment(log.isSparse ? nil : lock.segment, in: log)
    while true {
      var reader = try ReverseMessageReader(log, from: segment)
      switch try LogEnd.readBack(&reader) {
      case .goesOn(let named):
        guard let following = try log.segment(after: segment, named: named) else {
          throw .missing(log.path(of: named))
        }
        segment = following
      case .ends(let end):
        var writer = LogWriter(
          log: log, mode: lock.access.fileMode, file: try log.open(segment, .readWrite),
          segment: segment,
          offset: reader.size, end: end, needsLineBreak: !reader.fragment.isEmpty)
        if PlantedBug.lineLeftTorn.isPlanted { writer.needsLineBreak = false }
        if PlantedBug.cutLog.isPlanted { try writer.plantCut(of: reader.fragment.count) }
        // A writer crashed before it named the next one, or the line that named it was damaged.
        if writer.isSegmentFull, let following = try log.segment(after: segment) {
          segment = following
          continue
        }
        // Whoever began it may have crashed before it was sure to stay.
        if reader.size == 0 && segment > 1 { try synchronizeNew(segment, in: log) }
        return writer
      }
    }
  }

  private init(
    log: MessageLog, mode: FileMode, file: consuming FileDescriptor, segment: Int64, offset: Int64,
    end: LogEnd, needsLineBreak: Bool
  ) {
    self.log = log
    self.mode = mode
    self.file = file
    self.segment = segment
    self.offset = offset
    self.end = end
    self.needsLineBreak = needsLineBreak
  }

  private mutating func plantCut(of count: Int) throws(ChatError) {
    offset -= Int64(count)
    needsLineBreak = false
    try attempt(.write, log.path(of: segment)) { () throws(Errno) in
      try file.plantCut(at: offset)
    }
  }

  private static func segment(_ hint: Int64?, in log: MessageLog) throws(ChatError) -> Int64 {
    if let hint, try log.exists(hint) { return hint }
    return try log.lastSegment()
  }

  /// Adds records in one write; not yet synced.
  ///
  /// When it fails, what was written stays: lines that are whole are published.
  /// - Returns: what was written, or the part that was written before it failed.
  mutating func append(
    _ new: [NewRecord], by author: Author, now: Timestamp
  ) throws(ChatError) -> (receipt: Receipt, failure: ChatError?) {
    try write(next(new, by: author, now: now))
  }

  /// The records that ``write(_:)`` is to add, numbered and dated on from the end.
  mutating func next(_ new: [NewRecord], by author: Author, now: Timestamp) -> [LogRecord] {
    new.map { end.append($0, by: author, now: now) }
  }

  /// The same for a record of another log that this one has a copy of, without its body.
  mutating func next(copyOf record: LogRecord) -> [LogRecord] { [end.append(copyOf: record)] }

  /// Adds the records that come next, as ``append(_:by:now:)`` does.
  mutating func write(
    _ records: [LogRecord]
  ) throws(ChatError) -> (receipt: Receipt, failure: ChatError?) {
    var receipt = Receipt(healed: healed || needsLineBreak)
    if isSegmentFull, let first = records.first { try beginSegment(first.seq) }
    var bytes: [UInt8] = needsLineBreak ? [lineBreak] : []
    var ends: [Int] = []
    ends.reserveCapacity(records.count)
    receipt.sent.reserveCapacity(records.count)
    for record in records {
      record.append(to: &bytes)
      ends.append(bytes.count)
      receipt.sent.append(.init(number: record.seq, date: record.writtenAt))
      receipt.clockIsBehind = receipt.clockIsBehind || record.at != nil
    }
    do throws(Errno) {
      try file.write(bytes, at: offset)
    } catch {
      let written = try writtenBytes(after: error)
      receipt.sent.removeLast(ends.count { $0 > written })
      // A record that wants its line break only is adopted by the next writer.
      let failure =
        ends.contains(Int(written) + 1)
        ? ChatError.maybeStored(.write, path: log.path(of: segment), error)
        : .system(.write, path: log.path(of: segment), error)
      return (receipt, failure)
    }
    offset += Int64(bytes.count)
    needsLineBreak = false
    return (receipt, nil)
  }

  /// How much of the lines was written before that failed.
  private func writtenBytes(after failure: Errno) throws(ChatError) -> Int64 {
    do throws(Errno) {
      return try file.status().size - offset
    } catch {
      throw .maybeStored(.write, path: log.path(of: segment), failure)
    }
  }

  /// Ends the line that a crash left unfinished, if there is one.
  mutating func endLine() throws(ChatError) {
    guard needsLineBreak else { return }
    let path = log.path(of: segment)
    try attempt(.write, path) { () throws(Errno) in try file.write([lineBreak], at: offset) }
    offset += 1
    needsLineBreak = false
    healed = true
  }

  private var isSegmentFull: Bool { offset >= log.segmentSize }

  /// Begins a segment: an unfinished line is ended and the full one synced, then the new one is
  /// made and synced with the directory, and only then does the full one name it. So who finds a
  /// segment need not look back, and one that is named is there; where a crash left it unnamed, the
  /// directory tells of it.
  private mutating func beginSegment(_ following: Int64) throws(ChatError) {
    let path = log.path(of: segment)
    try endLine()
    try attempt(.sync, path) { () throws(Errno) in try file.synchronizeData() }
    let newPath = log.path(of: following)
    let directory = try attempt(.create, newPath) { () throws(Errno) in
      try AtomicFile.replace(newPath, with: [], mode: mode)
    }
    try synchronizeDirectory(directory)
    try attempt(.write, path) { () throws(Errno) in
      try file.write(LogLine.next(following), at: offset)
      try file.synchronizeData()
    }
    file = try log.open(following, .readWrite)
    segment = following
    offset = 0
  }

  private static func synchronizeNew(_ segment: Int64, in log: MessageLog) throws(ChatError) {
    let path = log.path(of: segment)
    try attempt(.sync, path) { () throws(Errno) in
      try FileDescriptor.open(path, .readOnly).synchronize()
      try Directory.synchronize(log.directory)
    }
  }

  /// Makes all that was added survive a power cut; may be done after the lock is released, where
  /// all writers share one kernel.
  func synchronize() throws(ChatError) {
    do throws(Errno) {
      try file.synchronizeData()
    } catch {
      // Not tried again: the kernel may have dropped the pages, and a second call would lie.
      throw .maybeStored(.sync, path: log.path(of: segment), error)
    }
  }

  /// Whether ``synchronize()`` may wait until the lock is released.
  func maySynchronizeUnlocked() throws(ChatError) -> Bool {
    do throws(Errno) {
      return try FileSystem(of: file).isLocal || PlantedBug.earlyRelease.isPlanted
    } catch {
      throw .system(.inspect, path: log.path(of: segment), error)
    }
  }
}

/// What the next record goes on from.
private struct LogEnd {
  private var seq: Int64
  private var count: Int64
  private var date: Timestamp?

  enum Found {
    case ends(LogEnd)
    /// The segment is full and names the one that follows.
    case goesOn(Int64)
  }

  /// Reads back from a segment's end to the last record, and on to one that has a count.
  static func readBack(_ reader: inout ReverseMessageReader) throws(ChatError) -> Found {
    let segment = reader.segment
    var end = LogEnd(seq: 0, count: 0, date: nil)
    var linesPassedOver: Int64 = 0
    var fragment = reader.fragment
    while true {
      let isWhole = fragment.isEmpty
      let found = isWhole ? try reader.nextLine() : LogLine(fragment, in: fragment.indices)
      guard let line = found else { break }
      fragment = []
      switch line {
      case .record(let record) where !record.hasSuccessor:
        // Damaged, whatever it says: no record could follow it.
        linesPassedOver += 1
      case .record(let record):
        if end.date == nil {
          // A segment's name tells that the numbers before it were given.
          end.seq = max(record.seq + linesPassedOver, segment - 1)
          end.date = record.date
        }
        if let count = record.countSoFar {
          end.count = count
          return .ends(end)
        }
      case .next(let following):
        if isWhole, end.date == nil, reader.segment == segment { return .goesOn(following) }
      case .invalid:
        linesPassedOver += 1
      }
    }
    if end.date == nil { end.seq = segment - 1 + linesPassedOver }
    return .ends(end)
  }

  private static let largestLead: Int64 = 24 * 60 * 60 * 1000

  /// Makes the record that follows, and is then the end.
  mutating func append(_ new: NewRecord, by author: Author, now: Timestamp) -> LogRecord {
    let date = max(now, self.date ?? now)
    let isFarAhead = date.milliseconds - now.milliseconds > Self.largestLead
    seq += 1
    self.date = date
    var rare = LogRecord.Rare(at: isFarAhead ? now : nil, token: author.token)
    var body: String?
    switch new {
    case .message(let message, let reply, let key):
      count += 1
      body = message.body(seq)
      rare.reply = reply
      rare.key = key
      rare.isAutomatic = message.isAutomatic
    case .edit(let target, let text):
      body = text
      rare.change = .edit(target)
    case .deletion(let target): rare.change = .deletion(target)
    case .event(let event): rare.event = event
    }
    if !new.isMessage { rare.total = count }
    return LogRecord(
      seq: seq, count: new.isMessage ? count : nil, date: date, user: author.user,
      name: author.name, body: body, rare: Rarely(rare))
  }

  /// Makes a copy, and is then the end. It is counted, so that the next count is found at the end.
  mutating func append(copyOf record: LogRecord) -> LogRecord {
    seq = record.seq
    date = record.date
    count += 1
    return record.copy(count)
  }
}
