import Foundation
import Testing

/// The list of friends.
struct FriendsTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("bob", "carol", "alice")
  }

  @Test func `the list shows oneself and then the friends`() throws {
    try home.succeed("friends", "add", "carol")
    try home.succeed("friends", "add", "bob")
    for words in [["friends"], ["friends", "list"]] {
      let lines = try home.run(words).lines
      #expect(lines.count == 3)
      #expect(lines.first?.contains("alice") == true)
      #expect(
        ["bob", "carol"].allSatisfy { name in lines.dropFirst().contains { $0.contains(name) } })
    }
  }

  @Test func `adding a friend twice changes nothing`() throws {
    try home.succeed("friends", "add", "bob")
    let before = try home.store.snapshot()
    try home.succeed("friends", "add", "bob")
    try home.succeed("friends", "add", "BOB")
    #expect(try home.store.snapshot() == before)
  }

  @Test func `an unknown name is refused and changes nothing`() throws {
    let before = try home.store.snapshot()
    expectRefusal(try home.run("friends", "add", "nobody"), code: 3, saying: "nobody")
    expectRefusal(try home.run("friends", "add", "../alice"), code: 3)
    expectRefusal(try home.run("friends", "remove", "nobody"), code: 3, saying: "nobody")
    #expect(try home.store.snapshot() == before)
  }

  @Test(
    arguments: [
      (["friends", "add", "@bob"], "did you mean 'bob'?"), (["profile", "@bob"], "'bob'?"),
      (["friends", "add", "BOB[backup]"], "'bob'?"), (["log", "r", "--from", "@bob"], "'bob'?"),
      (["friends", "add", "anna"], "'~anna'?"), (["send", "@@bob", "x"], "'bob'?"),
      (["send", "@carlo", "x"], "did you mean 'carol'?"), (["profile", "carlo"], "'carol'?"),
      (["chat", "add", "r", "bobb"], "'bob'?"), (["tail", "r", "--from", "bobb"], "'bob'?"),
      (["search", "x", "--chat", "r", "--from", "bobb"], "'bob'?"),
      (["profile", "bobb"], "'bob'?"), (["friends", "add", "bobb"], "did you mean 'bob'?"),
      (["profile", "nobody"], "'chatctl friends'"), (["friends", "block", "nobody"], "chat show"),
      (["ask", "r", "--from", "nobody", "x"], "chat show"),
      (["friends", "add", "doraa"], "'dora'?"),
    ] as [([String], String)])
  func `an unknown name is told with what it may mean`(words: [String], hint: String) throws {
    // A friend is carol; bob takes part in the chat alone, and dora is neither.
    try home.succeed("login", "--guest", "anna")
    try home.succeed("friends", "add", "carol", as: "alice")
    try home.makeChat("r", of: "alice")
    try home.signUp("dora")
    try home.succeed("chat", "join", "alice/r", as: "bob")
    let outcome = try home.run(words, as: "alice")
    expectRefusal(outcome, code: 3, saying: "there is no account", "\nhint: ", hint)
  }

  @Test func `a token is not told who the friends of its account are`() throws {
    let token = home.folder.appending(path: "token").path
    try home.makeChat("r", of: "alice")
    try home.succeed("friends", "add", "carol", as: "alice")
    try home.succeed("token", "create", "bot", "--chat", "r", "--output", token, as: "alice")
    let outcome = try home.run("--token-file", token, "log", "r", "--from", "carlo")
    expectRefusal(outcome, code: 3, saying: "there is no account")
    #expect(!outcome.errors.contains("carol"))
  }

  @Test(
    arguments: [
      ("@bob", "did you mean 'bob'?"), ("anna", "the guest '~anna'?"), ("carlo", "'carol'?"),
      ("@dave", "'chatctl login dave' logs in"), ("dave", "'chatctl login dave'"),
      ("nobody", "nobody has that name: 'chatctl account list'"),
    ])
  func `so is one that is not logged in`(name: String, hint: String) throws {
    try home.succeed("login", "--guest", "anna")
    try home.signUp("dave")
    try home.succeed("logout", "dave")
    for words in [["--as", name, "whoami"], ["switch", name]] {
      expectRefusal(try home.run(words), code: 4, saying: "not logged in as", hint)
    }
  }

  @Test func `a friend who is removed is none any more`() throws {
    try home.succeed("friends", "add", "bob")
    try home.succeed("friends", "remove", "bob")
    #expect(!(try home.succeed("friends").text.contains("bob")))
    expectRefusal(
      try home.run("chat", "create", "r", "bob"), code: 4,
      saying: "'bob' is not one of your friends\nhint: 'chatctl friends add bob' adds them")
    expectRefusal(
      try home.run("friends", "remove", "bob"), code: 3,
      saying: "you have no friend 'bob'\nhint: 'chatctl friends' lists them")
  }

  @Test func `friends belong to whoever added them`() throws {
    try home.succeed("friends", "add", "bob")
    #expect(!(try home.succeed("friends", as: "bob").text.contains("alice")))
  }

  @Test func `without an account there are no friends`() throws {
    let other = try TestHome(.at(home.store.path))
    expectRefusal(try other.run("friends"), code: 4, saying: "hint:", "login")
    expectRefusal(try other.run("friends", "add", "bob"), code: 4)
  }

  @Test func `who signs up and adds friends at the same time is there afterwards`() throws {
    let names = (1...20).map { "user\($0)" }
    let signups = try names.map {
      try home.start("signup", $0, "--password-stdin", input: .text("pw"))
    }
    for signup in signups { #expect(try signup.finish().ending == .exited(0)) }
    #expect(try home.store.profiles.count == 23)
    let additions = try names.map { try home.start("friends", "add", $0, as: "alice") }
    for addition in additions { #expect(try addition.finish().ending == .exited(0)) }
    let list = try home.succeed("friends", as: "alice").text
    for name in names {
      #expect(list.contains(name))
      try home.succeed("whoami", as: name)
    }
  }
}
