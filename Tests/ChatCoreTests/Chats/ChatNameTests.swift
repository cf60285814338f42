import Testing

@testable import ChatCore

@Suite struct ChatNameTests {
  @Test(
    arguments: [
      "..", ".", "a\\b", "CON", "nul.json", ".hidden", "$(id)", "`id`", "o'brien", "\"q\"",
      "two words", "Alice", "\u{FF41}\u{FF4C}\u{FF49}\u{FF43}\u{FF45}", "\u{430}lice", "strasse",
      "stra\u{DF}e", "\u{130}stanbul", "i\u{307}stanbul", "\u{304C}", "n\u{E9}", "\u{1F600}",
      "%s%n",
      "*", "?", "[a]", "#room", "null", "true", "0", "a@b", "a~b", "a-b", "q\u{323}",
      "\u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E8}\u{5D1}",
    ])
  func `anything printable is accepted as it is`(name: String) throws {
    let chat = try ChatName(name)
    #expect(chat.text.unicodeScalars.elementsEqual(name.unicodeScalars))
    #expect(chat.folded == foldedName(name))
  }

  @Test(
    arguments: [
      ("\u{212A}elvin", "Kelvin"), ("ne\u{301}", "n\u{E9}"), ("\u{304B}\u{3099}", "\u{304C}"),
    ])
  func `a chat name is kept in normalization form C`(name: String, text: String) throws {
    #expect(try ChatName(name).text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    arguments: [
      "\u{2764}\u{FE0F}", "1\u{FE0F}\u{20E3}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
      "\u{1F3F3}\u{FE0F}\u{200D}\u{1F308}", "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB} dev",
      "\u{1F1EF}\u{1F1F5}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
    ])
  func `emoji keep what joins and colours them`(name: String) throws {
    #expect(try ChatName(name).text == name)
  }

  @Test(
    arguments: [
      ("", .empty),
      ("-rf", .leading("-")),
      ("--help", .leading("-")),
      ("~root", .leading("~")),
      ("@all", .leading("@")),
      (" lead", .leading(" ")),
      (" ", .leading(" ")),
      ("trail ", .trailing(" ")),
      ("../../etc/passwd", .forbidden("/")),
      ("a/b", .forbidden("/")),
      ("tab\tname", .forbidden("\t")),
      ("a\0b", .forbidden("\0")),
      ("a\u{7F}", .forbidden("\u{7F}")),
      ("a\u{85}", .forbidden("\u{85}")),
      ("name\u{1B}[31mred", .forbidden("\u{1B}")),
      ("ali\u{200B}ce", .forbidden("\u{200B}")),
      ("\u{202E}ecila", .forbidden("\u{202E}")),
      ("a\u{2066}b", .forbidden("\u{2066}")),
      ("a\u{2028}b", .forbidden("\u{2028}")),
      ("a\u{A0}b", .forbidden("\u{A0}")),
      ("a\u{3164}b", .forbidden("\u{3164}")),
      ("a\u{FE0F}", .forbidden("\u{FE0F}")),
      ("a\u{200D}b", .forbidden("\u{200D}")),
      ("1\u{200D}2", .forbidden("\u{200D}")),
      ("\u{1F468}\u{200D}", .forbidden("\u{200D}")),
      ("\u{200D}\u{1F468}", .forbidden("\u{200D}")),
      ("\u{301}a", .forbidden("\u{301}")),
      ("a \u{301}", .forbidden("\u{301}")),
      ("\u{E000}", .forbidden("\u{E000}")),
      ("\u{378}", .forbidden("\u{378}")),
    ] as [(String, NameProblem)])
  func `what is invisible or would be read as something else is refused by name`(
    name: String, problem: NameProblem
  ) {
    #expect(throws: problem) { try ChatName(name) }
  }

  @Test(arguments: ["x", "\u{3042}", "\u{1F600}"])
  func `64 scalars fit and 65 do not`(character: String) throws {
    #expect(try ChatName(String(repeating: character, count: 64)).text.unicodeScalars.count == 64)
    #expect(throws: NameProblem.tooLong(characters: 65, limit: 64)) {
      try ChatName(String(repeating: character, count: 65))
    }
  }
}
