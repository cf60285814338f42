import Testing

@testable import ChatCore

@Suite struct UsernameTests {
  @Test(
    arguments: [
      "CON", "nul.json", "Alice", "alice", "ALICE", "null", "true", "0", "strasse", "stra\u{DF}e",
      "o_o", "a.b-c_d", "_", "\u{438}\u{432}\u{430}\u{43D}", "\u{3AC}\u{3BD}\u{3BD}\u{3B1}",
      "\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947}", "\u{E19}\u{E49}\u{E33}", "\u{EAD}\u{EB3}",
      "\u{645}\u{62D}\u{645}\u{64E}\u{62F}", "\u{5D3}\u{5D5}\u{5D3}",
      "\u{5C71}\u{7530}\u{592A}\u{90CE}",
      "\u{30BF}\u{30ED}\u{30FC}", "\u{AE40}\u{CCA0}\u{C218}", "\u{967}\u{968}",
      "alice\u{5C71}", "\u{430}\u{3B1}",
    ])
  func `letters and digits of any script are accepted as they are`(name: String) throws {
    let username = try Username(name)
    #expect(username.text.unicodeScalars.elementsEqual(name.unicodeScalars))
    #expect(username.folded == foldedName(name))
  }

  @Test(
    arguments: [
      ("\u{212A}elvin", "Kelvin"), ("ne\u{301}", "n\u{E9}"), ("\u{304B}\u{3099}", "\u{304C}"),
      ("i\u{307}stanbul", "i\u{307}stanbul"), ("\u{130}stanbul", "\u{130}stanbul"),
    ])
  func `a username is kept in normalization form C`(name: String, text: String) throws {
    #expect(try Username(name).text.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  @Test(
    arguments: [
      ("", .empty),
      ("../../etc/passwd", .leading(".")),
      ("..", .leading(".")),
      (".", .leading(".")),
      (".hidden", .leading(".")),
      ("-rf", .leading("-")),
      ("--help", .leading("-")),
      ("~root", .leading("~")),
      ("@all", .leading("@")),
      ("a" + String(repeating: "\u{333}", count: 7), .forbidden("\u{333}")),
      ("a/b", .forbidden("/")),
      ("a\\b", .forbidden("\\")),
      ("$(id)", .forbidden("$")),
      ("`id`", .forbidden("`")),
      ("o'brien", .forbidden("'")),
      ("\"q\"", .forbidden("\"")),
      ("two words", .forbidden(" ")),
      (" lead", .forbidden(" ")),
      ("trail ", .forbidden(" ")),
      ("tab\tname", .forbidden("\t")),
      ("a\0b", .forbidden("\0")),
      ("name\u{1B}[31mred", .forbidden("\u{1B}")),
      ("%s%n", .forbidden("%")),
      ("*", .forbidden("*")),
      ("?", .forbidden("?")),
      ("[a]", .forbidden("[")),
      ("#room", .forbidden("#")),
      ("a@b", .forbidden("@")),
      ("a~b", .forbidden("~")),
      ("\u{1F600}", .forbidden("\u{1F600}")),
    ] as [(String, NameProblem)])
  func `what is no letter, digit, dot, underscore or hyphen is refused by name`(
    name: String, problem: NameProblem
  ) {
    #expect(throws: problem) { try Username(name) }
  }

  @Test(
    arguments: [
      ("ali\u{200B}ce", "\u{200B}"), ("\u{202E}ecila", "\u{202E}"), ("a\u{AD}b", "\u{AD}"),
      ("a\u{200D}b", "\u{200D}"), ("a\u{FE0F}", "\u{FE0F}"), ("a\u{34F}b", "\u{34F}"),
      ("\u{3164}", "\u{3164}"), ("\u{115F}", "\u{115F}"), ("a\u{A0}b", "\u{A0}"),
      ("a\u{E0041}", "\u{E0041}"), ("\u{E000}", "\u{E000}"),
    ] as [(String, Unicode.Scalar)])
  func `what cannot be seen is refused by name`(name: String, scalar: Unicode.Scalar) {
    #expect(throws: NameProblem.forbidden(scalar)) { try Username(name) }
  }

  @Test(
    arguments: [
      ("\u{FF41}lice", "\u{FF41}"), ("\u{FF21}", "\u{FF21}"), ("\u{FB01}n", "\u{FB01}"),
      ("\u{B5}", "\u{B5}"), ("\u{1D400}", "\u{1D400}"), ("\u{2170}", "\u{2170}"),
      ("a\u{B2}", "\u{B2}"), ("\u{FF11}", "\u{FF11}"), ("\u{17F}", "\u{17F}"),
      ("\u{FE8D}", "\u{FE8D}"), ("\u{3131}", "\u{3131}"), ("a\u{AA}", "\u{AA}"),
    ] as [(String, Unicode.Scalar)])
  func `compatibility forms are refused by name`(name: String, scalar: Unicode.Scalar) {
    #expect(throws: NameProblem.forbidden(scalar)) { try Username(name) }
  }

  @Test(
    arguments: [
      ("\u{430}lice", "\u{430}"), ("alic\u{435}", "\u{435}"), ("\u{39F}scar", "\u{39F}"),
      ("\u{448}a\u{3B1}", "\u{448}"), ("\u{442}\u{E9}", "\u{442}"),
    ] as [(String, Unicode.Scalar)])
  func `Latin beside Cyrillic or Greek is refused, naming what is not Latin`(
    name: String, scalar: Unicode.Scalar
  ) {
    #expect(throws: NameProblem.mixedScripts(scalar)) { try Username(name) }
  }

  @Test(arguments: ["me", "ME", "Me"])
  func `the name for oneself is nobody's username`(name: String) {
    #expect(throws: NameProblem.reserved) { try Username(name) }
  }

  @Test(arguments: ["\u{301}a", "1\u{301}", ".\u{301}", "a_\u{94D}"])
  func `a combining mark stands after a letter`(name: String) {
    #expect(throws: NameProblem.self) { try Username(name) }
  }

  @Test(arguments: ["x", "\u{3042}", "\u{1D7D}"])
  func `32 scalars fit and 33 do not`(character: String) throws {
    #expect(try Username(String(repeating: character, count: 32)).text.unicodeScalars.count == 32)
    #expect(throws: NameProblem.tooLong(characters: 33, limit: 32)) {
      try Username(String(repeating: character, count: 33))
    }
  }

  @Test func `the length is that of form C`() throws {
    #expect(try Username(String(repeating: "e\u{301}", count: 32)).text.unicodeScalars.count == 32)
    #expect(throws: NameProblem.tooLong(characters: 34, limit: 32)) {
      try Username("q" + String(repeating: "\u{301}", count: 33))
    }
  }

  @Test func `a guest's handle keeps the same rules and gets a tilde`() throws {
    let guest = try Username.guest("Alice")
    #expect(guest.text == "~Alice")
    #expect(guest.folded == "~alice")
    #expect(try Username.guest(String(repeating: "x", count: 32)).text.utf8.count == 33)
    #expect(throws: NameProblem.empty) { try Username.guest("") }
    #expect(throws: NameProblem.leading("~")) { try Username.guest("~alice") }
  }
}
