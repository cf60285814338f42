import Testing

@testable import ChatCore

/// Places found by bisection are those that a look at every record finds.
@Suite struct LogSearchTests {
  @Test(arguments: 0..<6 as Range<UInt64>)
  func `every date is found where reading everything finds it`(seed: UInt64) throws {
    let log = try TestLog.random(seed: seed)
    let all = try log.readForwards().records
    for date in try dates(around: all) {
      let found = try log.record(at: log.log.position(since: date))
      #expect(found == all.first { $0.date >= date }, "\(date)")
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `reading goes on after any record that was read last`(seed: UInt64) throws {
    let log = try TestLog.random(seed: seed)
    let all = try log.readForwards().records
    for (index, record) in all.enumerated() {
      let position = try log.log.position(after: .init(seq: record.seq, date: record.date))
      #expect(position.last?.seq == record.seq)
      #expect(position.last?.date == record.date)
      #expect(try log.record(at: position) == all[(index + 1)...].first)
    }
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `after a record that is not there comes the first that is later`(seed: UInt64) throws {
    let log = try TestLog.random(seed: seed)
    let all = try log.readForwards().records
    for date in try dates(around: all) {
      let mark = LogPosition.Mark(seq: 0, date: date)
      let position = try log.log.position(after: mark)
      #expect(position.last == mark)
      #expect(try log.record(at: position) == all.first { $0.date >= date })
    }
  }

  @Test func `an empty log has one place`() throws {
    let log = try TestLog()
    #expect(try log.log.position(since: .noon) == log.log.start())
    #expect(try log.readForwards().records.isEmpty)
  }

  @Test(arguments: 0..<6 as Range<UInt64>)
  func `backwards is forwards the other way round, damage included`(seed: UInt64) throws {
    let log = try TestLog.random(seed: seed)
    let forwards = try log.readForwards()
    let backwards = try log.readBackwards()
    #expect(forwards.records == backwards.records)
    #expect(forwards.damage == backwards.damage)
    #expect(forwards.damage.lines > 0)
  }

  /// Dates of records, between them, before and after them.
  private func dates(around records: [LogRecord]) throws -> [Timestamp] {
    let first = try #require(records.first?.date)
    let last = try #require(records.last?.date)
    return [first - 1, last + 1] + records.map(\.date) + records.map { $0.date + 1 }
  }
}

extension TestLog {
  fileprivate func record(at position: LogPosition) throws -> LogRecord? {
    var reader = try log.reader(at: position)
    return try reader.nextRecord()
  }

  /// A log of several segments with damaged lines, in which several records often have one date,
  /// and some lines are long.
  fileprivate static func random(seed: UInt64) throws -> TestLog {
    var generator = SeededGenerator(seed: seed)
    let log = try TestLog(segmentSize: Int64.random(in: 500...30_000, using: &generator))
    var date = Timestamp.noon
    for number in 0..<Int.random(in: 20...60, using: &generator) {
      date = date + max(0, Int64.random(in: -3...5, using: &generator))
      let isLong = Int.random(in: 0..<8, using: &generator) == 0
      let body = String.random(count: isLong ? 1...3000 : 1...60, using: &generator)
      try log.send(body, at: date)
      if number % 9 == 1 {
        let last = try log.log.lastSegment()
        // Damage holds line breaks of its own.
        let noise = String.random(count: 0...80, using: &generator)
        try log.append(Array("{\"seq\":\(number)\n\(noise)\n".utf8), to: last)
      }
    }
    return log
  }
}
