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

  @Test(
    arguments: [
      ("join", ["chat join"]), ("jion", ["chat join"]), ("block", ["friends block"]),
      ("create", ["token create", "chat create"]), ("add", ["friends add", "chat add"]),
      ("creat", ["token create", "chat create"]),
      ("list", ["account", "token", "friends", "chat", "cursor"].map { "\($0) list" }),
    ])
  func `the second word of a command leads to all that end so`(
    word: String, commands: [String]
  ) throws {
    let names = commands.map { "'chatctl \($0)'" }.joined(separator: ", ")
    expectRefusal(
      try TestHome(.absent).run(word, "x"), code: 2,
      saying: "there is no command '\(word)'\nhint: did you mean \(names)?\n")
  }

  @Test(arguments: [
    (["chat", "send"], "did you mean 'chatctl send'?"),
    (["account", "login"], "did you mean 'chatctl login'?"),
    (["chat", "block"], "did you mean 'chatctl friends block'?"),
    (["account", "create"], "'chatctl help account' lists its commands"),
    (["chat", "help"], "'chatctl help chat' lists its commands"),
  ])
  func `a command behind another group's name is found, if it is the only one`(
    words: [String], hint: String
  ) throws {
    expectRefusal(try TestHome(.absent).run(words + ["x"]), code: 2, saying: "\nhint: \(hint)\n")
  }

  @Test(arguments: [
    (["signup", "x", "--password"], "'--password-stdin'"),
    (["signup", "x", "-password"], "'--password-stdin'"),
    (["login", "x", "--stdin"], "'--password-stdin'"),
    (["profile", "--image=x"], "'--image-url'"), (["log", "r", "--s"], "'--since', '--store'"),
    (["log", "r", "--since-when", "1h"], "'--since'"), (["send", "r", "--lin"], "'--lines'"),
    (["tail", "r", "--re"], "'--reply', '--retries'"),
    (["chat", "create", "r", "--pub"], "'--public'"), (["--vers"], "'--version'"),
  ])
  func `a part of an option leads to it`(words: [String], options: String) throws {
    expectRefusal(
      try TestHome(.absent).run(words), code: 2, saying: "\nhint: did you mean \(options)?\n")
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
