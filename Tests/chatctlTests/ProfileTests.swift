import Foundation
import Testing

/// Profiles: who sees what, and changing one's own.
struct ProfileTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("alice", email: "alice@example.org", imageURL: "https://example.org/a.png")
    try home.signUp("bob")
  }

  private func fields(_ words: String..., as account: String) throws -> [String: String] {
    let lines = try home.succeed(["profile"] + words, as: account).lines
    let pairs = lines.map { $0.split(separator: "\t").map(String.init) }
    return Dictionary(uniqueKeysWithValues: pairs.map { ($0[0], $0[1]) })
  }

  @Test func `a profile shows its e-mail address to its owner and the owner's friends`() throws {
    let own = try fields(as: "alice")
    #expect(own["username"] == "alice")
    #expect(own["e-mail"] == "alice@example.org")
    #expect(own["image URL"] == "https://example.org/a.png")
    #expect(try fields("ALICE", as: "bob")["e-mail"] == nil)
    #expect(!(try home.succeed("profile", "alice", "--json", as: "bob").text.contains("email")))
    try home.succeed("friends", "add", "bob", as: "alice")
    #expect(try fields("alice", as: "bob")["e-mail"] == "alice@example.org")
    expectRefusal(try home.run("profile", "nobody"), code: 3, saying: "nobody")
  }

  @Test func `what is changed is shown, and an empty value removes it`() throws {
    let changed = try home.succeed(
      "profile", "--username", "alicia", "--email", "new@example.org", "--image-url", "", "--json",
      as: "alice")
    #expect(changed.text.contains(#""username":"alicia","email":"new@example.org","guest""#))
    try home.succeed("login", "new@example.org", "--password-stdin", input: .text("pw"))
    try home.succeed("profile", "--email=", as: "alicia")
    #expect(try fields(as: "alicia").keys.sorted() == ["created", "id", "username"])
    expectRefusal(
      try home.run("login", "new@example.org", "--password-stdin", input: .text("pw")), code: 4)
  }

  @Test func `all is refused before anything is changed`() throws {
    let before = try home.store.snapshot()
    for (words, code) in [
      (["--username", "BOB"], 5), (["--username", "", "--email", ""], 8),
      (["--username", "alicia", "--email", "no address"], 8), (["--image-url", "ftp://x"], 8),
      (["--email", "", "bob"], 2),
    ] as [([String], Int32)] {
      expectRefusal(try home.run(["profile"] + words, as: "alice"), code: code)
    }
    let email = try home.run("profile", "--email", "ALICE@example.org", as: "bob")
    expectRefusal(email, code: 5, saying: "ALICE@example.org")
    #expect(try home.store.snapshot() == before)
  }

  @Test func `a username that was given up is nobody else's, and its owner may take it back`()
    throws
  {
    try home.succeed("profile", "--username", "alicia", as: "alice")
    expectRefusal(
      try home.run("profile", "--username", "Alice", as: "bob"), code: 5, saying: "stays reserved")
    expectRefusal(
      try home.run("signup", "alice", "--password-stdin", input: .text("pw")), code: 5,
      saying: "stays reserved")
    expectRefusal(
      try home.run("login", "alice", "--password-stdin", input: .text("pw")), code: 4)
    try home.succeed("profile", "--username", "Alice", as: "alicia")
    #expect(try home.succeed("whoami", as: "alice").text == "Alice\n")
    expectRefusal(try home.run("signup", "alicia", "--password-stdin", input: .text("pw")), code: 5)
  }

  @Test func `who had a username before is found by it, and called by the present one`() throws {
    try home.succeed("profile", "--username", "robert", as: "bob")
    let shown = try home.succeed("profile", "bob", as: "alice")
    #expect(shown.lines.first == "username\trobert")
    #expect(shown.errors == "bob is called robert now\n")
    #expect(try home.succeed("friends", "add", "BOB", as: "alice").errors.contains("robert is"))
    let made = try home.succeed("chat", "create", "r", "bob", "--json", as: "alice")
    #expect(made.text.contains(#""participants":["alice","robert"]"#))
    try home.succeed("send", "@bob", "hello", as: "alice")
    #expect(try home.succeed("log", "@robert", as: "alice").text.contains("\t@robert\t"))
    try home.succeed("chat", "remove", "r", "bob", as: "alice")
    #expect(try home.succeed("friends", "block", "bob", as: "alice").errors.contains("robert is"))
    #expect(try home.succeed("profile", "robert", as: "alice").errors.isEmpty)
    expectRefusal(
      try home.run("friends", "add", "@bob", as: "alice"), code: 3, saying: "mean 'robert'?")
  }

  @Test func `a session goes on under the old username and under the new one`() throws {
    try home.makeChat("r", of: "alice")
    try home.succeed("profile", "--username", "alicia", as: "alice")
    for name in ["alice", "alicia"] {
      #expect(try home.succeed("whoami", as: name).text == "alicia\n")
      try home.succeed("switch", name)
      try home.succeed("send", "r", "hello", as: name)
    }
    #expect(
      try home.succeed("log", "alicia/r", "--json").messages.map(\.username) == [
        "alicia", "alicia",
      ])
    try home.succeed("login", "alicia", "--password-stdin", input: .text("pw"))
    #expect(try home.succeed("whoami", as: "alice").text == "alicia\n")
    try home.succeed("logout", "alice")
    expectRefusal(try home.run("whoami", as: "alicia"), code: 4)
  }

  @Test func `a guest has the profile that came with the handle`() throws {
    try home.succeed("login", "--guest", "anna")
    expectRefusal(
      try home.run("profile", "--username", "anna", as: "~anna"), code: 4, saying: "guests may not")
    #expect(try fields(as: "~anna")["username"] == "~anna")
  }
}
