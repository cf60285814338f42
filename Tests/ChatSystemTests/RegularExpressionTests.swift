import Testing

@testable import ChatSystem

@Suite struct RegularExpressionTests {
  @Test(arguments: [
    ("a.c", "xabcx", true), ("^a.c$", "ac", false), ("(one|two)+", "three two", true),
    ("[0-9]{3}", "ab12", false), ("[0-9]{3}", "ab123", true), ("", "anything", true),
    ("^$", "", true), ("x", "", false), ("\\.", "a.b", true), ("\\.", "ab", false),
    ("^two$", "one\ntwo\nthree", true), ("one.two", "one\ntwo", false), ("b", "a\u{0}b", true),
  ])
  func `it matches as grep does, line by line`(
    expression: String, text: String, expected: Bool
  ) throws {
    let expression = try RegularExpression(expression, ignoresCase: false)
    #expect(try expression.matches(text) == expected)
  }

  @Test(arguments: [
    ("^.$", "ä"), ("^.$", "日"), ("^.$", "👍"), ("^[äö]+$", "öä"), ("^[[:alpha:]]+$", "żółw"),
  ])
  func `a character is one, however many bytes it has`(expression: String, text: String) throws {
    #expect(try RegularExpression(expression, ignoresCase: false).matches(text))
    #expect(try !RegularExpression(expression, ignoresCase: false).matches("-\(text)-"))
  }

  @Test func `upper and lower case are one if wished, in every script`() throws {
    #expect(try RegularExpression("^ÄΣ x$", ignoresCase: true).matches("äς X"))
    #expect(try !RegularExpression("^ÄΣ x$", ignoresCase: false).matches("äς X"))
  }

  @Test(arguments: [(#"\n"#, "N"), (#"a\d\\\e"#, #"AD\E"#), (#"\bn\b"#, "N"), (#"\w\n"#, "_N")])
  func `a backslash before a letter of no meaning has none without regard to case`(
    expression: String, text: String
  ) throws {
    #expect(try RegularExpression(expression, ignoresCase: true).matches(text))
    #expect(try !RegularExpression(expression, ignoresCase: true).matches("-"))
  }

  @Test(arguments: [
    (#"[\d]"#, #"\"#, "x"), (#"[^\n]"#, "x", #"\"#), (#"[[:alpha:]\d]\d"#, "xD", "x"),
  ])
  func `a backslash in brackets is itself, also without regard to case`(
    expression: String, text: String, other: String
  ) throws {
    for ignoresCase in [false, true] where ignoresCase || !expression.hasSuffix("d") {
      let expression = try RegularExpression(expression, ignoresCase: ignoresCase)
      #expect(try expression.matches(text) && !expression.matches(other))
    }
  }

  @Test(arguments: [
    ("(", "unmatched ( or \\("), ("a{2,1}", "invalid content of \\{\\}"),
    ("[a", "unmatched [, [^, [:, [., or [="), ("a\\", "trailing backslash"),
    (String(repeating: "(", count: 5000), "it is longer than 4096 bytes"),
    ("((a{1,200}){1,200}){1,200}", "it repeats too much"),
    ("(((((a{1,30}){1,30}){1,30}){1,30}){1,30})", "it repeats too much"),
    ("((([])a{1,200}]{1,200}){1,200}){,200})", "it repeats too much"),
    ("a" + String(repeating: "+", count: 20), "it repeats too much"),
    ("(x{2000})*{2000}", "it repeats too much"), ("(x{2000})?{2000}", "it repeats too much"),
    ("a" + String(repeating: "{1,}", count: 17), "it repeats too much"),
    ("((a{32767}){32767}){32767}{32767}{32767}", "it repeats too much"),
  ])
  func `what is no expression is refused in regerror's words`(text: String, words: String) {
    #expect(throws: RegularExpressionProblem(text: words)) {
      _ = try RegularExpression(text, ignoresCase: false)
    }
  }

  @Test(arguments: [
    "a++", "(ab+)*c?", "a{32767}", "(x[0-9]{3}){1,200}", "[(]{9}[{]{9}", "\\({9}", "a)b",
  ])
  func `what repeats within reason is accepted`(text: String) {
    #expect(throws: Never.self) { _ = try RegularExpression(text, ignoresCase: false) }
  }

  @Test func `the deepest expression that is accepted does no harm`() throws {
    let depth = RegularExpression.limit / 2 - 1
    let text = String(repeating: "(", count: depth) + "a" + String(repeating: ")", count: depth)
    #expect(try RegularExpression(text, ignoresCase: false).matches("a"))
  }
}

@Suite struct NeedleTests {
  @Test(
    arguments: [
      ("b", "abcb", 0, 1), ("b", "abcb", 2, 3), ("", "ab", 1, 1), ("abc", "ab", 0, nil),
      ("cb", "abcb", 0, 2), ("x", "", 0, nil), ("B", "abcb", 0, nil), ("b", "abcb", 4, nil),
    ] as [(String, String, Int, Int?)])
  func `it is found at its first place`(
    needle: String, haystack: String, start: Int, expected: Int?
  ) {
    #expect(Needle(Array(needle.utf8)).first(in: Array(haystack.utf8), from: start) == expected)
    let either = Needle(Array(needle.uppercased().utf8), ignoresCase: true)
    #expect(
      needle == "B" || either.first(in: Array(haystack.utf8), from: start) == expected)
  }

  @Test(arguments: ["zeta", "ez", "\u{1}x", "zz"])
  func `it is found behind many that begin alike`(text: String) {
    let needle = Needle(Array(text.utf8))
    for count in [0, 1, 15, 16, 17, 1000, 5000] {
      let before = Array(String(repeating: String(text.dropLast()), count: count).utf8)
      let haystack = before + Array((text + "x").utf8)
      let expected = Array(text.utf8)
      let first = (0..<haystack.count).first { haystack[$0...].starts(with: expected) }
      #expect(needle.first(in: haystack) == first)
      #expect(needle.first(in: before + [0]) == (before.firstRange(of: expected)?.lowerBound))
    }
  }

  @Test func `only letters of ASCII are found in either case`() {
    #expect(Needle(Array("[a".utf8), ignoresCase: true).occurs(in: "x[A"))
    #expect(!Needle(Array("[a".utf8), ignoresCase: true).occurs(in: "{A"))
    #expect(Needle(Array("É".utf8)).occurs(in: "CAFÉ"))
  }
}
