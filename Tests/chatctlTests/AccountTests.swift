import Foundation
import Testing

/// Signing up and in, and who one is.
struct AccountTests {
  private func whoami(
    _ home: TestHome, _ words: String..., environment: [String: String] = [:]
  ) throws -> String {
    let outcome = try home.run(["whoami"] + words) { $0.environment.merge(environment) { $1 } }
    #expect(outcome.ending == .exited(0), "\(outcome.errors)")
    return outcome.text
  }

  @Test func `the first account makes the store, for its owner alone`() throws {
    let home = try TestHome(.absent)
    try home.signUp("alice")
    #expect(try whoami(home) == "alice\n")
    #expect(try mode(of: home.store.folder) == 0o700)
    #expect(try mode(of: try #require(try home.store.secrets.first)) == 0o600)
    #expect(try home.store.profiles.count == 1)
  }

  @Test func `a profile is kept as it was given`() throws {
    let home = try TestHome()
    try home.succeed(
      "signup", "alice", "--email", "alice@example.org", "--image-url", "https://example.org/a.png",
      "--password-stdin", input: .text("pw"))
    let data = try Data(contentsOf: try #require(try home.store.profiles.first))
    let profile = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(profile["username"] as? String == "alice")
    #expect(profile["email"] as? String == "alice@example.org")
    #expect(profile["imageURL"] as? String == "https://example.org/a.png")
    try home.succeed("logout")
    try home.succeed("login", "alice@example.org", "--password-stdin", input: .text("pw"))
    #expect(try whoami(home) == "alice\n")
  }

  @Test(arguments: ["pw", "pw\n", "pw\r\n"], ["pw", "pw\n", "pw\r\n"])
  func `a line break after a password is none of it`(signup: String, login: String) throws {
    let home = try TestHome()
    try home.succeed("signup", "alice", "--password-stdin", input: .text(signup))
    try home.succeed("login", "alice", "--password-stdin", input: .text(login))
  }

  @Test func `a wrong password and an unknown name are refused alike`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try home.succeed("logout")
    let errors = try [("alice", "PW"), ("alice", "pw "), ("nobody", "pw")].map { name, password in
      let outcome = try home.run("login", name, "--password-stdin", input: .text(password))
      expectRefusal(outcome, code: 4)
      return outcome.errors
    }
    #expect(Set(errors).count == 1)
    expectRefusal(try home.run("whoami"), code: 4)
  }

  @Test(arguments: [
    "", "\n", String(repeating: "x", count: 512), "a\u{0}b",
  ])
  func `a password that cannot be kept is refused`(password: String) throws {
    let home = try TestHome()
    let outcome = try home.run("signup", "alice", "--password-stdin", input: .text(password))
    expectRefusal(outcome, code: 8)
    #expect(try home.store.profiles.isEmpty)
  }

  @Test func `a password of 511 bytes is kept whole`() throws {
    let home = try TestHome()
    let password = String(repeating: "x", count: 511)
    try home.succeed("signup", "alice", "--password-stdin", input: .text(password))
    let shorter = String(password.dropLast())
    expectRefusal(
      try home.run("login", "alice", "--password-stdin", input: .text(shorter)), code: 4)
    try home.succeed("login", "alice", "--password-stdin", input: .text(password))
  }

  @Test(arguments: [
    ("Alice", ["alice", "ALICE", "aLiCe"]), ("né", ["ne\u{301}", "NÉ", "NE\u{301}"]),
    ("straße", ["STRASSE", "strasse"]), ("が", ["か\u{3099}"]),
  ])
  func `spellings of one name are one account`(name: String, others: [String]) throws {
    let home = try TestHome()
    try home.signUp(name)
    for other in others {
      let again = try home.run("signup", other, "--password-stdin", input: .text("pw"))
      expectRefusal(again, code: 5)
      try home.succeed("login", other, "--password-stdin", input: .text("pw"))
    }
    #expect(Array(try whoami(home).utf8) == Array("\(name)\n".utf8))
    #expect(try home.store.profiles.count == 1)
  }

  @Test(arguments: [
    "", " ", "../../x", "..", ".", "a/b", "a\u{1}", "two words", "-rf", "--", ".hidden", "~root",
    "@all",
    "ali\u{200B}ce", "\u{202E}ecila", "Ａlice", "\u{410}lice", "a\u{1B}[31m", "a\nb", "tab\t",
    "\u{1F600}", String(repeating: "x", count: 33),
  ])
  func `a name that could mislead is refused`(name: String) throws {
    let home = try TestHome()
    let before = try home.store.snapshot()
    let outcome = try home.run("signup", "--password-stdin", "--", name, input: .text("pw"))
    expectRefusal(outcome, code: 8)
    #expect(try home.store.snapshot() == before)
  }

  @Test func `an e-mail address belongs to one account`() throws {
    let home = try TestHome()
    let words = ["--email", "a@example.org", "--password-stdin"]
    try home.succeed(["signup", "alice"] + words, input: .text("pw"))
    expectRefusal(try home.run(["signup", "bob"] + words, input: .text("pw")), code: 5)
    let invalid = try home.run(
      "signup", "bob", "--email", "no address", "--password-stdin", input: .text("pw"))
    expectRefusal(invalid, code: 8)
    #expect(try home.store.profiles.count == 1)
  }

  @Test(arguments: [
    ("--image-url", "http://\"onload=1"), ("--image-url", "http://x/<b>"),
    ("--image-url", "http://x/a b"), ("--image-url", "http://x/\\"), ("--image-url", "http://x/^"),
    ("--image-url", "http://x/`"), ("--image-url", "http://x/{}"), ("--image-url", "http://x/|"),
    ("--email", "\"><script>@x"), ("--email", "<a@x>"), ("--email", "\"a\"@x"),
    ("--email", "a b@x"),
    ("--email", "a\\@x"), ("--email", "a\u{1}@x"), ("--email", "a@x\u{A0}"),
  ])
  func `what could leave an attribute of a web page is no address`(
    option: String, value: String
  ) throws {
    let home = try TestHome()
    let words = ["signup", "alice", "--password-stdin", option, value]
    expectRefusal(try home.run(words, input: .text("pw")), code: 8)
    #expect(try home.store.profiles.isEmpty)
  }

  @Test(arguments: [
    ("--image-url", "http://[::1]:80/a%20b?c=d&e='f'#(g)~$*!@,;"),
    ("--email", "o'brien+a{b}@[192.0.2.1]"),
  ])
  func `addresses that RFCs allow are accepted`(option: String, value: String) throws {
    let home = try TestHome()
    try home.succeed("signup", "alice", "--password-stdin", option, value, input: .text("pw"))
  }

  @Test func `several accounts can be logged in and one is current`() throws {
    let home = try TestHome()
    try home.signUp("alice", "bob")
    #expect(try whoami(home) == "bob\n")
    try home.succeed("switch", "ALICE")
    #expect(try whoami(home) == "alice\n")
    #expect(try whoami(home, "--as", "bob") == "bob\n")
    #expect(try whoami(home, environment: ["CHATCTL_USER": "bob"]) == "bob\n")
    #expect(try whoami(home, "--as", "alice", environment: ["CHATCTL_USER": "bob"]) == "alice\n")
    #expect(try whoami(home, environment: ["CHATCTL_USER": ""]) == "alice\n")
    expectRefusal(try home.run("whoami", "--as", "carol"), code: 4, saying: "carol")
    expectRefusal(try home.run("switch", "carol"), code: 4, saying: "carol")
  }

  @Test func `logging out ends a session on both sides`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    let kept = try Data(contentsOf: home.sessions)
    try home.succeed("logout")
    expectRefusal(try home.run("whoami"), code: 4, saying: "hint:")
    try kept.write(to: home.sessions)
    expectRefusal(try home.run("whoami"), code: 4)
  }

  @Test func `logging out leaves the other accounts logged in`() throws {
    let home = try TestHome()
    try home.signUp("alice", "bob")
    try home.succeed("logout", as: "bob")
    #expect(try whoami(home, "--as", "alice") == "alice\n")
    expectRefusal(try home.run("whoami", "--as", "bob"), code: 4)
  }

  @Test func `logging out by name ends no other session, however often it is done`() throws {
    let home = try TestHome()
    try home.signUp("alice", "bob", "carol")
    let outcome = try home.succeed("logout", "bob", "--json")
    #expect(outcome.text == #"{"type":"loggedOut","username":"bob","current":"carol"}"# + "\n")
    expectRefusal(try home.run("logout", "bob"), code: 4, saying: "'bob'")
    #expect(try whoami(home) == "carol\n")
    #expect(try whoami(home, "--as", "alice") == "alice\n")
  }

  @Test func `logging out says who is current then: who was so before`() throws {
    let home = try TestHome()
    try home.signUp("alice", "carol", "bob")
    try home.succeed("switch", "alice")
    try home.succeed("switch", "bob")
    let outcome = try home.succeed("logout", "--json")
    #expect(outcome.text == #"{"type":"loggedOut","username":"bob","current":"alice"}"# + "\n")
    try home.succeed("logout", "carol")
    #expect(try whoami(home) == "alice\n")
    let last = try home.succeed("logout", "--json")
    #expect(last.text == #"{"type":"loggedOut","username":"alice"}"# + "\n")
  }

  @Test(.needsTracing) func `a sign-up that was killed makes nobody current and hides nobody`()
    throws
  {
    let home = try TestHome()
    try home.signUp("alice")
    let killed = try home.run("signup", "dora", "--password-stdin", input: .text("pw")) {
      // Remembered by then; the account's directory is about to be made.
      $0.wrap(in: .killed(at: "mkdir"))
    }
    #expect(killed.ending == .killed(signal: SIGKILL))
    #expect(try whoami(home) == "alice\n")
    #expect(try home.succeed("account", "list").lines.count == 1)
    try home.signUp("dora")
    #expect(try whoami(home, "--as", "dora") == "dora\n")
    try home.succeed("logout", "dora")
    #expect(try whoami(home) == "alice\n")
  }

  @Test func `a login ends the session that it replaces, and no other`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    let other = try TestHome(.at(home.store.path))
    for _ in 1...65 {
      try other.succeed("login", "alice", "--password-stdin", input: .text("pw"))
    }
    #expect(try whoami(home) == "alice\n")
    let changed = try home.succeed("passwd", "--password-stdin", "--json", input: .text("pw\nnew"))
    #expect(changed.text.contains(#""endedSessions":1,"#))
    expectRefusal(try other.run("whoami"), code: 4)
  }

  @Test(.needsTracing, arguments: 1...6)
  func `a login that was killed leaves one session that holds`(occurrence: Int) throws {
    let home = try TestHome()
    try home.signUp("bob", "alice")
    let killed = try home.run("login", "alice", "--password-stdin", input: .text("pw")) {
      $0.wrap(in: .killed(at: "fsync", occurrence: occurrence))
    }
    #expect(killed.ending == .killed(signal: SIGKILL))
    #expect(try whoami(home) == "alice\n")
    #expect(try whoami(home, "--as", "bob") == "bob\n")
    try home.succeed("login", "alice", "--password-stdin", input: .text("pw"))
    let changed = try home.succeed("passwd", "--password-stdin", "--json", input: .text("pw\nnew"))
    #expect(changed.text.contains(#""endedSessions":0,"#))
  }

  @Test func `a login that is refused changes nothing`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    let before = (try home.store.snapshot(), try Data(contentsOf: home.sessions))
    let secret = try #require(try home.store.secrets.first)
    let refused = try home.run("login", "alice", "--password-stdin", input: .text("pw")) {
      $0.wrap(in: .failing("rename", with: "ENOSPC", on: "\(secret.path).new", secret.path))
    }
    expectRefusal(refused, code: 7, saying: secret.path)
    #expect(try (home.store.snapshot(), Data(contentsOf: home.sessions)) == before)
    #expect(try whoami(home) == "alice\n")
  }

  @Test func `where the session file is a link to nothing yet, its target is made`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    let target = home.folder.appending(path: "synced.json")
    try FileManager.default.removeItem(at: home.sessions)
    try FileManager.default.createSymbolicLink(at: home.sessions, withDestinationURL: target)
    try home.succeed("login", "alice", "--password-stdin", input: .text("pw"))
    #expect(try whoami(home) == "alice\n")
    #expect(try mode(of: target) == 0o600)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: home.sessions.path) == target.path)
  }

  @Test func `where the session file cannot be made, no session is begun`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try FileManager.default.removeItem(at: home.sessions)
    try FileManager.default.createSymbolicLink(
      atPath: home.sessions.path, withDestinationPath: "missing/sessions.json")
    let before = try home.store.snapshot()
    for words in [["login", "alice"], ["signup", "bob"]] {
      let outcome = try home.run(words + ["--password-stdin"], input: .text("pw"))
      expectRefusal(outcome, code: 7, saying: home.sessions.path)
    }
    #expect(try home.store.snapshot() == before)
  }

  @Test(arguments: [0o644, 0o640, 0o602])
  func `secrets that others may use are refused`(mode: Int) throws {
    let home = try TestHome()
    try home.signUp("alice")
    let token = try home.succeed("token", "create", "bot").text
    let secret = try #require(try home.store.secrets.first)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: secret.path)
    for words in [["whoami"], ["login", "alice", "--password-stdin"], ["chat", "list"]] {
      let outcome = try home.run(words, input: .text("pw"))
      expectRefusal(outcome, code: 4, saying: secret.path, "hint: 'chmod 600 ")
    }
    let bot = try home.run("whoami") { $0.environment["CHATCTL_TOKEN"] = token }
    let error = "chatctl: other users of this host can read '\(secret.path)'"
    expectRefusal(bot, code: 4, saying: error)
  }

  @Test func `an account that is made current over CHATCTL_USER is warned of`() throws {
    let home = try TestHome()
    try home.signUp("alice", "bob")
    let outcome = try home.run("switch", "alice") { $0.environment["CHATCTL_USER"] = "bob" }
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("CHATCTL_USER"))
    for words in [["switch", "alice"], ["logout", "alice"]] {
      expectRefusal(try home.run(words + ["--as", "bob"]), code: 2, saying: "--as")
    }
  }

  @Test func `a password of several lines is refused, since nobody could type it`() throws {
    let home = try TestHome()
    let outcome = try home.run("signup", "eve", "--password-stdin", input: .text("pw\nuser: eve\n"))
    expectRefusal(outcome, code: 8, saying: "line break")
    #expect(try home.store.profiles.isEmpty)
  }

  @Test func `a session is private whatever the umask is`() throws {
    let home = try TestHome()
    try home.succeed("signup", "alice", "--password-stdin", input: .text("pw")) {
      $0.wrap(in: .shell("umask 000"))
    }
    #expect(try mode(of: home.sessions) == 0o600)
    for secret in try home.store.secrets { #expect(try mode(of: secret) == 0o600) }
  }

  @Test func `a stricter mode of the session file stays`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o400], ofItemAtPath: home.sessions.path)
    try home.signUp("bob")
    #expect(try mode(of: home.sessions) == 0o400)
    #expect(try whoami(home) == "bob\n")
  }

  @Test func `a guest has a handle, reads and writes public chats and makes none`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("login", "--guest", "visitor")
    #expect(try whoami(home) == "~visitor\n")
    try home.succeed("send", "alice/r", "hello")
    #expect(try home.succeed("log", "alice/r", "--json").messages.map(\.username) == ["~visitor"])
    expectRefusal(try home.run("chat", "create", "mine", "--public"), code: 4)
  }

  @Test func `what a guest is told to do is possible for a guest`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("login", "--guest", "anna")
    for words in [["switch", "anna"], ["whoami", "--as", "anna"]] {
      expectRefusal(try home.run(words), code: 4, saying: "hint: did you mean the guest '~anna'?")
    }
    let guest = "~anna"
    #expect(try !home.run("friends", as: guest).errors.contains("friends add"))
    #expect(try !home.run("chat", "list", as: guest).errors.contains("chat create"))
    for words in [["friends", "remove", "alice", "--as", guest], ["login", "~anna"]] {
      expectRefusal(try home.run(words), code: 4, saying: "guests may not")
    }
    try home.succeed("logout", as: guest)
    let again = try home.run("login", "--guest", "anna")
    expectRefusal(again, code: 5, saying: "hint: choose another handle")
    #expect(!again.errors.contains("chatctl login"))
  }

  @Test(arguments: ["", "../x", "a b", "-x"])
  func `a guest's handle keeps to the rules of names`(handle: String) throws {
    let home = try TestHome()
    expectRefusal(try home.run("login", "--guest=\(handle)"), code: 8)
    #expect(try home.store.profiles.isEmpty)
  }

  @Test func `a guest has no password to read`() throws {
    let home = try TestHome()
    let outcome = try home.run(
      "login", "--guest", "anna", "--password-stdin", input: .text("pw"))
    expectRefusal(outcome, code: 2, saying: "--guest", "--password-stdin")
  }

  @Test func `a guest who logs out is warned of being lost, nobody else is`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try home.succeed("login", "--guest", "anna")
    let words = "the guest ~anna cannot log in again"
    #expect(try home.succeed("logout", "~anna").errors.contains(words))
    #expect(try !home.succeed("logout", "alice").errors.contains("cannot log in again"))
  }
}
