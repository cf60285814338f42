import Foundation
import Testing

/// Changing one's password.
struct PasswordChangeTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("alice")
  }

  private func change(_ input: String) throws -> Outcome {
    try home.run("passwd", "--password-stdin", input: .text(input))
  }

  private func logIn(_ password: String) throws -> Outcome {
    try home.run("login", "alice", "--password-stdin", input: .text(password))
  }

  @Test(arguments: ["pw\nnew", "pw\nnew\n", "pw\r\nnew\r\n"])
  func `two lines are the old password and the new one`(input: String) throws {
    #expect(try change(input).code == 0)
    expectRefusal(try logIn("pw"), code: 4)
    #expect(try logIn("new").code == 0)
  }

  @Test(
    arguments: [
      ("PW\nnew\n", 4), ("pw\n\n", 8), ("pw", 8), ("pw\n", 8), ("", 8), ("pw\nnew\nnew\n", 8),
      ("pw\n" + String(repeating: "x", count: 512), 8), ("pw\na\u{0}b", 8),
      ("pw\nnew" + String(repeating: "\n", count: 2000), 8),
    ] as [(String, Int32)])
  func `anything else changes nothing`(input: String, code: Int32) throws {
    let before = try home.store.snapshot()
    expectRefusal(try change(input), code: code)
    #expect(try home.store.snapshot() == before)
  }

  @Test func `every other session ends and this one stays`() throws {
    // As on another host, where it is not replaced by the next login.
    let other = try Data(contentsOf: home.sessions)
    try FileManager.default.removeItem(at: home.sessions)
    #expect(try logIn("pw").code == 0)
    let changed = try home.succeed("passwd", "--password-stdin", "--json", input: .text("pw\nnew"))
    #expect(changed.text.contains(#""username":"alice","endedSessions":1,"tokens":0}"#))
    try home.succeed("whoami")
    try other.write(to: home.sessions)
    expectRefusal(try home.run("whoami"), code: 4, saying: "has ended")
  }

  @Test func `a terminal asks for the old one, then twice for the new one`() throws {
    let terminal = try PseudoTerminal()
    let passwd = try home.start("passwd") { $0.attach(to: terminal) }
    for (prompt, answer) in [("Old password", "pw"), ("New password", "new"), ("again", "new")] {
      try passwd.wait(for: prompt, on: .screen)
      try terminal.type("\(answer)\r")
    }
    let outcome = try passwd.outcome()
    #expect(outcome.ending == .exited(0))
    #expect(!outcome.screen.contains("pw"))
    #expect(try logIn("new").code == 0)
  }

  @Test func `a wrong old password is told before the new one is asked for`() throws {
    let terminal = try PseudoTerminal()
    let passwd = try home.start("passwd") { $0.attach(to: terminal) }
    try passwd.wait(for: "Old password", on: .screen)
    try terminal.type("PW\r")
    let outcome = try passwd.outcome()
    #expect(outcome.ending == .exited(4))
    #expect(!outcome.screen.contains("New password"))
  }

  @Test func `a guest has no password to change, and nobody is asked without a terminal`() throws {
    expectRefusal(try home.run("passwd"), code: 2, saying: "--password-stdin")
    try home.succeed("login", "--guest", "anna")
    expectRefusal(try change("pw\nnew"), code: 4, saying: "guests may not")
  }

  @Test func `tokens that stay are told, with what lists them`() throws {
    #expect(try !change("pw\npw2").errors.contains("token"))
    try home.succeed("token", "create", "one")
    #expect(try change("pw2\npw3").errors.contains("1 token stays valid; 'chatctl token list'"))
    try home.succeed("token", "create", "two")
    #expect(try change("pw3\npw4").errors.contains("2 tokens stay valid; 'chatctl token list'"))
  }
}
