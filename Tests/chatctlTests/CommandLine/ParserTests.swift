import ChatCore
import Testing

@testable import chatctl

struct ParserTests {
  /// What the words of `line`, split at blanks, are parsed to, told in a few words.
  private func parse(_ line: String) throws(ChatError) -> String {
    try parse(words: line.split(separator: " ").map { Array($0.utf8) })
  }

  private func parse(words: [[UInt8]]) throws(ChatError) -> String {
    switch try Parser.parse(arguments: words, table: .sample) {
    case .help(let topic): return "help " + topic.fullName
    case .version: return "version"
    case .invocation(let invocation):
      var parts = [invocation.command.fullName]
      parts += invocation.operands.map { "<\($0)>" }
      if invocation.optionsEnded { parts.append("--") }
      parts += invocation.verbatimWords.map { "{\(String(decoding: $0, as: UTF8.self))}" }
      parts += Dictionary(grouping: invocation.given.all, by: \.long).sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value.map(\.value).joined(separator: ","))" }
      return parts.joined(separator: " ")
    }
  }

  @Test(arguments: [
    ("log r", "log <r>"),
    ("chat", "chat list"),
    ("chat --json", "chat list json="),
    ("chat --sort name", "chat list sort=name"),
    ("chat --json create x --public", "chat create <x> json= public="),
    ("chat create x a b", "chat create <x> <a> <b>"),
    ("shell", "shell"),
    ("shell a", "shell <a>"),
    ("secret", "secret"),
  ])
  func `a command is named by one word or two, a bare group is its default`(
    line: String, parsed: String
  ) throws {
    #expect(try parse(line) == parsed)
  }

  @Test(arguments: [
    ("--store d log r", "log <r> store=d"),
    ("log --store d r", "log <r> store=d"),
    ("log r --store d", "log <r> store=d"),
    ("log r --store=d", "log <r> store=d"),
    ("log r --store=", "log <r> store="),
    ("log r --store=a=b", "log <r> store=a=b"),
    ("log r --store --json", "log <r> store=--json"),
    ("log r --store --", "log <r> store=--"),
    ("log r -n 5", "log <r> number=5"),
    ("log r -n5", "log <r> number=5"),
    ("log r -n=5", "log <r> number==5"),
    ("log r -n -5", "log <r> number=-5"),
    ("log r -qn5", "log <r> number=5 quiet="),
    ("log r -qn 5", "log <r> number=5 quiet="),
    ("log r -20", "log <r> number=20"),
    ("log -20 r -n 3", "log <r> number=20,3"),
    ("log r -q --quiet -q", "log <r> quiet=,,"),
    ("token create --chat a --chat b", "token create chat=a,b"),
    ("tail a -f b", "tail <a> <b> follow="),
    ("log -", "log <->"),
    ("log -- -q", "log <-q> --"),
    ("-- log r", "log <r> --"),
  ])
  func `options stand before the command and after it, as getopt has them`(
    line: String, parsed: String
  ) throws {
    #expect(try parse(line) == parsed)
  }

  @Test(arguments: [
    ("send r failed -q", "send <r> {failed} {-q}"),
    ("send -q r failed -q", "send <r> {failed} {-q} quiet="),
    ("send r -l failed --help", "send <r> {failed} {--help} lines="),
    ("send r x -- y", "send <r> {x} {--} {y}"),
    ("send r -", "send <r> {-}"),
    ("send r -- -", "send <r> -- {-}"),
    ("send r -- -rf", "send <r> -- {-rf}"),
    ("send r -- --", "send <r> -- {--}"),
    ("send -- r --", "send <r> -- {--}"),
    ("send r", "send <r>"),
    ("run d make --json", "run <d> {make} {--json}"),
  ])
  func `a text is taken as it is from its first word on`(line: String, parsed: String) throws {
    #expect(try parse(line) == parsed)
  }

  @Test(arguments: [
    ("", "help "),
    ("--json", "help "),
    ("-h", "help "),
    ("-qh", "help "),
    ("--help send", "help send"),
    ("send --help", "help send"),
    ("send r --help", "help send"),
    ("chat --help", "help chat"),
    ("chat create -h", "help chat create"),
    ("token", "help token"),
    ("token --json", "help token"),
    ("--version", "version"),
    ("send --version", "version"),
    ("send --version --help", "help send"),
  ])
  func `help and the version need no operands`(line: String, parsed: String) throws {
    #expect(try parse(line) == parsed)
  }

  @Test(arguments: [
    ("sedn r x", ChatError.unknownCommand("sedn", group: "", alternatives: ["send"])),
    ("xyzzy", .unknownCommand("xyzzy", group: "", alternatives: [])),
    ("secre", .unknownCommand("secre", group: "", alternatives: [])),
    ("sen r x", .unknownCommand("sen", group: "", alternatives: ["send"])),
    ("chat creat", .unknownCommand("chat creat", group: "chat", alternatives: ["chat create"])),
    ("chat bogus", .unknownCommand("chat bogus", group: "chat", alternatives: [])),
    ("-", .unknownCommand("-", group: "", alternatives: [])),
    ("log --sinec 1", .unknownOption("--sinec", command: "log", alternatives: ["--since"])),
    ("log --sinec=1", .unknownOption("--sinec", command: "log", alternatives: ["--since"])),
    ("log --lines", .unknownOption("--lines", command: "log", alternatives: [])),
    ("tail --folow", .unknownOption("--folow", command: "tail", alternatives: [])),
    ("--jsno log", .unknownOption("--jsno", command: "", alternatives: ["--json"])),
    ("log -x", .unknownOption("-x", command: "log", alternatives: [])),
    ("log -qx", .unknownOption("-x", command: "log", alternatives: [])),
    ("send r -20", .unknownOption("-2", command: "send", alternatives: [], beforeText: true)),
    ("log -2x", .unknownOption("-2", command: "log", alternatives: [])),
    ("log --\u{301}", .unknownOption("--\u{301}", command: "log", alternatives: [])),
    ("log -\u{301}", .unknownOption("-\u{301}", command: "log", alternatives: [])),
    ("version", .unknownCommand("version", group: "", alternatives: ["--version"])),
    ("versoin x", .unknownCommand("versoin", group: "", alternatives: ["--version"])),
    ("chat version", .unknownCommand("chat version", group: "chat", alternatives: [])),
    ("--versoin", .unknownOption("--versoin", command: "", alternatives: ["--version"])),
    ("log --versoin", .unknownOption("--versoin", command: "log", alternatives: ["--version"])),
    ("-v", .unknownOption("-v", command: "", alternatives: ["--version"])),
    ("-V log", .unknownOption("-V", command: "", alternatives: ["--version"])),
    ("-version", .unknownOption("-version", command: "", alternatives: ["--version"])),
    ("log -since 1h", .unknownOption("-since", command: "log", alternatives: ["--since"])),
    ("log -sinec=1h", .unknownOption("-sinec", command: "log", alternatives: ["--since"])),
    ("log -Q", .unknownOption("-Q", command: "log", alternatives: ["-q"])),
    ("log -s", .unknownOption("-s", command: "log", alternatives: [])),
    ("tail -o", .unknownOption("-o", command: "tail", alternatives: [])),
    ("--log r", .unknownOption("--log", command: "", alternatives: ["chatctl log"])),
    ("--secret", .unknownOption("--secret", command: "", alternatives: [])),
    (
      "chat --craete",
      .unknownOption("--craete", command: "chat", alternatives: ["chatctl chat create"])
    ),
    ("log r --json=yes", .unexpectedValue(option: "--json")),
    ("log r --since", .missingValue(option: "--since", metavar: "TIME")),
    ("log r -n", .missingValue(option: "-n", metavar: "N")),
    ("log", .missingOperand("CHAT", command: "log")),
    ("tail", .missingOperand("CHAT", command: "tail")),
    ("chat create", .missingOperand("NAME", command: "chat create")),
    ("chat create x", .missingOperand("FRIEND or --public", command: "chat create")),
    ("run d", .missingOperand("COMMAND", command: "run")),
    ("run d --", .missingOperand("COMMAND", command: "run")),
    ("chat --sort name create", .unexpectedOperand("create", command: "chat list")),
    ("log r extra", .unexpectedOperand("extra", command: "log")),
    (
      "log r --color red",
      .invalidValue("red", of: "--color", expected: "auto, always or never")
    ),
    ("chat -s size", .invalidValue("size", of: "-s", expected: "name or date")),
    ("shell c", .invalidValue("c", of: "SHELL", expected: "a or b")),
  ])
  func `a line that cannot be meant is refused`(line: String, error: ChatError) {
    #expect(throws: error) { try parse(line) }
  }

  @Test func `empty words are operands, values and texts`() throws {
    #expect(try parse(words: ["log", "", "--since", ""].map { Array($0.utf8) }) == "log <> since=")
    #expect(try parse(words: ["send", "r", ""].map { Array($0.utf8) }) == "send <r> {}")
  }

  @Test func `only a text may hold bytes that are not UTF-8`() throws {
    let word: [UInt8] = [0x61, 0xFF]
    guard
      case .invocation(let invocation) = try Parser.parse(
        arguments: [Array("send".utf8), [0x72], word], table: .sample)
    else {
      Issue.record("no invocation")
      return
    }
    #expect(invocation.verbatimWords == [word])
    for line in [
      [word], [Array("log".utf8), word], [Array("log".utf8), Array("--since=".utf8) + word],
      [Array("log".utf8), Array("--".utf8) + word], [Array("log".utf8), Array("-n".utf8) + word],
      [Array("log".utf8), Array("-n".utf8), word],
    ] {
      #expect { try Parser.parse(arguments: line, table: .sample) } throws: { error in
        guard case .argumentNotUTF8(let text) = error as? ChatError else { return false }
        return text.hasSuffix("a\u{FFFD}")
      }
    }
  }

  @Test func `an invocation gives the last value, all values and flags`() throws {
    guard
      case .invocation(let invocation) = try Parser.parse(
        arguments: ["log", "-n", "1", "r", "-n2", "-q"].map { Array($0.utf8) }, table: .sample)
    else {
      Issue.record("no invocation")
      return
    }
    #expect(invocation.value(of: .number) == "2")
    #expect(invocation.values(of: .number) == ["1", "2"])
    #expect(invocation.value(of: .since) == nil)
    #expect(invocation.values(of: .since) == [])
    #expect(invocation.has(GlobalOptions.quiet))
    #expect(!invocation.has(GlobalOptions.json))
    #expect(invocation.operand(0) == "r")
    #expect(invocation.operand(1) == nil)
  }
}
