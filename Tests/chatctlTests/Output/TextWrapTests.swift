import Testing

@testable import chatctl

@Suite struct TextWrapTests {
  @Test(arguments: [
    ("", [""]),
    ("one two", ["one two"]),
    ("one two three", ["one two", "three"]),
    ("12345678", ["12345678"]),
    ("12345678 9", ["12345678", "9"]),
    ("1234567890abcdefgh", ["12345678", "90abcdef", "gh"]),
    ("a 1234567890", ["a", "12345678", "90"]),
    ("one   two    three", ["one", "two", "three"]),
    ("  in", ["  in"]),
    ("          in", ["", "in"]),
    ("trailing   ", ["trailing"]),
    ("   ", [""]),
    ("日本語日本語", ["日本語日", "本語"]),
    ("ab 日本語日本", ["ab 日本", "語日本"]),
    ("日本語abc def", ["日本語", "abc def"]),
    ("aaaaaaa日", ["aaaaaaa", "日"]),
    ("a bcdefg日本", ["a bcdefg", "日本"]),
    ("e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}e\u{301}", ["éééééééé"]),
    ("👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", ["👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"]),
  ])
  func `text breaks at spaces, beside wide characters, and within words that are too long`(
    text: String, lines: [String]
  ) {
    let wrap = TextWrap(columns: 8, indent: 0)
    #expect(wrap.lines(of: text, from: 0).map(String.init) == lines)
  }

  @Test(arguments: [
    (4, "one two four", ["one", "two", "four"]),
    (4, "12345678", ["1234", "5678"]),
    (6, "one two", ["", "one", "two"]),
    (6, "a one", ["a", "one"]),
    (6, "12345678", ["", "1234", "5678"]),
    (20, "one", ["", "one"]),
  ])
  func `lines after the first have the room beside the indent`(
    start: Int, text: String, lines: [String]
  ) {
    let wrap = TextWrap(columns: 8, indent: 4)
    #expect(wrap.lines(of: text, from: start).map(String.init) == lines)
  }

  @Test func `a break that would leave too much for the next line is none`() {
    let wrap = TextWrap(columns: 8, indent: 2)
    #expect(wrap.lines(of: "a bcdefgh", from: 0) == ["a bcdefg", "h"])
    #expect(wrap.lines(of: "abc defghi", from: 0) == ["abc", "defghi"])
    #expect(wrap.lines(of: "日abcdefg", from: 0) == ["日abcdef", "g"])
  }

  @Test(arguments: [0, 1])
  func `a terminal too narrow for a character gets one a line`(indent: Int) {
    let wrap = TextWrap(columns: 1, indent: indent)
    #expect(wrap.lines(of: "日本語", from: indent) == ["日", "本", "語"])
  }
}
