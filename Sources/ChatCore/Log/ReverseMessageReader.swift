import ChatSystem

/// Reads a log backwards from its end; takes no lock.
struct ReverseMessageReader: ~Copyable {
  private let log: MessageLog
  /// The segment that is read now.
  private(set) var segment: Int64
  private var lines: ReverseLineReader
  /// Where it began: after the last whole line at that time; once a record was read, also which was
  /// the last.
  private(set) var end: LogPosition
  /// How large the segment was that it began in, in bytes.
  let size: Int64
  /// What stood after the last line break, if anything.
  let fragment: [UInt8]
  /// How many lines were passed over because they were torn or damaged, and records missed.
  private(set) var damage = LogDamage()

  /// Which lines are decoded; the others are passed over as if they were records.
  var filter: LineFilter?
  /// Is told how many bytes were read, after each segment.
  var progress: ((Int) -> Void)?

  /// The number of the record that follows what is read next.
  private var following: Int64?
  /// Invalid lines before that record; each stands for a number.
  private var linesPassedOver: Int64 = 0

  /// Begins at the end of `segment`.
  init(_ log: MessageLog, from segment: Int64) throws(ChatError) {
    self.init(log, segment, try log.reverseLines(of: segment))
  }

  /// Begins at a place between two lines.
  init(_ log: MessageLog, before position: LogPosition) throws(ChatError) {
    let lines = try log.reverseLines(of: position.segment, before: position.offset)
    self.init(log, position.segment, lines)
  }

  private init(_ log: MessageLog, _ segment: Int64, _ lines: consuming ReverseLineReader) {
    self.log = log
    self.segment = segment
    end = LogPosition(segment: segment, offset: lines.offset)
    size = lines.size
    fragment = lines.fragment
    self.lines = lines
  }

  /// Before the line that was given last.
  var position: LogPosition { LogPosition(segment: segment, offset: lines.offset) }

  /// The entry before, or nil at the beginning.
  mutating func nextEntry() throws(ChatError) -> ChatEntry? {
    while let line = try nextLine() {
      if case .record(let record) = line, let entry = record.entry { return entry }
    }
    return nil
  }

  /// The line before, or nil at the beginning.
  mutating func nextLine() throws(ChatError) -> LogLine? {
    while true {
      if let bytes = try lines.nextLine() {
        // The last record marks the end, so that one is needed.
        if let filter, end.last != nil, !filter.wants(bytes) {
          linesPassedOver += 1
          continue
        }
        return try take(bytes)
      }
      progress?(Int(lines.size))
      let later = segment
      guard let earlier = try log.segment(before: later) else {
        noteBeginning()
        return nil
      }
      segment = earlier
      lines = try log.reverseLines(of: earlier)
      let rest = lines.fragment
      // A segment that was cut; see MessageReader.
      if !rest.isEmpty, !LogLine.isBegunNext(rest[...], later) {
        return try take(rest)
      }
    }
  }

  /// Looks at the line that was read last.
  private mutating func take(_ bytes: [UInt8]) throws(ChatError) -> LogLine {
    var bytes = bytes
    var line = LogLine(bytes, in: bytes.indices)
    // A text may have been erased between two reads of one line.
    for _ in 0..<MessageLog.settlingTries where line == .invalid {
      let again = try lines.readAgain()
      if again == bytes { break }
      bytes = again
      line = LogLine(bytes, in: bytes.indices)
    }
    try note(line)
    return line
  }

  /// Counts what stands after the last line break as damage.
  mutating func countFragment() {
    if !fragment.isEmpty { damage.lines += 1 }
  }

  /// The first record of a log has number 1.
  private mutating func noteBeginning() {
    guard let following else { return }
    damage.missing += max(0, following - 1 - linesPassedOver)
    self.following = nil
  }

  private mutating func note(_ line: LogLine) throws(ChatError) {
    switch line {
    case .record(let record):
      if end.last == nil {
        end.last = .init(
          seq: record.seq, date: record.date, offset: segment == end.segment ? lines.offset : nil)
        end.linesPassedOver = linesPassedOver
      }
      if let following {
        damage.missing += max(0, following - record.seq - 1 - linesPassedOver)
      }
      following = record.seq
      linesPassedOver = 0
    case .next(let named):
      // The last line of all: the segment that it names is gone.
      let isLast = segment == end.segment && end.last == nil && linesPassedOver == 0
      if isLast, try log.segment(after: segment, named: named) == nil { damage.lines += 1 }
    case .invalid:
      linesPassedOver += 1
      damage.lines += 1
    }
  }
}
