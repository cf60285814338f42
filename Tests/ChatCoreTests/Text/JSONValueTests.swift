import ChatSystem
import Testing

@testable import ChatCore

@Suite struct JSONValueTests {
  private func value(_ text: String) -> JSONValue? { JSONValue(Array(text.utf8)) }

  @Test(
    arguments: [
      ("null", .null), (" true ", .boolean(true)), ("false\n", .boolean(false)),
      ("12", .number(.integer(12))), ("0", .number(.integer(0))), ("-1", .number(.other)),
      ("1.5e3", .number(.other)), ("-0.0E-10", .number(.other)),
      ("9223372036854775808", .number(.other)),
      (#""a\u0041\ud83d\ude00\n\/é""#, .string("aA😀\n/é")), ("[]", .array([])),
      ("{ }", .object([])), ("[1,[null]]", .array([.number(.integer(1)), .array([.null])])),
      (
        #"{"a":"b","a":{"c":[]}}"#,
        .object([
          .init(name: "a", value: .string("b")),
          .init(name: "a", value: .object([.init(name: "c", value: .array([]))])),
        ])
      ),
    ] as [(String, JSONValue)])
  func `a value is read as RFC 8259 says`(text: String, expected: JSONValue) {
    #expect(value(text) == expected)
  }

  @Test(arguments: [
    "", " ", "nul", "truefalse", "1 2", "\"a", "\"\u{1}\"", #""\x""#, #""\u12""#, #""\ud800""#,
    #""\ud800\u0041""#, #""\udc00""#, "[1,]", "[,1]", "[1", "{\"a\"}", "{\"a\":}", "{a:1}",
    "{\"a\":1,}", "{\"a\":1", "-", "+1", "1e", "01", "-01", "00", "1.", ".5", "1.e1", "1e+",
    "\u{FEFF}{}",
  ])
  func `what is none is refused`(text: String) {
    #expect(value(text) == nil)
  }

  @Test func `text that is not UTF-8 is refused`() {
    #expect(JSONValue([0x22, 0xFF, 0x22]) == nil)
    #expect(JSONValue([0x22, 0xED, 0xA0, 0x80, 0x22]) == nil)
  }

  @Test(arguments: ["[", "{\"a\":"])
  func `nesting has an end`(opening: String) {
    let closing = opening == "[" ? "]" : "}"
    func nested(_ depth: Int) -> String {
      String(repeating: opening, count: depth) + "1" + String(repeating: closing, count: depth)
    }
    #expect(value(nested(31)) != nil)
    #expect(value(nested(32)) == nil)
    #expect(value(nested(100_000)) == nil)
  }

  @Test(arguments: [UInt8(ascii: "\""), UInt8(ascii: "\\"), 0, 0x1F])
  func `what is special in a string is found at every place`(special: UInt8) {
    let others: [UInt8] = [0x20, 0x21, 0x23, 0x5B, 0x5D, 0x7F, 0x80, 0xA2, 0xDC, 0xFF]
    for other in others {
      for length in 0...40 {
        let plain = [UInt8](repeating: other, count: length)
        #expect(ByteSearch.firstSpecial(inJSON: plain.span, from: 0) == length)
        for index in 0..<length {
          var bytes = plain
          bytes[index] = special
          #expect(ByteSearch.firstSpecial(inJSON: bytes.span, from: 0) == index)
          #expect(
            ByteSearch.firstSpecial(inJSON: bytes.span, from: index + 1) == max(length, index + 1))
        }
      }
    }
  }

  @Test func `what is no plain text is found at every place`() {
    for special in UInt8.min ... .max {
      let isPlain = (0x20..<0x7F).contains(special) && special != UInt8(ascii: "\\")
      for length in 1...20 {
        for index in 0..<length {
          var bytes = [UInt8](repeating: UInt8(ascii: "~"), count: length)
          bytes[index] = special
          #expect(
            ByteSearch.firstSpecial(inPlainText: bytes.span, from: 0) == (isPlain ? length : index))
        }
      }
    }
  }
}
