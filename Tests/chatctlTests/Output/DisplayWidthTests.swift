import Testing

@testable import chatctl

@Suite struct DisplayWidthTests {
  @Test(arguments: [
    ("", 0), ("hello", 5), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("\u{200D}", 0),
    ("\u{200B}", 0), ("\u{AD}", 1), ("日本語", 6), ("Ａ", 2), ("が", 2), ("か\u{3099}", 2), ("ｶﾞ", 2),
    ("한", 2), ("\u{1112}\u{1161}\u{11AB}", 2), ("שָׁלוֹם", 4), ("क्ष", 2), ("कि", 2), ("😀", 2), ("👩🏽", 2),
    ("👨‍👩‍👧‍👦", 2), ("👩🏽‍🚀", 2), ("🇯🇵", 2), ("🇯🇵🇯🇵", 4),
    ("🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}", 2),
    ("❤", 1), ("❤\u{FE0F}", 2), ("❤\u{FE0F}\u{200D}🔥", 2), ("☝🏽", 2), ("1", 1),
    ("1\u{FE0F}\u{20E3}", 2), ("…", 1), ("─", 1), ("〿", 1), ("𠀀", 2), ("a日b", 4),
  ])
  func `the width of text is the columns that a terminal gives it`(text: String, width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }
}
