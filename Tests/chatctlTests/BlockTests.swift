import Testing

/// Accounts that are kept away.
struct BlockTests {
  private let home: TestHome

  /// alice and bob are friends of each other and have a direct chat; alice blocks bob.
  init() throws {
    home = try TestHome()
    try home.signUp("alice", "bob", "carol")
    for (account, friend) in [("alice", "bob"), ("bob", "alice"), ("bob", "carol")] {
      try home.succeed("friends", "add", friend, as: account)
    }
    try home.makeChat("r", of: "bob", with: ["carol"])
    try home.succeed("send", "@alice", "hello", as: "bob")
    let blocked = try home.succeed("friends", "block", "BOB", as: "alice")
    #expect(blocked.errors == "bob is blocked now\n")
  }

  @Test func `who is blocked is refused everywhere`() throws {
    let refused = [
      ["send", "@alice", "x"], ["edit", "@alice", "1", "x"], ["chat", "add", "r", "alice"],
      ["chat", "create", "s", "alice"],
    ]
    let before = try home.store.snapshot()
    for words in refused {
      expectRefusal(try home.run(words, as: "bob"), code: 4, saying: "'alice' has blocked you")
    }
    #expect(try home.store.snapshot() == before)
    try home.succeed("friends", "remove", "alice", as: "bob")
    expectRefusal(
      try home.run("friends", "add", "alice", as: "bob"), code: 4, saying: "has blocked you")
    // What is theirs stays theirs to read and to take back.
    #expect(try home.bodies(of: "@alice", as: "bob") == ["hello"])
    try home.succeed("delete", "@alice", "1", as: "bob")
  }

  @Test func `a direct chat with who blocked one is not begun`() throws {
    try home.succeed("friends", "block", "bob", as: "carol")
    expectRefusal(
      try home.run("send", "@carol", "x", as: "bob"), code: 4, saying: "'carol' has blocked you")
    #expect(try home.succeed("chat", "list", as: "carol").lines.count == 1)
  }

  @Test func `who has blocked someone has to take that back first`() throws {
    for words in [
      ["send", "@bob", "x"], ["friends", "add", "bob"], ["chat", "create", "s", "bob"],
    ] {
      expectRefusal(
        try home.run(words, as: "alice"), code: 4, saying: "you have blocked 'bob'", "unblock bob")
    }
    let unblocked = try home.succeed("friends", "unblock", "bob", as: "alice")
    #expect(unblocked.errors == "bob is not blocked any more\n")
    try home.succeed("send", "@bob", "x", as: "alice")
    try home.succeed("send", "@alice", "x", as: "bob")
    try home.succeed("friends", "add", "bob", as: "alice")
  }

  @Test func `the list of friends ends with who is blocked`() throws {
    try home.succeed("friends", "add", "carol", as: "alice")
    let lines = try home.succeed("friends", as: "alice").lines
    #expect(lines == ["alice\t\t\tyou", "carol\t\t\t", "bob\t\t\tblocked"])
    #expect(try home.succeed("friends", as: "bob").lines.count == 3)
    let json = try home.succeed("friends", "--json", as: "alice").lines
    #expect(json.map { $0.contains(#""blocked":true"#) } == [false, false, true])
  }

  @Test func `blocking twice, or unblocking, changes nothing; oneself cannot be blocked`() throws {
    try home.succeed("login", "--guest", "anna")
    let before = try home.store.snapshot()
    let blocked = try home.succeed("friends", "block", "bob", as: "alice")
    #expect(blocked.errors == "bob is blocked already\n")
    let unblocked = try home.succeed("friends", "unblock", "carol", as: "alice")
    #expect(unblocked.errors == "carol is not blocked\n")
    expectRefusal(try home.run("friends", "block", "alice", as: "alice"), code: 2)
    expectRefusal(try home.run("friends", "block", "nobody", as: "alice"), code: 3)
    expectRefusal(try home.run("friends", "block", "~anna", as: "alice"), code: 4)
    expectRefusal(try home.run("friends", "block", "alice", as: "~anna"), code: 4)
    #expect(try home.store.snapshot() == before)
  }
}
