import Testing

@testable import ChatCore

/// What a crash leaves of a line, told from what is damaged.
struct TornLineTests {
  private let line = LogRecord(
    seq: 42, count: 40, date: .noon, user: UserID(digestOf: "a"), name: "né",
    body: "a\\é\u{1}日本",
    rare: Rarely(.init(reply: MessageReference(number: 3, date: .noon), isAutomatic: true))
  ).line

  @Test func `every beginning of a line is torn, wherever it ends`() {
    for length in 1..<line.count {
      let torn = Array(line[..<length])
      #expect(LogLine.isTorn(torn, number: 42), "\(length)")
      // As much as the whole line was given room, and only a part of it written.
      let room = torn + [UInt8](repeating: 0, count: line.count - length)
      #expect(LogLine.isTorn(room, number: 42), "\(length)")
      // Or what came after it was.
      #expect(LogLine.isTorn(torn + [0] + line, number: 42), "\(length)")
    }
  }

  @Test func `a line with one byte changed, of another number, or blank is not`() {
    #expect(!LogLine.isTorn([], number: 42))
    for index in line.indices {
      for bit in 0..<8 {
        var changed = line
        changed[index] ^= 1 << bit
        if LogLine(changed) != .invalid || changed.last != line.last { continue }
        #expect(!LogLine.isTorn(changed, number: 42), "\(index) \(bit)")
      }
    }
    #expect(!LogLine.isTorn(Array(line[..<30]), number: 41))
  }
}
