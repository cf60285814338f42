import Foundation
import Testing

/// Deleting an account.
struct AccountDeletionTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("alice", email: "a@example.org", imageURL: "https://example.org/a.png")
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
    expectRefusal(try home.run("whoami", as: "alicia"), code: 4, saying: "does not exist any more")
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
    #expect(outcome.errors.contains("does not exist any more"))
  }

  /// Deletes alice as one who is killed after the commit point does.
  private func deleteAliceHalf() throws {
    try home.succeed("switch", "alice")
    let secrets = try home.store.secrets.map { ($0, try Data(contentsOf: $0)) }
    let sessions = try Data(contentsOf: home.sessions)
    try deleteAlice()
    for (file, contents) in secrets { try contents.write(to: file) }
    try sessions.write(to: home.sessions)
  }

  @Test func `a crash before its secrets were erased has deleted it all the same`() throws {
    try deleteAliceHalf()
    let before = try home.store.snapshot()
    for words in [["whoami"], ["chat", "list"], ["send", "r", "x"], ["switch", "alice"]] {
      expectRefusal(
        try home.run(words), code: 4, saying: "your account 'alice' does not exist any more",
        "hint: 'chatctl logout alice'")
    }
    #expect(try home.succeed("account").lines == ["alice\tcurrent\tended", "bob\t\t"])
    expectRefusal(try home.run("login", "alice", "--password-stdin", input: .text("pw")), code: 4)
    #expect(try home.store.snapshot() == before)
  }

  @Test(arguments: [["logout", "alice"], ["logout"], ["account", "delete", "--yes"]])
  func `what a crash left of it is removed by a logout, or by deleting it again`(
    words: [String]
  ) throws {
    try deleteAliceHalf()
    #expect(try home.store.snapshot().keys.count { $0.hasSuffix("secret.json") } == 2)
    try home.succeed(words)
    #expect(try home.store.snapshot().keys.count { $0.hasSuffix("secret.json") } == 1)
    #expect(try home.succeed("account").lines == ["bob\tcurrent\t"])
    #expect(try home.succeed("whoami").text == "bob\n")
  }

  @Test func `chats that nobody else can read are deleted with it`() throws {
    try home.signUp("carol")
    try home.succeed("friends", "add", "carol", as: "alice")
    try home.makeChat("mine", of: "alice", with: ["carol"])
    for chat in ["@me", "@bob", "@carol", "mine"] {
      try home.succeed("send", chat, "secret of \(chat)", as: "alice")
    }
    try home.succeed("chat", "leave", "mine", as: "carol")
    try home.succeed("account", "delete", "--yes", as: "carol")
    try deleteAlice()
    #expect(try home.store.messages.map(\.body).sorted() == ["hello", "secret of @bob"])
    #expect(try home.store.chats.count == 2)
    #expect(try home.bodies(of: "@alice", as: "bob") == ["secret of @bob"])
  }

  private func folder(of chat: String) throws -> URL {
    let file = try home.store.chats.first {
      try String(contentsOf: $0, encoding: .utf8).contains(#""name":"\#(chat)""#)
    }
    return try #require(file).deletingLastPathComponent()
  }

  @Test func `while a chat is busy or damaged, none is left`() throws {
    try home.makeChat("s", of: "alice", with: ["bob"])
    try home.succeed("send", "s", "x", as: "alice")
    let words = ["account", "delete", "--yes", "--lock-timeout", "100ms"]
    let before = try home.store.snapshot()
    let lock = try HeldLock(folder(of: "s").appending(path: "lock"))
    expectRefusal(try home.run(words, as: "alice"), code: 6)
    #expect(try home.store.snapshot() == before)
    lock.release()
    let log = try folder(of: "s").appending(path: "messages")
    try FileManager.default.moveItem(at: log, to: home.folder.appending(path: "away"))
    expectRefusal(try home.run(words, as: "alice"), code: 7)
    try FileManager.default.moveItem(at: home.folder.appending(path: "away"), to: log)
    #expect(try home.store.snapshot() == before)
    try home.succeed(words, as: "alice")
  }

  @Test(.needsTracing)
  func `what stops it among its chats is told, and it goes on from there`() throws {
    try home.makeChat("s", of: "alice", with: ["bob"])
    try home.succeed("send", "@me", "kept so far", as: "alice")
    let document = try folder(of: "s").appending(path: "chat.json").path
    let stopped = try home.run("account", "delete", "--yes", as: "alice") {
      $0.wrap(in: .failing("rename", with: "ENOSPC", on: "\(document).new", document))
    }
    expectRefusal(
      stopped, code: 7, saying: "'alice' was not deleted, but is out of 1 of its chats", document,
      "hint: 'chatctl account delete'")
    #expect(try home.succeed("log", "@me", as: "alice").lines.count == 1)
    try deleteAlice()
    #expect(try home.succeed("chat", "show", "s", as: "bob").lines.contains("owner\tbob"))
  }

  @Test func `a terminal is asked, and nothing but yes is an agreement`() throws {
    for (answer, code) in [("y", 4), ("", 4), ("yes", 0)] as [(String, Int32)] {
      let before = try home.store.snapshot()
      let terminal = try PseudoTerminal()
      let process = try home.start("account", "delete", as: "alice") { $0.attach(to: terminal) }
      try process.wait(for: "delete the account alice for ever?", on: .screen)
      try process.wait(for: "handed over", on: .screen)
      try process.wait(for: "blocks are erased", on: .screen)
      try process.wait(for: "'alice (deleted)'. Type 'yes': ", on: .screen)
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
