import ChatSystem

/// Finding a place in a log by bisection: numbers and dates only grow, so a log of millions of records
/// is searched in a few reads.
extension MessageLog {
  /// Before the first record that is as late as `date` or later.
  package func position(since date: Timestamp) throws(ChatError) -> LogPosition {
    try position { $0.date < date }
  }

  /// After the record `mark`, or, where the record of that number has another date (a log that was put
  /// back from a backup), after the last record that is older.
  func position(after mark: LogPosition.Mark) throws(ChatError) -> LogPosition {
    let isThere = { (record: LogRecord) in record.seq == mark.seq && record.date == mark.date }
    let found = try position { $0.seq < mark.seq }
    var reader = try MessageReader(self, at: found)
    if let record = try reader.nextRecord(), isThere(record) { return reader.position }
    return try position { $0.date < mark.date }
  }

  /// At the log's beginning.
  package func start() throws(ChatError) -> LogPosition {
    LogPosition(segment: try segments().first ?? 1, offset: 0)
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
    return try position(in: segments[low], isBefore)
  }

  /// From how few bytes on reading on is cheaper than bisecting.
  private static let scannedSize: Int64 = 8 << 10

  private func position(
    in segment: Int64, _ isBefore: (LogRecord) -> Bool
  ) throws(ChatError) -> LogPosition {
    let path = path(of: segment)
    var low: Int64 = 0
    var high = try attempt(.inspect, path) { () throws(Errno) in try FileStatus(of: path).size }
    while high - low > Self.scannedSize {
      let middle = low + (high - low) / 2
      var reader = try MessageReader(self, at: lineStart(from: middle, in: segment))
      if let record = try reader.nextRecord(), isBefore(record),
        reader.position.segment == segment
      {
        low = reader.position.offset
      } else {
        high = middle
      }
    }
    var reader = try MessageReader(self, at: lineStart(from: low, in: segment))
    var position = reader.position
    while let record = try reader.nextRecord(), isBefore(record) { position = reader.position }
    return position
  }

  /// The first place at or after `offset` where a line begins.
  private func lineStart(from offset: Int64, in segment: Int64) throws(ChatError) -> LogPosition {
    var position = LogPosition(segment: segment, offset: offset)
    if offset > 0 {
      // The line that holds the byte before is passed over, be it a whole one or a part.
      position.offset -= 1
      var reader = try MessageReader(self, at: position)
      position.offset += try reader.skipLine()
    }
    return position
  }
}
