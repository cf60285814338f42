import ChatSystem

/// Finds places in a log by bisection: numbers and dates only grow, so a log of millions of records
/// is searched in a few reads.
///
/// Several places are found for little more than one: the directory is read once, each segment's
/// first record once, and the segment that was looked into last stays open.
struct LogSearch: ~Copyable {
  private let log: MessageLog
  private let segments: [Int64]
  private var reader: MessageReader
  /// The first records of segments, as far as they were read.
  private var firstRecords: [Int64: LogPosition.Mark] = [:]

  /// Searches the segments that the log has now.
  init(_ log: MessageLog) throws(ChatError) {
    let segments = try log.segments()
    // Most of what is looked for is in the last.
    let last = LogPosition(segment: segments.last ?? 1, offset: 0)
    let reader = try MessageReader(log, at: last)
    self.log = log
    self.segments = segments
    self.reader = reader
  }

  /// The record with this number; nil where there is none.
  mutating func record(_ seq: Int64) throws(ChatError) -> LogRecord? {
    guard let record = try find({ $0.seq < seq }).next, record.seq == seq else { return nil }
    return record
  }

  /// After the last record whose number is not above `seq`.
  mutating func position(afterNumber seq: Int64) throws(ChatError) -> LogPosition {
    try find { $0.seq <= seq }.position
  }

  /// Before the first record that `isBefore` does not hold of; it holds of all records up to there.
  fileprivate mutating func find(
    _ isBefore: (LogPosition.Mark) -> Bool
  ) throws(ChatError) -> (position: LogPosition, next: LogRecord?) {
    var low = 0
    var high = segments.count
    // The place is in the last segment whose first record is before it.
    while high - low > 1 {
      let middle = (low + high) / 2
      if let first = try firstRecord(of: segments[middle]), isBefore(first) {
        low = middle
      } else {
        high = middle
      }
    }
    return try find(
      from: LogPosition(
        segment: low < segments.count ? segments[low] : 1, offset: 0,
        last: low == 0 ? .beforeAll : nil),
      isBefore)
  }

  private mutating func firstRecord(of segment: Int64) throws(ChatError) -> LogPosition.Mark? {
    if let known = firstRecords[segment] { return known }
    try reader.move(to: LogPosition(segment: segment, offset: 0))
    firstRecords[segment] = try reader.nextRecord()?.mark
    return firstRecords[segment]
  }

  /// From how few bytes on reading on is cheaper than bisecting.
  private static let scannedSize: Int64 = 8 << 10

  /// The same in the segment that `beginning` is the beginning of.
  private mutating func find(
    from beginning: LogPosition, _ isBefore: (LogPosition.Mark) -> Bool
  ) throws(ChatError) -> (position: LogPosition, next: LogRecord?) {
    let segment = beginning.segment
    var low = beginning
    try reader.move(to: low)
    var high = try reader.segmentSize()
    while high - low.offset > Self.scannedSize {
      let middle = low.offset + (high - low.offset) / 2
      // The line that holds the byte before is passed over, be it a whole one or a part.
      try reader.move(to: LogPosition(segment: segment, offset: middle - 1))
      _ = try reader.skipLine()
      if let record = try reader.nextRecord(), isBefore(record.mark),
        reader.position.segment == segment
      {
        low = reader.position
      } else {
        high = middle
      }
    }
    try reader.move(to: low)
    while let record = try reader.nextRecord() {
      if !isBefore(record.mark) { return (low, record) }
      low = reader.position
    }
    return (low, nil)
  }
}

extension MessageLog {
  /// Before the first record that is as late as `date` or later.
  func position(since date: Timestamp) throws(ChatError) -> LogPosition {
    var search = try LogSearch(self)
    return try search.find { $0.date < date }.position
  }

  /// After the record `mark`, or, where it is not there (in a log that was put back from a backup),
  /// after the last record that is older; the position's mark is `mark` all the same.
  func position(after mark: LogPosition.Mark) throws(ChatError) -> LogPosition {
    if PlantedBug.datelessCursor.isPlanted { return try position(afterNumber: mark.seq) }
    var search = try LogSearch(self)
    var found = try search.find { ($0.date, $0.seq) <= (mark.date, mark.seq) }.position
    if found.last?.seq != mark.seq || found.last?.date != mark.date {
      found.last = .init(seq: mark.seq, date: mark.date, offset: nil)
    }
    return found
  }

  /// The record with this number; nil where there is none.
  func record(_ seq: Int64) throws(ChatError) -> LogRecord? {
    var search = try LogSearch(self)
    return try search.record(seq)
  }

  /// After the last record whose number is not above `seq`.
  func position(afterNumber seq: Int64) throws(ChatError) -> LogPosition {
    var search = try LogSearch(self)
    return try search.position(afterNumber: seq)
  }

  /// At the log's beginning.
  func start() throws(ChatError) -> LogPosition {
    LogPosition(segment: try segments().first ?? 1, offset: 0, last: .beforeAll)
  }
}

extension LogRecord {
  /// What it is recognised by, wherever it stands.
  fileprivate var mark: LogPosition.Mark { .init(seq: seq, date: date) }
}
