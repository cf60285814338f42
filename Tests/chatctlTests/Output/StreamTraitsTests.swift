import Testing

@testable import chatctl

@Suite struct StreamTraitsTests {
  @Test(
    arguments: [
      (nil, nil, 80),
      (nil, 132, 132),
      ("40", 132, 40),
      ("", 132, 132),
      ("0", 132, 132),
      ("-5", nil, 80),
      ("wide", 132, 132),
      ("99999999999999999999", nil, 80),
    ] as [(String?, Int?, Int)])
  func `the width is COLUMNS if that is a positive number, else the terminal's, else 80`(
    columns: String?, terminal: Int?, expected: Int
  ) {
    let environment = ["COLUMNS": columns].compactMapValues { $0 }
    let found = StreamTraits.columns(environment: { environment[$0] }, terminal: terminal)
    #expect(found == expected)
  }

  @Test func `text has a style only where the stream has colour`() {
    let colored = StreamTraits(isTerminal: true, columns: 80, usesColor: true)
    #expect(colored.styled("#42", .dim) == "\u{1B}[2m#42\u{1B}[0m")
    #expect(StreamTraits.plain.styled("#42", .dim) == "#42")
  }
}
