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

  @Test func `numbers are missed where records are gone, in either direction`() throws {
    let log = try TestLog()
    for seq in [1, 2, 5, 9] as [Int64] { try log.append(log.record(seq: seq).line + [lineBreak]) }
    try log.append(Array("damage\n".utf8))
    try log.append(log.record(seq: 12).line + [lineBreak])
    let expected = LogDamage(lines: 1, missing: 6)
    #expect(try log.readForwards().damage == expected)
    #expect(try log.readBackwards().damage == expected)
  }
}
