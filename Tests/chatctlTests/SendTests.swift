import Foundation
import Testing

/// Messages on their way in.
struct SendTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  @Test(arguments: [
    (["hello"], "hello"),
    (["tests", "failed"], "tests failed"),
    (["two  spaces", ""], "two  spaces "),
    (["failed", "-q", "--help", "--"], "failed -q --help --"),
    (["--", "-rf"], "-rf"),
    (["--", "--help"], "--help"),
    (["--", "-"], "-"),
    (["--", "--", "x"], "-- x"),
    (["-q", "failed", "-q"], "failed -q"),
    (["a", "-"], "a -"),
    (["$(id)", "`id`", "%s%n", "\\n"], "$(id) `id` %s%n \\n"),
  ])
  func `from its first word on a message is verbatim`(words: [String], body: String) throws {
    expectQuietSuccess(try home.run(["send", "r"] + words))
    #expect(try home.bodies() == [body])
  }

  @Test(
    arguments: [[], ["-"]],
    [
      ("x\n", "x"), ("no line break", "no line break"), ("two\n\n", "two\n"),
      ("1\n2\n3\n", "1\n2\n3"), ("--help", "--help"),
      (" leading and trailing \n", " leading and trailing "),
    ])
  func `standard input is one message, without its last line break`(
    words: [String], input: (text: String, body: String)
  ) throws {
    expectQuietSuccess(try home.run(["send", "r"] + words, input: .text(input.text)))
    #expect(try home.bodies() == [input.body])
  }

  @Test func `options may stand between the chat and the message`() throws {
    let sent = try home.succeed("send", "r", "--json", "--", "--json")
    #expect(try sent.receipt.number == 1)
    #expect(try home.bodies() == ["--json"])
  }

  @Test func `with words standard input is not read`() throws {
    let sender = try home.start("send", "r", "text", input: .pipe)
    #expect(try sender.outcome().ending == .exited(0))
    #expect(try home.bodies() == ["text"])
  }

  @Test func `input that comes late is waited for`() throws {
    let sender = try home.start("send", "r", input: .pipe)
    try home.succeed("send", "r", "early")
    try sender.write(Array("late\n".utf8))
    expectQuietSuccess(try sender.finish())
    #expect(try home.bodies() == ["early", "late"])
  }

  @Test func `a closed standard input is said`() throws {
    expectRefusal(try home.run("send", "r", input: .closed), code: 2, saying: "standard input")
    #expect(try home.store.messages.isEmpty)
  }

  @Test(arguments: ["", " ", "\n", "\n\n", "\t", "\u{200B}", "\u{3000}\u{A0}", "\u{FEFF}"])
  func `a blank message is refused`(blank: String) throws {
    expectRefusal(try home.run("send", "r", blank), code: 8)
    expectRefusal(try home.run("send", "r", input: .text(blank)), code: 8)
    expectRefusal(try home.run("send", "r", "-", input: .text(blank)), code: 8)
    #expect(try home.store.messages.isEmpty)
  }

  @Test func `the limit is 1 MiB, which fits`() throws {
    let longest = String(repeating: "あ", count: 349_525) + "a"
    #expect(longest.utf8.count == 1_048_576)
    expectQuietSuccess(try home.run("send", "r", input: .text(longest + "\n")))
    #expect(try home.bodies().map { Array($0.utf8) } == [Array(longest.utf8)])
    expectRefusal(
      try home.run("send", "r", input: .text(longest + "a")), code: 8, saying: "1048577", "1048576")
    #expect(try home.store.messages.count == 1)
  }

  @Test func `a message that is too long is read to its end, so that upstream lives`() throws {
    let outcome = try home.shell(
      """
      head -c 3000000 /dev/zero | tr '\\0' a | chatctl send r -
      echo "${PIPESTATUS[@]}"
      """)
    #expect(outcome.text == "0 0 8\n")
    #expect(outcome.errors.contains("3000000") && outcome.errors.contains("1048576"))
    #expect(try home.store.messages.isEmpty)
  }

  @Test(
    arguments: [
      [0xFF], [0xC3], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x00],
    ] as [[UInt8]])
  func `what is no text is refused with its place`(bytes: [UInt8]) throws {
    let message = [UInt8](repeating: UInt8(ascii: "a"), count: 1234) + bytes
    let piped = try home.run("send", "r", input: .bytes(message + "b".utf8))
    expectRefusal(piped, code: 8, saying: "1234")
    if bytes != [0] { expectRefusal(try home.run("send", "r", message), code: 8, saying: "1234") }
    #expect(try home.store.messages.isEmpty)
  }

  @Test func `lossy replaces what is no UTF-8`() throws {
    try home.succeed("send", "r", "--lossy", input: .bytes([0x61, 0xFF, 0x62, 0xE3, 0x81]))
    #expect(try home.bodies() == ["a\u{FFFD}b\u{FFFD}"])
  }

  @Test func `what is sent says nothing to a pipe and its number to a terminal`() throws {
    let piped = try home.run("send", "r", "one")
    #expect(piped.output.isEmpty && piped.errors.isEmpty)
    let typed = try home.onTerminal("send", "r", "two")
    #expect(typed.screen.contains("sent #2"))
  }

  @Test func `json says what was sent`() throws {
    let outcome = try home.run("send", "r", "one", "--json")
    #expect(try home.bodies() == ["one --json"])
    #expect(outcome.output.isEmpty)
    let sent = try home.succeed("--json", "send", "r", "two").receipt
    #expect(sent.type == "sent")
    #expect(sent.number == 2)
    #expect(sent.chatID == (try home.succeed("log", "r", "--json").messages.last?.chatID))
    #expect(sent.date == (try home.store.messages.last?.date))
  }

  @Test func `an unknown command names the nearest and changes nothing`() throws {
    let before = try home.store.snapshot()
    expectRefusal(try home.run("sendd", "r", "x"), code: 2, saying: "sendd", "send")
    #expect(try home.store.snapshot() == before)
  }

  @Test(arguments: [
    (["version"], "chatctl --version"), (["versoin"], "chatctl --version"),
    (["--versoin"], "--version"), (["-version"], "--version"), (["-V"], "--version"),
    (["log", "r", "-json"], "--json"), (["send", "-lines", "r"], "--lines"),
    (["--log", "r"], "chatctl log"),
  ])
  func `an option without its dashes, or a command with some, leads to the right one`(
    words: [String], meant: String
  ) throws {
    expectRefusal(
      try home.run(words, input: .pipe), code: 2, saying: "hint: did you mean '\(meant)'?\n")
  }

  @Test(arguments: [["send"], ["send", "--bogus", "r", "x"], ["send", "r", "--bogus", "x"]])
  func `a wrong command line is told from everything else`(words: [String]) throws {
    expectRefusal(try home.run(words, input: .pipe), code: 2)
  }

  @Test(arguments: [["send", "r", "-x"], ["send", "r", "--bogus"], ["edit", "r", "1", "-x"]])
  func `what may be meant as text leads to what makes it text`(words: [String]) throws {
    expectRefusal(
      try home.run(words), code: 2, saying: "hint:", "lists its options", "'--' before the message")
  }

  @Test(
    arguments: [
      (["hello", "--json"], "--json"), (["hello", "-q"], "-q"), (["hello", "--jsonx"], nil),
      (["--", "hello", "--json"], nil), (["hello"], nil),
    ] as [([String], String?)])
  func `a terminal says when an option became text`(words: [String], option: String?) throws {
    let outcome = try home.run(["send", "r"] + words) { $0.attach(to: try PseudoTerminal()) }
    #expect(outcome.code == 0)
    #expect(
      outcome.screen.contains("is part of the message") == (option != nil), "\(outcome.screen)")
    if let option {
      #expect(outcome.screen.contains("note: \(option) is part of the message; options go before"))
    }
    expectQuietSuccess(try home.run(["send", "r"] + words))
  }

  @Test func `an unknown chat exits 3`() throws {
    expectRefusal(try home.run("send", "nowhere", "x"), code: 3, saying: "nowhere")
  }

  @Test(
    arguments: ["send r", "send r -", "edit r 1"],
    [("\\0", "NUL"), ("\\377", "UTF-8"), (" ", "blank")])
  func `what is refused is read to its end, so that upstream lives`(
    command: String, input: (byte: String, reason: String)
  ) throws {
    try home.succeed("send", "r", "one")
    let outcome = try home.shell(
      """
      head -c 1000000 /dev/zero | tr '\\0' '\(input.byte)' | chatctl \(command)
      echo "${PIPESTATUS[@]}"
      """)
    #expect(outcome.text == "0 0 8\n")
    #expect(outcome.errors.contains(input.reason), "\(outcome.errors)")
    #expect(try home.bodies() == ["one"])
    #expect(try home.store.messages.count == 1)
  }
}
