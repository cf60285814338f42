import Testing

@testable import chatctl

@Suite struct SanitizerTests {
  @Test(arguments: [
    ("hello, world ~", "hello, world ~"),
    (#"C:\new"#, #"C:\new"#),
    ("\u{1B}[31mred\u{1B}[0m", #"\u{1b}[31mred\u{1b}[0m"#),
    ("\u{1B}]52;c;QQ==\u{7}", #"\u{1b}]52;c;QQ==\u{7}"#),
    ("\u{9B}31m \u{90}q\u{9C}", #"\u{9b}31m \u{90}q\u{9c}"#),
    ("rm -rf /\u{8}\u{8}\u{7F}", #"rm -rf /\u{8}\u{8}\u{7f}"#),
    ("I agree\rI refuse", #"I agree\u{d}I refuse"#),
    ("a\nb\r\nc\td", #"a\u{a}b\u{d}\u{a}c\u{9}d"#),
    ("\u{0}", #"\u{0}"#),
    ("a\u{2028}b\u{2029}c\u{85}d\u{B}e\u{C}f", #"a\u{2028}b\u{2029}c\u{85}d\u{b}e\u{c}f"#),
    ("user\u{202E}txt.exe\u{202C}", #"user\u{202e}txt.exe\u{202c}"#),
    ("\u{2067}isolate\u{2069}", #"\u{2067}isolate\u{2069}"#),
    ("\u{FEFF}hello", #"\u{feff}hello"#),
    ("hi\u{E0001}\u{E0041}", #"hi\u{e0001}\u{e0041}"#),
    ("a\u{FFF9}b\u{FFFA}c\u{FFFB}", #"a\u{fff9}b\u{fffa}c\u{fffb}"#),
  ])
  func `what would act on a terminal is shown as an escape`(text: String, expected: String) {
    #expect(Sanitizer.inline(text) == expected)
  }

  @Test(arguments: [
    "日本語 한국어 ｶﾞ が か\u{3099}", "שָׁלוֹם \u{200F}(שלום)", "سلام \u{61C}۱۲۳", "می\u{200C}خواهم",
    "क्ष क्\u{200D}ष", "e\u{301} ậ", "👨‍👩‍👧‍👦 👩🏽‍🚀 🇯🇵 1️⃣ ❤️‍🔥 ☝🏽",
    "🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "葛\u{E0100}", "soft\u{AD}hyphen", "ภาษา\u{200B}ไทย", "ᠠ\u{180E}ᠠ", "\u{FFFF}\u{378}\u{E000}",
  ])
  func `a message of any script comes through unharmed`(text: String) throws {
    let line = try #require(Sanitizer.lines(text).first)
    #expect(Array(line.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    ("ali\u{200B}ce", #"ali\u{200b}ce"#), ("a\u{61C}b\u{200E}", #"a\u{61c}b\u{200e}"#),
    ("a\u{200C}b\u{200D}c", #"a\u{200c}b\u{200d}c"#), ("so\u{AD}ft", #"so\u{ad}ft"#),
    ("x\u{FE0F}1\u{FE0F}", #"x\u{fe0f}1\u{fe0f}"#), ("a\u{34F}\u{3164}", #"a\u{34f}\u{3164}"#),
    ("葛\u{E0100}", #"葛\u{e0100}"#), ("❤\u{FE0F}\u{200D}", "❤\u{FE0F}" + #"\u{200d}"#),
  ])
  func `a name or an error shows what would not be seen`(text: String, expected: String) {
    #expect(Sanitizer.inline(text) == expected)
  }

  @Test(arguments: ["👨‍👩‍👧‍👦 👩🏽‍🚀 🇯🇵 1️⃣ ❤️‍🔥 ☝🏽", "日本語 한국어", "e\u{301} ậ क्ष ภาษา", "\u{FFFF}\u{378}\u{E000}"])
  func `a name keeps its letters and emoji`(text: String) {
    #expect(Array(Sanitizer.inline(text).unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test(arguments: [
    ("🏴\u{E0067}\u{E0062}\u{E007F}", #"🏴\u{e0067}\u{e0062}\u{e007f}"#),
    ("🏴\u{E0067}\u{E0062}\u{E0073}", #"🏴\u{e0067}\u{e0062}\u{e0073}"#),
    ("🏴\u{E0020}\u{E0062}\u{E0073}\u{E007F}", #"🏴\u{e0020}\u{e0062}\u{e0073}\u{e007f}"#),
    ("👍\u{E0067}\u{E0062}\u{E0073}\u{E007F}", #"👍\u{e0067}\u{e0062}\u{e0073}\u{e007f}"#),
  ])
  func `tags that spell no flag are shown`(text: String, expected: String) {
    #expect(Sanitizer.lines(text) == [expected])
  }

  @Test func `marks beyond six on a letter are left out`() {
    let marks = String(repeating: "\u{301}", count: 300)
    let expected = "Z" + String(repeating: "\u{301}", count: 6) + "a"
    #expect(Array(Sanitizer.inline("Z\(marks)a").unicodeScalars) == Array(expected.unicodeScalars))
    let joiners = String(repeating: "\u{200D}", count: 300)
    #expect(Sanitizer.lines("a\(joiners)").map(\.unicodeScalars.count) == [7])
  }

  @Test(arguments: [
    ("", [""]),
    ("one", ["one"]),
    ("one\ntwo", ["one", "two"]),
    ("one\r\ntwo\r\n", ["one", "two", ""]),
    ("\n\n", ["", "", ""]),
    ("a\rb", [#"a\u{d}b"#]),
    ("a\u{2028}b", [#"a\u{2028}b"#]),
    ("a\tb", ["a       b"]),
    ("\tb\n12345678\tc", ["        b", "12345678        c"]),
    ("日本\tb\t\tc", ["日本    b               c"]),
    ("\u{1B}\tb", [#"\u{1b}  b"#]),
  ])
  func `a body is split at line feeds, and its tabs become spaces`(text: String, lines: [String]) {
    #expect(Sanitizer.lines(text) == lines)
  }

  @Test func `no scalar reaches a terminal that controls it or overrides a direction`() {
    for text in everyScalar {
      #expect(!Sanitizer.inline(text).unicodeScalars.contains(where: isForbidden))
      #expect(!Sanitizer.lines(text).joined().unicodeScalars.contains(where: isForbidden))
    }
  }

  private func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F, 0xFEFF, 0xE0001,
      0xE0020...0xE007F:
      true
    default: false
    }
  }
}
