import Foundation
import Testing

/// Deleting an account.
struct AccountDeletionTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.succeed(
      "signup", "alice", "--email", "a@example.org", "--image-url", "https://example.org/a.png",
      "--password-stdin", input: .text("pw"))
    try home.signUp("bob")
    try home.succeed("friends", "add", "bob", as: "alice")
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.makeChat("r", of: "bob", with: ["alice"])
    try home.succeed("send", "r", "hello", as: "alice")
  }

  private func deleteAlice() throws {
    try home.succeed("account", "delete", "--yes", as: "alice")
  }

  @Test func `only its names and dates are left of it`() throws {
    try home.succeed("profile", "--username", "alicia", as: "alice")
    try home.succeed("account", "delete", "--yes", as: "alicia")
    let profile = try #require(
      try home.store.profiles.map { try String(contentsOf: $0, encoding: .utf8) }
        .first { $0.contains("alicia") })
    let object = try JSONSerialization.jsonObject(with: Data(profile.utf8))
    let members = try #require(object as? [String: Any])
    #expect(
      members.keys.sorted() == [
        "created", "deleted", "formerUsernames", "friends", "id", "username",
      ])
    #expect((members["friends"] as? [String])?.isEmpty == true)
    let snapshot = try home.store.snapshot()
    #expect(snapshot.keys.count { $0.hasSuffix("secret.json") } == 1)
    #expect(snapshot.keys.count { $0.hasPrefix("names/emails/") } == 0)
  }

  @Test func `secrets are erased also where a link leads to them`() throws {
    let target = home.folder.appending(path: "secret.json")
    for file in try home.store.secrets {
      guard try String(contentsOf: file, encoding: .utf8).contains(try aliceID()) else { continue }
      try FileManager.default.moveItem(at: file, to: target)
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    }
    try deleteAlice()
    #expect(!FileManager.default.fileExists(atPath: target.path))
  }

  private func aliceID() throws -> String {
    let line = try #require(
      try home.succeed("profile", "alice").lines.first { $0.hasPrefix("id\t") })
    return String(line.dropFirst(3))
  }

  @Test func `nobody can be it any more, and its names stay reserved`() throws {
    try home.succeed("profile", "--username", "alicia", as: "alice")
    let kept = try Data(contentsOf: home.sessions)
    try home.succeed("account", "delete", "--yes", as: "alicia")
    #expect(try home.succeed("account").lines == ["bob\tcurrent\t"])
    for name in ["alicia", "a@example.org"] {
      expectRefusal(try home.run("login", name, "--password-stdin", input: .text("pw")), code: 4)
    }
    for name in ["alicia", "ALICE"] {
      expectRefusal(
        try home.run("signup", name, "--password-stdin", input: .text("pw")), code: 5,
        saying: "stays reserved")
    }
    try kept.write(to: home.sessions)
    expectRefusal(try home.run("whoami", as: "alicia"), code: 4, saying: "has ended")
    try home.succeed("profile", "--email", "a@example.org", as: "bob")
  }

  @Test func `it is no friend, and cannot be made one`() throws {
    try deleteAlice()
    #expect(try home.succeed("friends").lines.map { $0.split(separator: "\t")[0] } == ["bob"])
    for words in [["friends", "add", "alice"], ["chat", "create", "new", "alice"]] {
      expectRefusal(try home.run(words), code: 3, saying: "the account 'alice' was deleted")
    }
    try home.succeed("friends", "remove", "alice")
  }

  @Test func `what it wrote stays, and its name is shown as a deleted one's`() throws {
    try deleteAlice()
    #expect(
      try home.succeed("log", "r", "--from", "alice", "--json").messages.map(\.body) == ["hello"])
    #expect(try home.onTerminal("log", "r").screen.contains("alice (deleted)"))
    let profile = try home.succeed("profile", "alice").lines
    #expect(profile.first == "username\talice (deleted)")
    #expect(profile.count == 3)
    let json = try home.succeed("profile", "alice", "--json").text
    #expect(json.contains(#""username":"alice","#))
    #expect(json.contains(#""deleted":""#))
  }

  @Test func `it leaves its chats, and others own those that it owned`() throws {
    try home.makeChat("s", of: "alice", with: ["bob"])
    try home.makeChat("alone", of: "alice")
    try deleteAlice()
    #expect(try home.succeed("chat", "list", as: "bob").lines.count == 2)
    for name in ["r", "s"] {
      let lines = try home.succeed("chat", "show", name, as: "bob").lines
      #expect(lines.contains("owner\tbob") && !lines.contains { $0.contains("alice") })
    }
    #expect(try home.succeed("log", "alice/alone", as: "bob").lines.isEmpty)
  }

  @Test func `who follows as it is told, and ends`() throws {
    // One that it does not leave, having nobody to leave it to.
    try home.makeChat("alone", of: "alice")
    try home.succeed("send", "alone", "x", as: "alice")
    let tail = try home.start("tail", "alone", as: "alice")
    _ = try tail.lines(1)
    try deleteAlice()
    let outcome = try tail.outcome()
    #expect(outcome.ending == .exited(4))
    #expect(outcome.errors.contains("has ended"))
  }

  @Test func `a crash before its secrets were erased has deleted it all the same`() throws {
    let secrets = try home.store.secrets.map { ($0, try Data(contentsOf: $0)) }
    let sessions = try Data(contentsOf: home.sessions)
    try deleteAlice()
    for (file, contents) in secrets { try contents.write(to: file) }
    try sessions.write(to: home.sessions)
    expectRefusal(try home.run("whoami", as: "alice"), code: 4)
    expectRefusal(try home.run("login", "alice", "--password-stdin", input: .text("pw")), code: 4)
  }

  @Test func `a terminal is asked, and nothing but yes is an agreement`() throws {
    for (answer, code) in [("y", 4), ("", 4), ("yes", 0)] as [(String, Int32)] {
      let before = try home.store.snapshot()
      let terminal = try PseudoTerminal()
      let process = try home.start("account", "delete", as: "alice") { $0.attach(to: terminal) }
      try process.wait(for: "delete the account alice for ever?", on: .screen)
      try terminal.type("\(answer)\r")
      #expect(try process.outcome().ending == .exited(code))
      #expect(try (home.store.snapshot() == before) == (code != 0))
    }
  }

  @Test func `without a terminal it has to be said`() throws {
    let before = try home.store.snapshot()
    for words in [["account", "delete"], ["account", "delete", "--no-input"]] {
      expectRefusal(try home.run(words, as: "alice"), code: 2, saying: "--yes")
    }
    #expect(try home.store.snapshot() == before)
  }
}
