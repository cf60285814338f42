import Testing

@testable import ChatCore

@Suite struct LogRecordDamageTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func `any text comes back as it was written`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let record = try LogRecord.random(using: &generator)
      #expect(LogLine(record.line) == .record(record))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `a damaged line is never read as anything but what its bytes say`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let record = try LogRecord.random(using: &generator)
      var line = record.line
      line.damage(using: &generator)
      // A record that is read from it is one that could have been written: it is read back alike.
      if case .record(let read) = LogLine(line) {
        #expect(LogLine(read.line) == .record(read))
        #expect(Set(read.strings).isSubset(of: strings(in: line)))
      }
    }
  }

  @Test func `a line that is cut short is invalid at every length`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<20 {
      let line = try LogRecord.random(using: &generator).line
      for length in line.indices { #expect(LogLine(Array(line[..<length])) == .invalid) }
    }
  }

  @Test func `a line whose end is NULs is invalid from every byte on`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<20 {
      let line = try LogRecord.random(using: &generator).line
      for length in line.indices {
        let filled = line[..<length] + Array(repeating: 0, count: line.count - length)
        #expect(LogLine(Array(filled)) == .invalid)
      }
    }
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func `noise is read without harm`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let tokens = [
      "{", "}", "[", "]", "\"", "\\", ":", ",", "\\u", "d83d", "\"seq\"", "\"body\"", "1", "-", "e",
      ".",
      "true", " ", "\0", "\u{FFFD}",
    ]
    for _ in 0..<500 {
      let count = Int.random(in: 0...20, using: &generator)
      let text = (0..<count).map { _ in tokens.randomElement(using: &generator) ?? "" }.joined()
      var bytes = Array(text.utf8)
      bytes.damage(using: &generator)
      #expect(LogLine(bytes) == .invalid)
    }
  }

  /// Every JSON string in `line`, as a reader that knows nothing of records would find them.
  private func strings(in line: [UInt8]) -> Set<String> {
    var scanner = JSONLineScanner(line, in: line.indices)
    var strings: Set<String> = []
    _ = scanner.scanObject { _, value, scanner in
      if case .string(let token) = value, let text = scanner.string(token) { strings.insert(text) }
    }
    return strings
  }
}

extension LogRecord {
  static func random(using generator: inout some RandomNumberGenerator) throws -> LogRecord {
    let seq = Int64.random(in: 1...1_000_000, using: &generator)
    return LogRecord(
      seq: seq, count: Int64.random(in: 1...seq, using: &generator),
      date: .noon + Int64.random(in: 0...1_000_000_000, using: &generator),
      user: try userID("a"), name: .random(count: 1...8, using: &generator),
      body: .random(count: 1...40, using: &generator),
      rare: Rarely(.init(at: Bool.random(using: &generator) ? .noon : nil)))
  }

  fileprivate var strings: [String] { [name, body, user.text].compactMap(\.self) }
}

extension [UInt8] {
  /// Changes, inserts or removes a few bytes anywhere.
  fileprivate mutating func damage(using generator: inout some RandomNumberGenerator) {
    for _ in 0..<Int.random(in: 1...3, using: &generator) where !isEmpty {
      let index = Int.random(in: 0..<count, using: &generator)
      let byte = UInt8.random(in: 0...255, using: &generator)
      switch Int.random(in: 0..<3, using: &generator) {
      case 0: self[index] = byte
      case 1: insert(byte, at: index)
      default: remove(at: index)
      }
    }
  }
}
