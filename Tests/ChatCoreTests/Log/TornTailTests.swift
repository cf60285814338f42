import Testing

@testable import ChatCore

/// What a crash leaves at the end of a log, and how it goes on from there.
@Suite struct TornTailTests {
  /// The log of one message, and the line of a second one without its line break.
  private let whole: [UInt8]
  private let last: [UInt8]

  init() throws {
    let log = try TestLog()
    try log.send("one")
    whole = try log.bytes()
    try log.send("two", at: .noon + 1000)
    last = try log.bytes().dropFirst(whole.count).dropLast()
  }

  @Test func `a line that was cut off at any byte is passed over and takes a number`() throws {
    for length in 1..<last.count {
      let log = try log(endingIn: last[..<length])
      let receipt = try log.send("three", at: .noon - 1)
      #expect(receipt == healed(.init(number: 3, date: .noon)))
      try expect(log, bodies: ["one", "three"], counts: [1, 2], LogDamage(lines: 1))
    }
  }

  @Test func `a line that ends in NULs from any byte on is passed over`() throws {
    for length in last.indices {
      let nuls = [UInt8](repeating: 0, count: last.count - length)
      for end in [[], [0], [lineBreak]] as [[UInt8]] {
        let log = try log(endingIn: last[..<length] + nuls + end)
        let receipt = try log.send("three")
        #expect(receipt.sent.map(\.number) == [3])
        #expect(receipt.healed == (end != [lineBreak]))
        try expect(log, bodies: ["one", "three"], counts: [1, 2], LogDamage(lines: 1))
      }
    }
  }

  @Test func `a whole record that only wants its line break is adopted`() throws {
    let log = try log(endingIn: last[...])
    #expect(try log.readForwards().records.map(\.body) == ["one"])
    let receipt = try log.send("three", at: .noon)
    // Its date is gone on from as well.
    #expect(receipt == healed(.init(number: 3, date: .noon + 1000)))
    try expect(log, bodies: ["one", "two", "three"], counts: [1, 2, 3], LogDamage())
  }

  @Test func `nothing that stands in the log is cut off or moved`() throws {
    for length in 0...last.count {
      let log = try log(endingIn: last[..<length])
      let before = try log.bytes()
      try log.send("three")
      #expect(try log.bytes().starts(with: before))
    }
  }

  @Test func `several torn lines on end take a number each`() throws {
    let log = try log(endingIn: last[..<10] + [lineBreak] + last[..<20] + [lineBreak] + last[..<30])
    #expect(try log.send("five").sent.map(\.number) == [5])
    try expect(log, bodies: ["one", "five"], counts: [1, 2], LogDamage(lines: 3))
  }

  @Test func `a log that holds nothing but a torn line goes on`() throws {
    for length in 1...last.count {
      let log = try TestLog()
      try log.append(Array(last[..<length]))
      #expect(try log.send("next").sent.map(\.number) == [length == last.count ? 3 : 2])
    }
  }

  @Test(arguments: [1, 50])
  func `readers show what stands before a torn line and tell of it`(length: Int) throws {
    let store = try TestStore()
    let alice = try store.signUp("alice")
    let chat = try store.makeChat("r", by: alice)
    let path = store.store.log(of: chat).path(of: 1)
    try store.send("one", to: chat, as: alice)
    try put(contents(of: path) + last[..<length], into: path)
    for (limit, newestFirst) in [(nil, false), (5, false), (1, false), (nil, true), (1, true)] {
      var bodies: [String] = []
      let query = HistoryQuery(limit: limit, newestFirst: newestFirst)
      let damage = try store.store.readHistory(of: chat, query) {
        bodies += [$0.message?.body ?? ""]
      }
      #expect(bodies == ["one"])
      #expect(damage == LogDamage(lines: 1))
    }
  }

  @Test(arguments: [nil, 1] as [Int?])
  func `damage at the end is told of, whatever is asked for`(limit: Int?) throws {
    let store = try TestStore()
    let alice = try store.signUp("alice")
    let chat = try store.makeChat("r", by: alice)
    let path = store.store.log(of: chat).path(of: 1)
    let damage = Array("damage\n".utf8)
    try put(damage, into: path)
    #expect(try store.store.readHistory(of: chat, HistoryQuery(limit: limit)) { _ in }.lines == 1)
    try store.send("one", to: chat, as: alice)
    try put(contents(of: path) + damage + damage, into: path)
    let found = try store.store.readHistory(of: chat, HistoryQuery(limit: limit)) { _ in }
    #expect(found.lines == (limit == nil ? 3 : 2))
  }

  private func log(endingIn tail: ArraySlice<UInt8>) throws -> TestLog {
    let log = try TestLog()
    try log.append(whole + tail)
    return log
  }

  private func healed(_ sent: Receipt.Sent) -> Receipt { Receipt(sent: [sent], healed: true) }

  private func expect(
    _ log: TestLog, bodies: [String], counts: [Int64], _ damage: LogDamage,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (records, found) in [try log.readForwards(), try log.readBackwards()] {
      #expect(records.map(\.body) == bodies, sourceLocation: sourceLocation)
      #expect(records.map(\.count) == counts, sourceLocation: sourceLocation)
      #expect(records.map(\.date) == records.map(\.date).sorted(), sourceLocation: sourceLocation)
      #expect(found == damage, sourceLocation: sourceLocation)
    }
  }
}
