import ChatSystem

/// Reads a log onwards from a position; takes no lock.
struct MessageReader: ~Copyable {
  private let log: MessageLog
  private var file: FileDescriptor
  /// After the last line that was read.
  private(set) var position: LogPosition
  /// Read but not yet looked at: `buffer[next...]`, which begins at `position.offset`.
  private var buffer: [UInt8] = []
  private var next = 0
  /// How many lines were passed over because they were torn or damaged, and records missed.
  private(set) var damage = LogDamage()

  /// Which lines are decoded; the others are passed over as if they were records.
  var filter: LineFilter?
  /// Where the buffer holds the next text that the filter wants, if that lies after `next`.
  private var needle = 0
  /// The same of what may be such a text.
  private var wanted = 0
  /// Is told how many bytes were read, each time.
  var progress: ((Int) -> Void)?

  /// How often what seems damaged may be read again.
  private var rereadings = MessageLog.settlingTries

  /// Grows with what is read, so that a look at one line costs little and a long log few calls.
  private var blockSize = smallestBlockSize
  private static let smallestBlockSize = 4 << 10
  private static let largestBlockSize = 256 << 10

  init(_ log: MessageLog, at position: LogPosition) throws(ChatError) {
    self.log = log
    self.position = position
    file = try log.open(position.segment)
  }

  /// Goes on from another place, in the file that is open if it is there.
  mutating func move(to place: LogPosition) throws(ChatError) {
    if place.segment != position.segment { file = try log.open(place.segment) }
    position = place
    buffer.removeAll(keepingCapacity: true)
    next = 0
    rereadings = MessageLog.settlingTries
    blockSize = Self.smallestBlockSize
  }

  /// How large the segment is now, in bytes.
  func segmentSize() throws(ChatError) -> Int64 {
    try attempt(.inspect, log.path(of: position.segment)) { () throws(Errno) in
      try file.status().size
    }
  }

  /// Goes on from where another reader stopped. Where the log is no longer the one that was read
  /// (its segment is gone, cut or another), it goes on after the record that was read last.
  static func continuing(
    _ position: LogPosition, in log: MessageLog
  ) throws(ChatError) -> MessageReader {
    do throws(ChatError) {
      var reader = try MessageReader(log, at: position)
      if try reader.isSameLog() { return reader }
    } catch {
      guard case .system(.open, _, .noSuchEntry) = error else { throw error }
    }
    guard let mark = position.last else { return try MessageReader(log, at: log.start()) }
    return try MessageReader(log, at: log.position(after: mark))
  }

  /// Whether the record that was read last stands where it stood.
  private mutating func isSameLog() throws(ChatError) -> Bool {
    let place = position
    guard let mark = place.last else { return true }
    // In an earlier segment; or nowhere, and then it may have come back by now.
    guard let offset = mark.offset else { return mark.seq < place.segment }
    position = LogPosition(segment: place.segment, offset: offset)
    guard let record = try nextRecord(), record.seq == mark.seq, record.date == mark.date,
      position.segment == place.segment
    else { return false }
    while position.offset < place.offset, try skipLine() > 0 {}
    defer { position = place }
    return position.offset == place.offset
  }

  /// The next entry, or nil at the end of what is there now; more may come later.
  mutating func nextEntry() throws(ChatError) -> ChatEntry? {
    while let record = try nextRecord() {
      if let entry = record.entry { return entry }
    }
    return nil
  }

  /// The next entry, or nil at the end, where an unfinished line is given time to be finished: it
  /// is being written, or a writer has crashed there, which counts as damage.
  mutating func nextSettledEntry() throws(ChatError) -> ChatEntry? {
    for _ in 0..<MessageLog.settlingTries {
      if let entry = try nextEntry() { return entry }
      if !endsInUnfinishedLine { return nil }
      try log.waitForWriter()
    }
    damage.lines += 1
    return nil
  }

  /// The next record, or nil at the end of what is there now.
  mutating func nextRecord() throws(ChatError) -> LogRecord? {
    while true {
      passOverUnwantedLines()
      if let range = try nextLine() {
        if let record = try take(range, length: range.count + 1) { return record }
      } else if let following = try log.segment(after: position.segment) {
        // It is not written to any more, but may have been since its end was read. What stands
        // after its last line break is a line of its own by now: the segment was cut there.
        if try readBlock() > 0 { continue }
        let rest = next..<buffer.count
        if rest.isEmpty || LogLine.isBegunNext(buffer[rest], following) {
          try enter(following)
        } else {
          next = buffer.count
          if let record = try take(rest, length: rest.count) { return record }
        }
      } else {
        return nil
      }
    }
  }

  /// Looks at the line in `buffer[range]`, which has been passed.
  /// - Parameter length: of the line in the file, in bytes.
  /// - Returns: the record that it is, if one.
  private mutating func take(_ range: Range<Int>, length: Int) throws(ChatError) -> LogRecord? {
    let start = position.offset
    position.offset += Int64(length)
    switch LogLine(buffer, in: range) {
    case .record(let record):
      let missing = missingRecords(before: record)
      if missing > 0, try readsAgain(from: start) { return nil }
      damage.missing += missing
      if isRepeated(record) {
        damage.lines += 1
        return nil
      }
      position.linesPassedOver = 0
      position.last = .init(seq: record.seq, date: record.date, offset: start)
      return record
    case .next(let named):
      if let following = try log.segment(after: position.segment, named: named) {
        try enter(following)
      } else if try !readsAgain(from: start) {
        passOverLine()
      }
    case .invalid:
      if try !readsAgain(from: start) { passOverLine() }
    }
    return nil
  }

  private func missingRecords(before record: LogRecord) -> Int64 {
    guard !log.isSparse, let last = position.last?.seq else { return 0 }
    return max(0, record.seq - last - 1 - position.linesPassedOver)
  }

  /// Whether a record is no later than the one before it, as in a log that was pieced together.
  /// Where only its number or only its date is not, the one before was damaged, perhaps, and counts
  /// for less.
  private func isRepeated(_ record: LogRecord) -> Bool {
    guard !log.isSparse, let last = position.last else { return false }
    return record.date <= last.date && record.seq <= last.seq
  }

  /// What seems damaged is read again a few times before it is believed: a text may have been
  /// erased between two reads of one line. Where another host may be writing, its page cache and
  /// ours may differ for a moment, which is waited for.
  private mutating func readsAgain(from offset: Int64) throws(ChatError) -> Bool {
    let path = log.path(of: position.segment)
    guard rereadings > 0 else { return false }
    rereadings -= 1
    let isLocal = try attempt(.inspect, path) { () throws(Errno) in
      try FileSystem(of: file).isLocal
    }
    if !isLocal { try log.waitForWriter() }
    file = try log.open(position.segment)
    position.offset = offset
    buffer = []
    next = 0
    return true
  }

  /// Passes over the lines of the buffer, up to the first that the filter wants.
  private mutating func passOverUnwantedLines() {
    guard let filter else { return }
    // It is in one line, as what ends a line is none of its bytes.
    if needle <= next { needle = filter.needle.first(in: buffer, from: next) ?? buffer.count }
    if wanted <= next {
      wanted = LineFilter.firstOddEscape(in: buffer, from: next, before: needle) ?? needle
    }
    while let end = ByteSearch.first(lineBreak, in: buffer, from: next), end < wanted,
      !filter.wantsAnyhow(buffer, in: next..<end)
    {
      position.offset += Int64(end + 1 - next)
      position.linesPassedOver += 1
      next = end + 1
    }
  }

  private mutating func passOverLine() {
    position.linesPassedOver += 1
    damage.lines += 1
  }

  /// Passes over what stands up to the next line break.
  /// - Returns: how many bytes that were, the line break included; zero when there is none yet.
  mutating func skipLine() throws(ChatError) -> Int64 {
    guard let range = try nextLine() else { return 0 }
    position.offset += Int64(range.count) + 1
    return Int64(range.count) + 1
  }

  /// Finds the next whole line in the buffer, reading on as needed.
  /// - Returns: where it is in the buffer, its line break excluded.
  private mutating func nextLine() throws(ChatError) -> Range<Int>? {
    var searched = next
    while true {
      if let end = ByteSearch.first(lineBreak, in: buffer, from: searched) {
        defer { next = end + 1 }
        return next..<end
      }
      buffer.removeFirst(next)
      next = 0
      if buffer.count > LogRecord.longestLine { forgetOverlongLine() }
      searched = buffer.count
      if try readBlock() == 0 { return nil }
    }
  }

  /// Keeps of a line that is too long to be one only enough to be no record, so that a damaged file
  /// takes no memory.
  private mutating func forgetOverlongLine() {
    let kept = 1
    position.offset += Int64(buffer.count - kept)
    buffer = [0]
  }

  private mutating func readBlock() throws(ChatError) -> Int {
    let offset = position.offset + Int64(buffer.count)
    (needle, wanted) = (0, 0)
    do throws(Errno) {
      defer { blockSize = min(blockSize * 2, Self.largestBlockSize) }
      let count = try file.readOnce(upTo: blockSize, at: offset, into: &buffer)
      progress?(count)
      return count
    } catch {
      throw .system(.read, path: log.path(of: position.segment), error)
    }
  }

  private mutating func enter(_ segment: Int64) throws(ChatError) {
    file = try log.open(segment)
    position.segment = segment
    position.offset = 0
    position.last?.offset = nil
    buffer.removeAll(keepingCapacity: true)
    next = 0
  }

  /// Whether what is there ends in a line that is not finished.
  var endsInUnfinishedLine: Bool { next < buffer.count }
}
