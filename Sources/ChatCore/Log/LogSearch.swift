import ChatSystem

/// Finding a place in a log by bisection: numbers and dates only grow, so a log of millions of records
/// is searched in a few reads.
extension MessageLog {
  /// Before the first record that is as late as `date` or later.
  func position(since date: Timestamp) throws(ChatError) -> LogPosition {
    try position { $0.date < date }
  }

  /// After the record `mark`, or, where it is not there (in a log that was put back from a backup), after
  /// the last record that is older; the position's mark is `mark` all the same.
  func position(after mark: LogPosition.Mark) throws(ChatError) -> LogPosition {
    var found = try position { ($0.date, $0.seq) <= (mark.date, mark.seq) }
    if found.last?.seq != mark.seq || found.last?.date != mark.date {
      found.last = .init(seq: mark.seq, date: mark.date, offset: nil)
    }
    return found
  }

  /// The record with this number; nil where there is none.
  func record(_ seq: Int64) throws(ChatError) -> LogRecord? {
    var reader = try MessageReader(self, at: position { $0.seq < seq })
    guard let record = try reader.nextRecord(), record.seq == seq else { return nil }
    return record
  }

  /// After the last record whose number is not above `seq`.
  func position(afterNumber seq: Int64) throws(ChatError) -> LogPosition {
    try position { $0.seq <= seq }
  }

  /// At the log's beginning.
  func start() throws(ChatError) -> LogPosition {
    LogPosition(segment: try segments().first ?? 1, offset: 0, last: .beforeAll)
  }

  /// Before the first record that `isBefore` does not hold of; it holds of all records up to there.
  private func position(
    _ isBefore: (LogRecord) -> Bool
  ) throws(ChatError) -> LogPosition {
    let segments = try segments()
    var low = 0
    var high = segments.count
    // The place is in the last segment whose first record is before it.
    while high - low > 1 {
      let middle = (low + high) / 2
      var reader = try MessageReader(self, at: LogPosition(segment: segments[middle], offset: 0))
      if let record = try reader.nextRecord(), isBefore(record) {
        low = middle
      } else {
        high = middle
      }
    }
    guard low < segments.count else { return try start() }
    let beginning = LogPosition(
      segment: segments[low], offset: 0, last: low == 0 ? .beforeAll : nil)
    return try position(from: beginning, isBefore)
  }

  /// From how few bytes on reading on is cheaper than bisecting.
  private static let scannedSize: Int64 = 8 << 10

  /// The same in the segment that `beginning` is the beginning of.
  private func position(
    from beginning: LogPosition, _ isBefore: (LogRecord) -> Bool
  ) throws(ChatError) -> LogPosition {
    let segment = beginning.segment
    let path = path(of: segment)
    var low = beginning
    var high = try attempt(.inspect, path) { () throws(Errno) in try FileStatus(of: path).size }
    while high - low.offset > Self.scannedSize {
      let middle = low.offset + (high - low.offset) / 2
      var reader = try MessageReader(self, at: lineStart(from: middle, in: segment))
      if let record = try reader.nextRecord(), isBefore(record),
        reader.position.segment == segment
      {
        low = reader.position
      } else {
        high = middle
      }
    }
    var reader = try MessageReader(self, at: low)
    while let record = try reader.nextRecord(), isBefore(record) { low = reader.position }
    return low
  }

  /// The first place at or after `offset` where a line begins; not for the start of a segment.
  private func lineStart(from offset: Int64, in segment: Int64) throws(ChatError) -> LogPosition {
    // The line that holds the byte before is passed over, be it a whole one or a part.
    var position = LogPosition(segment: segment, offset: offset - 1)
    var reader = try MessageReader(self, at: position)
    position.offset += try reader.skipLine()
    return position
  }
}
