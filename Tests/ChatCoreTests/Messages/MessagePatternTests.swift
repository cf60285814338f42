import ChatSystem
import Testing

@testable import ChatCore

@Suite struct MessagePatternTests {
  @Test(arguments: [
    ("a.c", "abc", true), ("a.c", "a\nc", false), ("abc", "xabcx", true), ("é+", "éé", true),
    ("ABC", "abc", false),
  ])
  func `it is an extended regular expression`(text: String, body: String, expected: Bool) throws {
    #expect(try MessagePattern(text).matches(body) == expected)
  }

  @Test(arguments: ["a.c", "[x", "(", "a|b", "1+1", "{2}", "a\\b", "^", "$", "?*"])
  func `a literal pattern matches itself alone`(text: String) throws {
    for ignoresCase in [false, true] {
      let pattern = try MessagePattern(text, isLiteral: true, ignoresCase: ignoresCase)
      #expect(try pattern.matches("<\(text)>"))
      #expect(try !pattern.matches("abc 11 aa b 2 xxx"))
    }
    let accented = try MessagePattern("É" + text, isLiteral: true, ignoresCase: true)
    #expect(try accented.matches("<é\(text)>"))
    #expect(try !accented.matches("éabc é11 éaa"))
  }

  @Test(arguments: [("Straße", "STRAßE"), ("abc", "aBC"), ("A.C", "xabc")])
  func `case counts or does not`(text: String, body: String) throws {
    #expect(try MessagePattern(text, ignoresCase: true).matches(body))
    #expect(try !MessagePattern(text).matches(body))
  }

  @Test(arguments: [true, false])
  func `each line of it is a pattern, as for grep`(isLiteral: Bool) throws {
    let pattern = try MessagePattern("one\ntwo", isLiteral: isLiteral)
    for body in ["one", "a\ntwo", "one\ntwo"] { #expect(try pattern.matches(body)) }
    #expect(try !pattern.matches("on\ne"))
    #expect(try MessagePattern("one\n", isLiteral: isLiteral).matches("x"))
    let either = try MessagePattern("É\nx", isLiteral: isLiteral, ignoresCase: true)
    #expect(try either.matches("é") && either.matches("X"))
    #expect(try !either.matches("e"))
  }

  @Test func `no bracket reaches over a line of it`() throws {
    #expect(throws: ChatError.badPattern("a(", reason: "unmatched ( or \\(")) {
      _ = try MessagePattern("b\na(\nc)")
    }
    #expect(try MessagePattern("(a)\\1\n(b)\\1").matches("bb"))
  }

  @Test func `what is no expression is told in the words of the system`() {
    #expect(throws: ChatError.badPattern("a(", reason: "unmatched ( or \\(")) {
      _ = try MessagePattern("a(")
    }
  }

  @Test(arguments: ["plain", "a\"b\\c", "\u{1}\t", "日本語", "a/b"])
  func `its needle is in the line of every message that it matches`(text: String) throws {
    let user = try #require(UserID("a0000000000000000001"))
    let record = LogRecord(
      seq: 1, count: 1, date: .noon, user: user, name: "x", body: "<\(text)>")
    var line: [UInt8] = []
    record.append(to: &line)
    for ignoresCase in [false, true] {
      let pattern = try MessagePattern(text, isLiteral: true, ignoresCase: ignoresCase)
      #expect(try pattern.matches(record.body ?? ""))
      guard let needle = pattern.needle else { continue }
      #expect(needle.first(in: line) != nil)
    }
  }
}
