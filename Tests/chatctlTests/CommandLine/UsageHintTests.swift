import Testing

/// What is told to somebody whose line is no use of a command.
struct UsageHintTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  @Test(arguments: [
    (["send", "r", "--lines", "words"], "send"), (["tail", "r", "-n"], "tail"),
    (["tail", "r", "--all=x"], "tail"), (["log", "r", "--since", "soon"], "log"),
    (["log", "r", "-F"], "log"), (["tail", "r", "--reply"], "tail"),
    (["chat", "create", "x", "--public=x"], "chat create"), (["--color=red", "unread"], ""),
  ])
  func `a hint names the help that tells what is meant`(words: [String], command: String) throws {
    let outcome = try home.run(words)
    let help = command.isEmpty ? "chatctl help" : "chatctl help \(command)"
    expectRefusal(outcome, code: 2, saying: "hint: '\(help)' shows how it is used")
    #expect(try home.run(help.split(separator: " ").dropFirst().map(String.init)).code == 0)
  }
}
