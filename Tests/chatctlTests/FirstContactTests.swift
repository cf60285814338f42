import Testing

/// What someone is told who has never used it.
struct FirstContactTests {
  @Test func `chatctl alone says how to begin where there is no account`() throws {
    let outcome = try TestHome(.absent).run()
    expectQuietSuccess(outcome)
    #expect(outcome.lines.last?.hasSuffix("to begin: 'chatctl signup USERNAME'") == true)
  }

  @Test(arguments: [
    ["whoami"], ["chat", "list"], ["friends"], ["send", "ops", "hello"], ["tail", "ops"],
  ])
  func `what needs an account says how to make one`(words: [String]) throws {
    expectRefusal(
      try TestHome(.absent).run(words), code: 7, saying: "\nhint: ", "'chatctl signup USERNAME'")
    expectRefusal(
      try TestHome(.created).run(words), code: 4, saying: "\nhint: ", "'chatctl signup USERNAME'")
  }

  @Test func `the second word of a command leads to it, if it is of one alone`() throws {
    let home = try TestHome()
    for (word, command) in [("join", "chat join"), ("block", "friends block")] {
      expectRefusal(
        try home.run(word, "x"), code: 2,
        saying: "there is no command '\(word)'\nhint: did you mean 'chatctl \(command)'?\n")
    }
    expectRefusal(try home.run("create", "x"), code: 2, saying: "'chatctl help' lists the commands")
  }

  @Test func `whoever deletes an account is told as whom they go on`() throws {
    let home = try TestHome()
    try home.signUp("bob")
    try home.signUp("alice")
    let outcome = try home.run("account", "delete", "--yes") { $0.attach(to: try PseudoTerminal()) }
    #expect(outcome.screen.contains("deleted the account alice; bob is current now"))
    let last = try home.run("account", "delete", "--yes") { $0.attach(to: try PseudoTerminal()) }
    #expect(last.screen.contains("deleted the account bob"))
    #expect(!last.screen.contains("current now"))
  }

  @Test func `a list without chats says how to make one`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    for words in [["chat", "list"], ["chat"]] {
      let outcome = try home.run(words)
      #expect(outcome.code == 0 && outcome.output.isEmpty)
      #expect(outcome.errors.contains("'chatctl chat create NAME FRIEND' makes one"))
    }
    let outcome = try home.run("chat", "list", "--public")
    #expect(outcome.errors.contains("'chatctl chat create NAME --public' makes one"))
  }

  @Test func `a chat that is not there leads to the nearest`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try home.makeChat("ops", of: "alice")
    expectRefusal(
      try home.run("send", "opps", "hello"), code: 3,
      saying: "there is no chat 'opps'\nhint: did you mean 'ops'?\n")
    expectRefusal(
      try home.run("send", "nowhere", "hello"), code: 3, saying: "hint: 'chatctl chat list' lists")
    #expect(try home.bodies(of: "ops").isEmpty)
  }

  @Test func `an account that is not there leads to the nearest`() throws {
    let home = try TestHome()
    try home.signUp("bob", "alice")
    expectRefusal(
      try home.run("friends", "add", "bbo"), code: 3,
      saying: "there is no account 'bbo'\nhint: did you mean 'bob'?\n")
    expectRefusal(
      try home.run("friends", "add", "somebody"), code: 3, saying: "hint: 'chatctl chat show CHAT'")
    #expect(try home.succeed("friends").lines.count == 1)
  }
}
