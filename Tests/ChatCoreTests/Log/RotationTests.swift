import ChatSystem
import Foundation
import Testing

@testable import ChatCore

/// A log of several segments, and what a crash leaves between one and the next.
@Suite struct RotationTests {
  @Test func `a full segment ends in a line that names the next one, and the log goes on`() throws {
    let log = try TestLog(segmentSize: 500)
    try log.send(count: 40)
    let segments = try log.log.segments()
    #expect(segments.count > 5)
    for (segment, following) in zip(segments, segments.dropFirst()) {
      #expect(try log.bytes(of: segment).ends(with: LogLine.next(following)))
    }
    try expectWhole(log, count: 40)
  }

  @Test(
    arguments: [
      ("00000000000000000001.jsonl", 1), ("00000009007199254740.jsonl", 9_007_199_254_740),
      ("00000000000000000000.jsonl", nil), ("09007199254740992000.jsonl", nil),
      ("99999999999999999999.jsonl", nil), ("0000000000000000001.jsonl", nil),
      ("00000000000000000001.json", nil), ("00000000000000000001.jsonl~", nil),
      ("0000000000000000000a.jsonl", nil), ("", nil),
    ] as [(String, Int64?)])
  func `a segment is called by the number of its first record`(name: String, number: Int64?) {
    #expect(SegmentName(name)?.firstSeq == number)
    if let number { #expect(SegmentName(firstSeq: number).text == name) }
  }

  @Test func `a batch stays together, however large`() throws {
    let log = try TestLog(segmentSize: 500)
    try log.send((1...30).map(String.init))
    #expect(try log.log.segments() == [1])
    try log.send("31")
    #expect(try log.log.segments() == [1, 31])
    try expectWhole(log, count: 31)
  }

  @Test func `a writer finds the end from any segment, or none`() throws {
    let log = try TestLog(segmentSize: 500)
    var count: Int64 = 20
    try log.send(count: 20)
    for hint in [nil, 999] + (try log.log.segments()) as [Int64?] {
      count += 1
      #expect(try log.send("\(count)", hint: hint).sent.map(\.number) == [count])
    }
    try expectWhole(log, count: count)
  }

  @Test(arguments: [nil, 1, 999] as [Int64?])
  func `a segment that was made but not named by a crash is gone on with`(hint: Int64?) throws {
    let log = try TestLog.full()
    try put([], into: log.log.path(of: log.next))
    try expectWhole(log, count: log.next - 1)
    try log.send("\(log.next)", hint: hint)
    try log.send("\(log.next + 1)")
    try expectWhole(log, count: log.next + 1)
    #expect(try log.log.segments() == [1, log.next])
  }

  @Test(arguments: [nil, 1, 999] as [Int64?])
  func `a segment whose name was torn is gone on with, also by who reads already`(
    hint: Int64?
  ) throws {
    let line = try LogLine.next(TestLog.full().next)
    for length in 0..<line.count {
      let log = try TestLog.full()
      try put([], into: log.log.path(of: log.next))
      try log.append(Array(line[..<length]))
      let reading = try log.endOfReading()
      try log.send("\(log.next)", hint: hint)
      try expectWhole(log, count: log.next)
      var reader = try log.log.reader(continuing: reading)
      let record = try reader.nextRecord()
      #expect(record?.seq == log.next)
    }
  }

  @Test func `a segment that lost its end, at any byte, hides nothing that follows`() throws {
    let log = try TestLog(segmentSize: 500)
    for number in 1...20 as ClosedRange<Int64> { try log.send("\(number)", at: .noon + number) }
    let segments = try log.log.segments()
    let whole = try log.bytes(of: segments[1])
    let lines = whole.split(separator: lineBreak).dropLast()
    let before = LogPosition(segment: 1, offset: 0)
    for length in whole.indices {
      try put(Array(whole[..<length]), into: log.log.path(of: segments[1]))
      // A record that lost no more than its line break is whole.
      let ends = lines.indices.map { lines[...$0].reduce(0) { $0 + $1.count + 1 } - 1 }
      let kept = Int64(ends.count { $0 <= length })
      let expected = Array(1..<segments[1] + kept) + Array(segments[2]...20)
      let (records, damage) = try log.readForwards()
      #expect(records.map(\.seq) == expected, "cut at \(length)")
      let backwards = try log.readBackwards()
      #expect(backwards.records == records, "cut at \(length)")
      #expect(backwards.damage == damage, "cut at \(length)")
      #expect(damage.lines <= 1)
      #expect(damage.lines + damage.missing == Int64(lines.count) - kept)
      for record in records {
        var reader = try log.log.reader(at: log.log.position(since: record.date))
        let found = try reader.nextRecord()
        #expect(found == record, "cut at \(length)")
      }
      var reader = try log.log.reader(continuing: before)
      var followed: [Int64] = []
      while let record = try reader.nextRecord() {
        followed.append(record.seq)
        reader = try log.log.reader(continuing: reader.position)
      }
      #expect(followed == expected, "cut at \(length)")
    }
  }

  @Test func `a whole message is given its line break before the next segment is begun`() throws {
    let log = try TestLog.full()
    let full = try log.bytes()
    try log.append(
      LogRecord(
        seq: log.next, count: log.next, date: .noon, user: userID("a"), name: "alice", body: "x"
      ).line)
    // Where the next segment cannot be made, the one before has its line break all the same.
    let path = log.log.path(of: log.next + 1)
    try FileManager.default.createDirectory(
      atPath: path + AtomicFile.temporarySuffix + "/x", withIntermediateDirectories: true)
    #expect(throws: ChatError.self) { try log.send("x") }
    #expect(try log.bytes().last == lineBreak)
    #expect(try log.bytes().starts(with: full))
    #expect(try log.readForwards().records.map(\.seq) == Array(1...log.next))
  }

  @Test(arguments: [nil, 1] as [Int64?])
  func `a torn message at the end of a full segment is passed over`(hint: Int64?) throws {
    let log = try TestLog.full()
    try log.append(Array("{\"seq\":".utf8))
    #expect(try log.send("x", hint: hint).healed)
    #expect(try log.log.segments() == [1, log.next + 1])
    let (records, damage) = try log.readForwards()
    #expect(records.map(\.seq) == Array(1..<log.next) + [log.next + 1])
    #expect(damage == LogDamage(lines: 1))
    #expect(try log.readBackwards().damage == damage)
  }

  @Test func `where the name of the next segment is damaged, the directory tells it`() throws {
    let log = try TestLog(segmentSize: 500)
    try log.send(count: 20)
    let segments = try log.log.segments()
    for damage in ["damage\n", String(decoding: LogLine.next(15), as: UTF8.self)] {
      let line = LogLine.next(segments[1])
      try put(log.bytes().dropLast(line.count) + damage.utf8, into: log.log.path(of: 1))
      #expect(try log.readForwards().records.map(\.seq) == Array(1...20))
      #expect(try log.readBackwards().records.map(\.seq) == Array(1...20))
      try put(log.bytes().dropLast(damage.utf8.count) + line, into: log.log.path(of: 1))
    }
    try put(log.bytes().dropLast(5) + "xxxx\n".utf8, into: log.log.path(of: 1))
    try log.send("21", hint: 1)
    #expect(try log.readForwards().records.map(\.seq) == Array(1...21))
  }

  @Test func `a segment that is missing in the middle costs its own messages only`() throws {
    let log = try TestLog(segmentSize: 500)
    try log.send(count: 40)
    let segments = try log.log.segments()
    try log.remove(segments[2])
    let expected = Array(1..<segments[2]) + Array(segments[3]...40)
    let damage = LogDamage(lines: 0, missing: segments[3] - segments[2])
    for (records, found) in [try log.readForwards(), try log.readBackwards()] {
      #expect(records.map(\.seq) == expected)
      #expect(found == damage)
    }
    for hint in [nil, 1, segments[1], segments[2]] as [Int64?] {
      let last = try #require(log.readBackwards().records.last)
      #expect(try log.send("x", hint: hint).sent.map(\.number) == [last.seq + 1])
    }
  }

  @Test(arguments: [true, false])
  func `the first messages are missed where their segment is gone or empty`(isGone: Bool) throws {
    let log = try TestLog(segmentSize: 500)
    try log.send(count: 20)
    let second = try log.log.segments()[1]
    if isGone { try log.remove(1) } else { try put([], into: log.log.path(of: 1)) }
    for (records, damage) in [try log.readForwards(), try log.readBackwards()] {
      #expect(records.map(\.seq) == Array(second...20))
      #expect(damage == LogDamage(missing: second - 1))
    }
  }

  @Test func `numbers are not given again where the last segment lost all before it`() throws {
    let log = try TestLog.full()
    try log.send("\(log.next)")
    try put([], into: log.log.path(of: log.next + 100))
    try log.remove(log.next)
    #expect(try log.send("x").sent.map(\.number) == [log.next + 100])
  }

  @Test func `where the last segment is missing, readers show the rest and writers refuse`() throws
  {
    let log = try TestLog.full()
    try log.send("\(log.next)")
    try log.remove(log.next)
    for (records, damage) in [try log.readForwards(), try log.readBackwards()] {
      #expect(records.map(\.seq) == Array(1..<log.next))
      #expect(damage == LogDamage(lines: 1))
    }
    let before = try log.bytes()
    #expect(throws: ChatError.missing(log.log.path(of: log.next))) {
      try log.send("x")
    }
    #expect(try log.bytes() == before)
  }

  /// The log holds the messages `1` to `count` and nothing else.
  private func expectWhole(
    _ log: TestLog, count: Int64, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (records, damage) in [try log.readForwards(), try log.readBackwards()] {
      #expect(records.map(\.seq) == Array(1...count), sourceLocation: sourceLocation)
      #expect(records.map(\.count) == Array(1...count), sourceLocation: sourceLocation)
      #expect(records.map(\.body) == (1...count).map(String.init), sourceLocation: sourceLocation)
      #expect(damage == LogDamage(), sourceLocation: sourceLocation)
    }
  }
}

extension TestLog {
  /// A log whose only segment is full.
  fileprivate static func full() throws -> TestLog {
    let log = try TestLog(segmentSize: 500)
    while try log.bytes().count < 500 { try log.send(count: 1) }
    return log
  }

  /// The number that comes next in a log that ``full()`` has made.
  fileprivate var next: Int64 { 6 }

  /// Sends messages one by one, each its own number.
  fileprivate func send(count: Int64) throws {
    let last = try readBackwards().records.last?.seq ?? 0
    for number in last + 1...last + count { try send("\(number)") }
  }

  /// Where a reader is that has read all there is.
  fileprivate func endOfReading() throws -> LogPosition {
    var reader = try log.reader(at: log.start())
    while try reader.nextRecord() != nil {}
    return reader.position
  }
}

extension [UInt8] {
  fileprivate func ends(with end: [UInt8]) -> Bool { suffix(end.count).elementsEqual(end) }
}
