import Foundation
import Testing

/// The accounts that are logged in here, and logging out all of them.
struct LoginListTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("alice", "bob")
  }

  @Test func `the accounts that are logged in are listed, the current one marked`() throws {
    #expect(try home.succeed("account", "list").lines == ["alice\t\t", "bob\tcurrent\t"])
    try home.succeed("profile", "--username", "bert", as: "bob")
    try home.succeed("switch", "alice")
    #expect(try home.succeed("account").lines == ["alice\tcurrent\t", "bert\t\t"])
  }

  @Test func `a session that has ended elsewhere is said to have ended`() throws {
    let kept = try Data(contentsOf: home.sessions)
    try home.succeed("logout", "alice")
    try kept.write(to: home.sessions)
    #expect(
      try home.succeed("account", "--json").lines == [
        #"{"type":"login","username":"alice","current":false,"ended":true}"#,
        #"{"type":"login","username":"bob","current":true,"ended":false}"#,
      ])
  }

  @Test func `logging out all ends every session of this store on both sides`() throws {
    let other = "\(home.folder.path)/other"
    try home.succeed(
      "signup", "carol", "--store", other, "--password-stdin", input: .text("pw"))
    let kept = try Data(contentsOf: home.sessions)
    let outcome = try home.succeed("logout", "--all", "--json")
    #expect(
      outcome.lines == [
        #"{"type":"loggedOut","username":"alice"}"#,
        #"{"type":"loggedOut","username":"bob"}"#,
      ])
    let list = try home.succeed("account")
    #expect(list.text.isEmpty)
    #expect(list.errors.contains("nobody is logged in here"))
    try home.succeed("logout", "--all")
    #expect(try home.succeed("whoami", "--store", other).text == "carol\n")
    try kept.write(to: home.sessions)
    for name in ["alice", "bob"] { expectRefusal(try home.run("whoami", as: name), code: 4) }
  }

  @Test func `all and a username do not go together`() throws {
    expectRefusal(try home.run("logout", "--all", "bob"), code: 2)
    #expect(try home.succeed("whoami").text == "bob\n")
  }
}
