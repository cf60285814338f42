import Foundation
import Testing

/// What someone is told who has never used it.
struct FirstContactTests {
  @Test func `chatctl alone says how to begin`() throws {
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

  @Test func `who is not logged in is told what there is to do`() throws {
    let home = try TestHome()
    func expect(_ hint: String, _ name: String) throws {
      for words in [["--as", name, "whoami"], ["switch", name], ["logout", name]] {
        expectRefusal(
          try home.run(words), code: 4,
          saying: "you are not logged in as '\(name)'\nhint: \(hint)")
      }
    }
    try home.signUp("erin")
    try home.succeed("logout", "erin")
    // Nobody is logged in, who could be told whether there is a zoe.
    for name in ["erin", "zoe"] { try expect("'chatctl login \(name)' logs in\n", name) }
    try home.signUp("alice")
    try expect("'chatctl login erin' logs in\n", "erin")
    try expect("nobody has that name: 'chatctl account list' lists", "zoe")
  }

  @Test(arguments: [
    (["chat", "create", "alice/ops", "bob"], 8, "leave the owner out"),
    (["chat", "rename", "ops", "a/b"], 8, "leave the owner out"),
    (["chat", "create", "@bob", "bob"], 8, "'chatctl send @bob MESSAGE' begins"),
    (["signup", "zoe@example.org"], 8, "'chatctl signup USERNAME --email ADDRESS'"),
    (["signup", "~zoe"], 8, "'chatctl login --guest HANDLE'"),
    (["signup", "zoe", "--password-stdin"], 8, "give a line on standard input"),
    (["profile", "--email", "zoe"], 8, "NAME@DOMAIN"),
    (["profile", "--image-url", "zoe.png"], 8, "'https://example.org/alice.png'"),
    (["--as", "bob", "edit", "ops", "1", "x"], 4, "'chatctl log ops --from bob' shows"),
    (["--as", "bob", "delete", "ops", "1"], 4, "'chatctl log ops --from bob' shows"),
    (["--store", "group", "init", "--group", "no-such-group"], 2, "a group that 'id' lists"),
    (["cursor", "remove", "ops", "digset"], 3, "did you mean 'digest'?"),
    (["cursor", "failed", "ops", "digset"], 3, "did you mean 'digest'?"),
    (["cursor", "remove", "ops", "backup"], 3, "'chatctl cursor list ops' lists them"),
  ])
  func `what is refused is told with what helps`(
    words: [String], code: Int32, hint: String
  ) throws {
    let home = try TestHome()
    try home.signUp("bob", "alice")
    try home.succeed("friends", "add", "bob")
    try home.makeChat("ops", of: "alice", with: ["bob"])
    try home.succeed("send", "ops", "hello")
    try home.succeed("cursor", "set", "ops", "digest")
    let number = try home.bodies(of: "ops").count
    expectRefusal(try home.run(words), code: code, saying: "\nhint: ", hint)
    #expect(try home.bodies(of: "ops").count == number)
  }

  @Test func `a token is shown the messages that it may change`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try home.makeChat("ops", of: "alice")
    try home.succeed("send", "ops", "hello")
    let token = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "bot", "--output", token)
    expectRefusal(
      try home.run("--token-file", token, "edit", "ops", "1", "x"), code: 4,
      saying: #"hint: 'chatctl log ops --from alice\[bot\]' shows those that are"#)
  }

  @Test(.needsRoot) func `who may not read or write a store is told how to see why`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    let stranger = try TestHome(.at(home.store.path), user: OSUser(uid: 60003, gid: 60003))
    expectRefusal(
      try stranger.run("whoami"), code: 7,
      saying: "permission denied\nhint: 'namei -l \(home.store.path)/store.json' shows who may")
  }

  @Test func `a cursor that is made is said to be, with the one that it may be`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try home.makeChat("ops", of: "alice")
    func said(_ words: String...) throws -> String {
      try home.succeed(["cursor", "set", "ops"] + words).errors
    }
    #expect(try said("digest", "0") == "made the cursor digest, which stands after #0\n")
    #expect(try said("digest", "0") == "the cursor digest stands after #0\n")
    #expect(
      try said("digset", "0")
        == "made the cursor digset, which stands after #0\nthere is a cursor digest, too\n")
    #expect(try said("digset", "0") == "the cursor digset stands after #0\n")
    #expect(try said("backup", "0") == "made the cursor backup, which stands after #0\n")
    #expect(try said("digess", "0", "-q").isEmpty)
    #expect(try said("digestt", "0", "--json").contains("there is a cursor digest, too"))
  }

  @Test func `a duration without a unit is told to be seconds`() throws {
    let home = try TestHome(.absent)
    for line in ["help", "expect --help", "tail --help", "ask --help", "token create --help"] {
      let help = try home.succeed(line.split(separator: " ").map(String.init)).text
      let lines = help.split(separator: "\n").drop {
        !$0.contains("DURATION") || $0.hasPrefix("usage: ")
      }.prefix(2)
      #expect(lines.joined(separator: " ").contains(/\d is( +)seconds/), "\(help)")
    }
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

  @Test(arguments: [
    ("bob", ["chat", "leave", "ops"]), ("alice", ["chat", "rename", "ops", "tasks"]),
    ("alice", ["chat", "delete", "ops", "--yes"]),
  ])
  func `who gives up a name is told which chat it means now`(owner: String, words: [String]) throws
  {
    for isAlone in [true, false] {
      let home = try TestHome()
      try home.signUp("bob", "carol", "alice")
      for other in ["bob", "carol"] { try home.succeed("friends", "add", "alice", as: other) }
      try home.makeChat("ops", of: owner, with: owner == "alice" ? [] : ["alice"])
      if !isAlone { try home.makeChat("ops", of: "carol", with: ["alice"]) }
      let outcome = try home.run(words + ["--as", "alice"]) { $0.attach(to: try PseudoTerminal()) }
      #expect(outcome.ending == .exited(0))
      #expect(
        outcome.screen.contains("ops means carol/ops now") == !isAlone, "\(outcome.screen)")
    }
  }

  @Test func `the first word of a name with a space leads to the name`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    for name in ["my chat", "my"] {
      try home.makeChat("\(name) of today", of: "alice")
      expectRefusal(try home.run("send", name, "hello"), code: 3, saying: "'my chat of today'")
    }
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

  @Test(arguments: ["opss", "alice/opss", "alcie/ops", "@alcie", "@boob"])
  func `so it is wherever a chat is named`(name: String) throws {
    let home = try TestHome()
    try home.signUp("bob", "alice")
    try home.succeed("friends", "add", "bob")
    try home.makeChat("ops", of: "alice")
    let meant = [
      "opss": "ops", "alice/opss": "alice/ops", "alcie/ops": "alice/ops", "@alcie": "alice",
      "@boob": "bob",
    ]
    let lines = [
      "log", "tail", "send _ x", "edit _ 1 x", "delete _ 1", "expect _ --within 1h", "ask _ x",
      "run _ -- true", "chat show", "chat join", "chat add _ bob", "chat remove _ bob",
      "chat leave", "chat rename _ r", "chat delete", "chat read", "cursor list", "cursor set _ c",
      "cursor remove _ c", "cursor failed _ c", "export", "search x --chat",
      "token create t --chat",
    ]
    for line in lines {
      let line = line.contains("_") ? line : line + " _"
      let words = line.split(separator: " ").map { $0 == "_" ? name : String($0) }
      expectRefusal(
        try home.run(words), code: line.hasPrefix("run") ? 0 : 3,
        saying: "hint: did you mean '\(try #require(meant[name]))'?")
    }
  }

  @Test func `an account that is not there leads to the nearest`() throws {
    let home = try TestHome()
    try home.signUp("bob", "alice")
    expectRefusal(
      try home.run("friends", "add", "bbo"), code: 3,
      saying: "there is no account 'bbo'\nhint: did you mean 'bob'?\n")
    expectRefusal(
      try home.run("friends", "add", "somebody"), code: 3,
      saying: "hint: they make one with 'chatctl signup somebody'; 'chatctl friends'")
    #expect(try home.succeed("friends").lines.count == 1)
  }
}
