import Testing

@testable import ChatCore

@Suite struct LogWriterTests {
  private static let day: Int64 = 86_400_000

  @Test func `messages of several sends are numbered on, in their order`() throws {
    let log = try TestLog()
    let first = try log.send("a", "b", at: .noon)
    let second = try log.send("c", at: .noon + 5)
    #expect(first.sent.map(\.number) == [1, 2])
    #expect(second.sent == [.init(number: 3, date: .noon + 5)])
    let (records, damage) = try log.readForwards()
    #expect(records.map(\.seq) == [1, 2, 3])
    #expect(records.map(\.count) == [1, 2, 3])
    #expect(records.map(\.date) == [.noon, .noon, .noon + 5])
    #expect(records.map(\.body) == ["a", "b", "c"])
    #expect(damage == LogDamage())
  }

  @Test func `dates never go back when the clock does`() throws {
    let log = try TestLog()
    for time in [.noon, .noon - 3_600_000, .noon - 1, .noon + 1] as [Timestamp] {
      try log.send("x", at: time)
    }
    let records = try log.readForwards().records
    #expect(records.map(\.date) == [.noon, .noon, .noon, .noon + 1])
    #expect(records.allSatisfy { $0.at == nil })
  }

  @Test func `the true time is written beside a date that is more than a day ahead of it`() throws {
    let log = try TestLog()
    try log.send("from the future", at: .noon + Self.day)
    let onTime = try log.send("a day behind", at: .noon)
    let late = try log.send("more", at: .noon - 1)
    let caughtUp = try log.send("later", at: .noon + Self.day + 1)
    #expect([onTime, late, caughtUp].map(\.clockIsBehind) == [false, true, false])
    #expect(late.sent.map(\.date) == [.noon - 1])
    let records = try log.readForwards().records
    #expect(records.map(\.at) == [nil, nil, .noon - 1, nil])
    #expect(records[2].date == .noon + Self.day)
    let message = try #require(records[2].message)
    #expect(message.date == .noon - 1)
    #expect(message.logDate == .noon + Self.day)
  }

  @Test func `records that are no messages take a number but do not count`() throws {
    let log = try TestLog()
    try log.append(log.record(seq: 1).line + [lineBreak])
    try log.send("first")
    for seq in 3...400 as ClosedRange<Int64> {
      try log.append(log.record(seq: seq).line + [lineBreak])
    }
    try log.send("second")
    let messages = try log.readForwards().records.compactMap { record in
      record.body.map { (record.seq, record.count, $0) }
    }
    #expect(messages.map(\.0) == [2, 401])
    #expect(messages.map(\.1) == [1, 2])
  }

  @Test(arguments: ["damage", "", "\0\0\0", "{\"seq\":2}"])
  func `a damaged line takes a number`(line: String) throws {
    let log = try TestLog()
    try log.send("one")
    try log.append(Array("\(line)\n\(line)\n".utf8))
    let receipt = try log.send("four")
    #expect(receipt.sent.map(\.number) == [4])
    #expect(!receipt.healed)
    let (records, damage) = try log.readForwards()
    #expect(records.map(\.count) == [1, 2])
    #expect(damage == LogDamage(lines: 2, missing: 0))
    #expect(try log.readBackwards().damage == damage)
  }

  @Test func `a log that begins with damage goes on`() throws {
    let log = try TestLog()
    try log.append(Array("damage\n".utf8))
    #expect(try log.send("two").sent.map(\.number) == [2])
    #expect(try log.readForwards().records.map(\.count) == [1])
  }

  @Test(
    arguments: [("\"seq\":3", "\"seq\":9"), ("2026-11-30T12:00:03", "2926-11-30T12:00:03")])
  func `a damaged record that can still be read hides no other`(
    field: String, damagedField: String
  ) throws {
    let log = try TestLog()
    for second in 1...5 as ClosedRange<Int64> { try log.send("x", at: .noon + second * 1000) }
    let text = String(decoding: try log.bytes(), as: UTF8.self)
    let damaged = text.replacing(field, with: damagedField)
    #expect(damaged != text)
    try put(Array(damaged.utf8), into: log.log.path(of: 1))
    #expect(try log.readForwards().records.map(\.count) == [1, 2, 3, 4, 5])
    #expect(try log.readBackwards().records.map(\.count) == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [("\"seq\":2", "\"seq\":"), ("\"n\":2", "\"n\":")])
  func `a damaged number that none can follow spoils no later message`(
    field: String, name: String
  ) throws {
    let log = try TestLog()
    try log.send("one", at: .noon)
    try log.send("two", at: .noon + 1)
    let text = String(decoding: try log.bytes(), as: UTF8.self)
    let damaged = text.replacing(field, with: "\(name)\(Int64(1) << 53 - 1)")
    #expect(damaged != text)
    try put(Array(damaged.utf8), into: log.log.path(of: 1))
    for second in 2...3 as ClosedRange<Int64> { try log.send("x", at: .noon + second) }
    #expect(try log.readForwards().records.suffix(2).map(\.body) == ["x", "x"])
    #expect(try log.readForwards().records.suffix(2).map(\.count) == [2, 3])
    #expect(try log.readBackwards().records.suffix(2).map(\.body) == ["x", "x"])
  }

  @Test func `a line that is too long to be one is passed over, in either direction`() throws {
    let log = try TestLog()
    try log.send("one")
    try log.append([UInt8](repeating: UInt8(ascii: "x"), count: LogRecord.longestLine * 2))
    #expect(try log.readForwards().records.map(\.body) == ["one"])
    let receipt = try log.send("three")
    #expect(receipt.sent.map(\.number) == [3])
    #expect(receipt.healed)
    for (records, damage) in [try log.readForwards(), try log.readBackwards()] {
      #expect(records.map(\.body) == ["one", "three"])
      #expect(damage == LogDamage(lines: 1))
    }
  }

  @Test func `the longest message is no overlong line`() throws {
    let log = try TestLog()
    let longest = String(repeating: "\u{1}", count: MessageText.limit)
    try log.send(longest, "after")
    for records in [try log.readForwards().records, try log.readBackwards().records] {
      #expect(records.map(\.body) == [longest, "after"])
    }
  }

  @Test func `records that come again, as in a log that was pieced together, are damage`() throws {
    let log = try TestLog()
    try log.send("one", at: .noon)
    try log.send("two", at: .noon + 1)
    try log.append(log.bytes())
    try log.send("three", at: .noon + 2)
    let (records, damage) = try log.readForwards()
    #expect(records.map(\.body) == ["one", "two", "three"])
    #expect(damage == LogDamage(lines: 2))
  }

  @Test func `numbers are missed where records are gone, in either direction`() throws {
    let log = try TestLog()
    for seq in [1, 2, 5, 9, 12, 14] as [Int64] {
      if seq == 12 { try log.append(Array("damage\n".utf8)) }
      try log.append(log.record(seq: seq).line + [lineBreak])
    }
    let expected = LogDamage(lines: 1, missing: 7)
    #expect(try log.readForwards().damage == expected)
    #expect(try log.readBackwards().damage == expected)
  }
}
