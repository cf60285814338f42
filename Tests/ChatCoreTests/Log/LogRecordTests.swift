import Testing

@testable import ChatCore

@Suite struct LogRecordTests {
  @Test(
    arguments: [
      "hello", "", " ", "\"", "\\", "\\\"", "\\n", "a\nb\r\tc", "\u{0}\u{1}\u{8}\u{C}\u{1F}\u{7F}",
      "日本語", "e\u{301}", "👩‍👩‍👧‍👦🇯🇵", "\u{10FFFF}\u{FFFD}\u{2028}", "\u{202E}gpj", "{\"seq\":1}\n",
      String(repeating: "あ", count: 4096),
    ])
  func `a record comes back as it was written, on one line`(text: String) throws {
    let record = try record(name: text, body: text)
    #expect(LogLine(record.line) == .record(record))
    #expect(!record.line.contains(lineBreak))
  }

  @Test func `what a record need not have is left out and comes back as nothing`() throws {
    var record = try record()
    for name in ["at", "token"] {
      #expect(!String(decoding: record.line, as: UTF8.self).contains("\"\(name)\""))
    }
    record = try self.record(rare: .init(at: .noon - 90_000_000, token: "backup"))
    #expect(LogLine(record.line) == .record(record))
    #expect(record.message?.byline == "alice[backup]")
    record.count = nil
    record.body = nil
    #expect(LogLine(record.line) == .record(record))
    #expect(record.message == nil)
  }

  @Test func `a record with a body but no count of its own is no message`() throws {
    var record = try record()
    record.count = nil
    #expect(LogLine(record.line) == .invalid)
    record = try self.record(rare: .init(total: 3))
    record.count = nil
    #expect(LogLine(record.line) == .record(record))
    #expect(record.message == nil)
  }

  @Test(arguments: ["reply", "edit", "delete"])
  func `a reference that is not whole makes a line invalid`(field: String) throws {
    let plain = LogRecord(
      seq: 42, count: 40, date: .noon, user: try userID("a"), name: "alice", body: "x")
    let line = String(decoding: plain.line.dropLast(), as: UTF8.self)
    let (number, date) = ("\"\(field)\":1", #""of":"2026-11-30T12:00:00.000Z""#)
    for ending in ["\(number),\(date)", number, date] {
      let isWhole = ending.contains(",")
      #expect((LogLine(Array("\(line),\(ending)}".utf8)) == .invalid) != isWhole)
    }
  }

  @Test func `a record is written with the body last`() throws {
    let id = String(repeating: "a", count: 20)
    #expect(
      String(decoding: try record(body: "hi").line, as: UTF8.self)
        == #"{"seq":42,"n":40,"date":"2026-11-30T12:00:00.000Z","user":"\#(id)","name":"alice","#
        + #""body":"hi"}"#)
  }

  @Test(
    arguments: [
      (#"\u00e9"#, "é"), (#"\u65E5"#, "日"), (#"\ud83d\ude00"#, "😀"),
      (#"\uDBFF\uDFFF"#, "\u{10FFFF}"),
      (#"\b\f\n\r\t\/\\\""#, "\u{8}\u{C}\n\r\t/\\\""), (#"\u0000"#, "\0"), ("\u{7F}", "\u{7F}"),
    ])
  func `an escape stands for its character`(escape: String, text: String) throws {
    #expect(try line(body: "\"\(escape)\"") == .record(record(body: text)))
  }

  @Test(
    arguments: [
      #""\ud83d""#, #""\ude00""#, #""\ud83d\ud83d""#, #""\ud83dx""#, #""\ud83d\n""#, #""\u12""#,
      #""\u12G4""#, #""\x41""#, #""\"#, "\"\t\"", "\"open", "\"\u{1}\"", "nul", "tru", "-", "01x",
      "1.e",
      "[1", "{\"a\":1", "'x'",
    ])
  func `what is no JSON makes a line invalid, whichever field it is in`(value: String) throws {
    #expect(try line(body: value) == .invalid)
    #expect(try line(",\"later\":\(value)") == .invalid)
  }

  @Test(
    arguments: [
      "1", "-1.5e3", "9223372036854775808", "true", "false", "null", "\"x\"", "[]", "{}",
      #"{"seq":7,"deep":[[{"}":"]"}]]}"#, #"[1, "\"]", {"a": null}]"#,
    ])
  func `a field of a later version is passed over`(value: String) throws {
    #expect(try line(",\"later\":\(value)") == .record(record()))
    #expect(try line(", \"later\" : \(value) ") == .record(record()))
  }

  @Test(arguments: [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80], [0xF4, 0x90, 0x80, 0x80]])
  func `a line that is not UTF-8 is invalid, wherever that is`(bytes: [UInt8]) throws {
    let places = [
      ",\"later\":\"?\"", ",\"?\":1", ",\"later\":[\"?\"]", ",\"later\":{\"a\":{\"?\":1}}",
    ]
    for place in places {
      let line = try text(place).utf8.flatMap { $0 == UInt8(ascii: "?") ? bytes : [$0] }
      #expect(LogLine(line) == .invalid, "\(place)")
    }
    #expect(LogLine(try record(body: "?").line.flatMap { $0 == 63 ? bytes : [$0] }) == .invalid)
  }

  @Test func `fields may come in any order, with spaces between`() throws {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<50 {
      let fields = fields(try record()).shuffled(using: &generator).map { "\($0) : \($1)" }
      #expect(LogLine(" { \(fields.joined(separator: "\t, "))\r} ") == .record(try record()))
    }
  }

  @Test func `a line is the same record or none where a space has it read field by field`() throws {
    var generator = SeededGenerator(seed: 2)
    for _ in 0..<2000 {
      let name = String.random(count: 0...20, using: &generator)
      let body = String.random(count: 0...80, using: &generator)
      var line = try record(name: name, body: body).line
      #expect(LogLine(line) == LogLine([UInt8(ascii: " ")] + line))
      let place = Int.random(in: line.indices, using: &generator)
      line[place] = UInt8.random(in: 0...255, using: &generator)
      #expect(LogLine(line) == LogLine([UInt8(ascii: " ")] + line))
      line.removeLast(Int.random(in: 1...3, using: &generator))
      #expect(LogLine(line) == LogLine([UInt8(ascii: " ")] + line))
    }
  }

  @Test(arguments: ["seq", "date", "user", "name"])
  func `a record without one of these is invalid`(key: String) throws {
    let fields = fields(try record()).filter { $0.key != "\"\(key)\"" }
    #expect(LogLine(object(fields)) == .invalid)
  }

  @Test func `a field that comes twice makes a line invalid, even with the same value`() throws {
    for field in fields(try record()) {
      #expect(LogLine(object(fields(try record()) + [field])) == .invalid, "\(field.key)")
    }
  }

  @Test(
    arguments: [
      ("seq", ["0", "-1", "1.0", "1e2", "01", "\"1\"", "null", "9223372036854775808", "[1]"]),
      ("n", ["0", "-1", "1.5", "true", "\"1\"", "9223372036854775807"]),
      ("seq", ["9007199254740992", "9223372036854775807"]),
      ("date", ["1", "\"\"", "\"2026-11-30\"", "\"2026-11-31T00:00:00.000Z\"", "null"]),
      ("at", ["0", "\"yesterday\""]), ("body", ["1", "null", "[\"x\"]"]), ("name", ["{}", "1"]),
      ("user", ["\"alice\"", "\"../../../../../../..\"", "\"AAAAAAAAAAAAAAAAAAAA\"", "1"]),
      ("next", ["\"2.jsonl\"", "\"00000000000000000000.jsonl\"", "1", "\"../x\""]),
    ])
  func `a value that a field cannot have makes a line invalid`(key: String, values: [String]) throws
  {
    for value in values {
      let others = fields(try record()).filter { $0.key != "\"\(key)\"" }
      #expect(LogLine(object(others + [("\"\(key)\"", value)])) == .invalid, "\(value)")
      let inPlace = fields(try record()).map { ($0.key, $0.key == "\"\(key)\"" ? value : $0.value) }
      if inPlace.count > others.count {
        #expect(LogLine(object(inPlace)) == .invalid, "\(value)")
      }
    }
  }

  @Test(arguments: [
    "", " ", "{", "}", "{}", "[]", "null", "{}{}", "{,}", "\u{FEFF}{}", "{\"seq\"}",
  ])
  func `what is no record is invalid`(text: String) {
    #expect(LogLine(text) == .invalid)
  }

  @Test func `nothing may stand before or after the object, nor a comma at its end`() throws {
    let text = try text("")
    #expect(LogLine(text) != .invalid)
    for wrong in ["x" + text, text + "x", text + "}", text + "\0", text.dropLast() + ",}"] {
      #expect(LogLine(wrong) == .invalid, "\(wrong)")
    }
  }

  @Test func `the line that ends a segment names the next one`() {
    #expect(LogLine.next(123).last == lineBreak)
    #expect(LogLine(LogLine.next(123).dropLast()) == .next(firstSeq: 123))
  }

  private func record(
    name: String = "alice", body: String = "hello", rare: LogRecord.Rare = .init()
  ) throws -> LogRecord {
    LogRecord(
      seq: 42, count: 40, date: .noon, user: try userID("a"), name: name, body: body,
      rare: Rarely(rare))
  }

  /// The fields of a record as they stand in its line.
  private func fields(_ record: LogRecord) -> [(key: String, value: String)] {
    [
      ("\"seq\"", "\(record.seq)"), ("\"n\"", "\(record.count ?? 0)"),
      ("\"date\"", "\"\(record.date.rfc3339)\""), ("\"user\"", "\"\(record.user.text)\""),
      ("\"name\"", "\"\(record.name)\""), ("\"body\"", "\"\(record.body ?? "")\""),
    ]
  }

  private func object(_ fields: [(key: String, value: String)]) -> String {
    "{\(fields.map { "\($0):\($1)" }.joined(separator: ","))}"
  }

  private func text(_ more: String) throws -> String {
    object(fields(try record())).dropLast() + more + "}"
  }

  private func line(_ more: String) throws -> LogLine { LogLine(try text(more)) }

  private func line(body: String) throws -> LogLine {
    LogLine(object(fields(try record()).dropLast() + [("\"body\"", body)]))
  }
}
