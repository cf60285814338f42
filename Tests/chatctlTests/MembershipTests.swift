import Foundation
import Testing

/// Who takes part in chats, what they are called, and their end.
struct MembershipTests {
  private let home: TestHome

  /// `r` of alice and bob; carol and dave are friends of bob and alice.
  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob", "carol", "dave")
    try home.succeed("chat", "remove", "r", "dave", "carol", as: "alice")
    for friend in ["carol", "dave"] { try home.succeed("friends", "add", friend, as: "bob") }
    try home.makeChat("s", of: "alice", with: ["bob"])
    try home.makeChat("lobby", of: "alice")
  }

  /// What the log of a chat tells beside the messages, as a terminal shows it.
  private func told(_ chat: String, as account: String = "alice") throws -> [String] {
    try home.onTerminal("--as", account, "log", chat, "--color", "never").screen
      .split(whereSeparator: \.isNewline).compactMap { line in
        line.contains("— ") ? String(line.split(separator: "— ")[1]) : nil
      }
  }

  private func participants(_ chat: String, as account: String = "alice") throws -> [String] {
    try home.succeed("chat", "show", chat, as: account).lines
      .filter { $0.hasPrefix("participant\t") }.map { String($0.split(separator: "\t")[1]) }
  }

  @Test func `participants add their friends, who see the whole history`() throws {
    try home.succeed("send", "s", "before", as: "alice")
    try home.succeed("chat", "add", "s", "carol", "dave", as: "bob")
    #expect(try participants("s", as: "carol") == ["alice", "bob", "carol", "dave"])
    #expect(try home.bodies(of: "s", as: "dave") == ["before"])
    try home.succeed("send", "s", "after", as: "dave")
    #expect(try told("s") == ["bob added carol", "bob added dave"])
  }

  @Test func `adding who is in, and removing who is not, changes nothing and says so`() throws {
    let before = try home.store.snapshot()
    let added = try home.succeed("chat", "add", "s", "bob", "BOB", as: "alice")
    #expect(added.errors == "bob takes part in s already\n")
    let removed = try home.succeed("chat", "remove", "s", "dave", as: "alice")
    #expect(removed.errors == "dave does not take part in s\n")
    let left = try home.succeed("chat", "leave", "alice/lobby", as: "bob")
    #expect(left.errors == "you do not take part in alice/lobby\n")
    let renamed = try home.succeed("chat", "rename", "s", "s", as: "alice")
    #expect(renamed.errors == "it is called s already\n")
    #expect(try home.store.snapshot() == before)
  }

  @Test func `nobody adds or removes, renames or deletes without the right to`() throws {
    try home.signUp("eve")
    try home.succeed("login", "--guest", "anna")
    let before = try home.store.snapshot()
    func refused(_ words: String..., as user: String, code: Int32 = 4, saying: String) throws {
      expectRefusal(try home.run(words, as: user), code: code, saying: saying)
    }
    try refused("chat", "add", "s", "carol", "eve", as: "bob", saying: "'eve' is not one of your")
    try refused("chat", "add", "s", "nobody", as: "bob", code: 3, saying: "nobody")
    try refused("chat", "add", "alice/s", "dave", as: "carol", code: 3, saying: "no chat")
    try refused("chat", "add", "alice/lobby", "dave", as: "bob", saying: "do not take part")
    try refused("chat", "add", "r", "dave", as: "bob", saying: "'dave' was removed")
    try refused("chat", "add", "s", "~anna", as: "alice", saying: "'~anna' is a guest")
    try refused("chat", "remove", "s", "alice", as: "bob", saying: "is not yours")
    try refused("chat", "remove", "s", "alice", as: "alice", code: 2, saying: "yourself")
    try refused("chat", "rename", "s", "t", as: "bob", saying: "is not yours")
    try refused("chat", "rename", "s", "R", as: "alice", code: 5, saying: "'R'")
    try refused("chat", "rename", "s", "a/b", as: "alice", code: 8, saying: "a/b")
    try refused("chat", "delete", "s", "--yes", as: "bob", saying: "is not yours")
    try refused("chat", "delete", "s", as: "alice", code: 2, saying: "--yes")
    #expect(try home.store.snapshot() == before)
  }

  @Test func `who is removed keeps out, until the owner adds them again`() throws {
    for name in ["r", "lobby"] { try home.succeed("chat", "add", name, "dave", as: "alice") }
    let followers = try ["r", "lobby"].map { try home.start("tail", $0, as: "dave") }
    for name in ["r", "lobby"] { try home.succeed("send", name, "x", as: "alice") }
    for follower in followers { _ = try follower.lines(1) }
    for name in ["r", "lobby"] { try home.succeed("chat", "remove", name, "dave", as: "alice") }
    for (name, follower) in zip(["r", "lobby"], followers) {
      let outcome = try follower.outcome()
      #expect(outcome.code == 4)
      #expect(outcome.errors.contains("you were removed from the chat '\(name)'"))
      for words in [["log"], ["tail", "--no-follow"], ["chat", "join"], ["chat", "show"]] {
        expectRefusal(
          try home.run(words + ["alice/\(name)"], as: "dave"), code: 4, saying: "were removed")
      }
      expectRefusal(
        try home.run("send", "alice/\(name)", "x", as: "dave"), code: 4, saying: "were removed")
    }
    #expect(try home.succeed("chat", "list", as: "dave").lines.isEmpty)
    for name in ["r", "lobby"] {
      try home.succeed("chat", "add", name, "dave", as: "alice")
      try home.succeed("send", name, "back", as: "dave")
      #expect(
        try told(name).suffix(3) == ["alice added dave", "alice removed dave", "alice added dave"])
    }
  }

  @Test(
    arguments: [
      ["friends", "add", "~gus"], ["send", "@~gus", "x"], ["chat", "add", "foyer", "~gus"],
      ["chat", "create", "x", "~gus"], ["friends", "block", "~gus"],
    ])
  func `what a guest may not leads to where guests are`(words: [String]) throws {
    try home.succeed("login", "--guest", "gus")
    try home.makeChat("foyer", of: "alice")
    let outcome = try home.run(words, as: "alice")
    expectRefusal(outcome, code: 4, saying: "'~gus' is a guest", "hint:", "public chats")
    #expect(!outcome.errors.contains("signup"))
    let own = try home.run("friends", "add", "alice", as: "~gus")
    expectRefusal(own, code: 4, saying: "guests may not", "'chatctl signup USERNAME'")
  }

  @Test func `a guest who was removed may be let in again, as the hints say`() throws {
    try home.succeed("login", "--guest", "gus")
    try home.makeChat("foyer", of: "alice")
    try home.succeed("chat", "remove", "foyer", "~gus", as: "alice")
    for words in [["send", "alice/foyer", "x"], ["log", "alice/foyer"]] {
      let outcome = try home.run(words, as: "~gus")
      expectRefusal(outcome, code: 4, saying: "its owner may add you again")
    }
    try home.succeed("chat", "add", "foyer", "~gus", as: "alice")
    try home.succeed("send", "alice/foyer", "x", as: "~gus")
  }

  @Test func `a guest can be kept out of a public chat`() throws {
    try home.succeed("login", "--guest", "anna")
    try home.succeed("send", "alice/lobby", "x", as: "~anna")
    try home.succeed("chat", "remove", "lobby", "~anna", as: "alice")
    expectRefusal(
      try home.run("send", "alice/lobby", "x", as: "~anna"), code: 4, saying: "were removed")
  }

  @Test func `an owner who leaves hands over to who has taken part longest`() throws {
    try home.succeed("chat", "add", "s", "carol", as: "alice")
    let left = try home.succeed("chat", "leave", "s", as: "alice")
    #expect(left.errors == "you left s; bob owns it now\n")
    #expect(try told("s", as: "bob").suffix(2) == ["alice left", "bob is the owner now"])
    for name in ["bob/s", "s"] { expectRefusal(try home.run("log", name, as: "alice"), code: 3) }
    try home.succeed("chat", "leave", "s", as: "carol")
    try home.succeed("chat", "rename", "s", "mine", as: "bob")
    // The last one can delete it, but not leave it behind.
    expectRefusal(try home.run("chat", "leave", "mine", as: "bob"), code: 4, saying: "delete mine")
    try home.succeed("chat", "delete", "mine", "--yes", as: "bob")
  }

  @Test func `a chat goes by the username that its owner gave up, too`() throws {
    try home.succeed("profile", "--username", "alicia", as: "alice")
    for owner in ["alice", "alicia"] { try home.succeed("send", "\(owner)/r", "x", as: "bob") }
    #expect(try home.bodies(of: "alice/r", as: "bob").suffix(2) == ["x", "x"])
  }

  @Test func `a chat that is renamed goes by its new name alone`() throws {
    try home.succeed("send", "s", "by its old name", as: "alice")
    let follower = try home.start("tail", "s", "--json", as: "bob")
    _ = try follower.lines(1)
    try home.succeed("chat", "rename", "s", "New name", as: "alice")
    try home.succeed("send", "new NAME", "x", as: "bob")
    let lines = try follower.lines(3).dropFirst().map { $0 }
    #expect(lines[0].contains(#""event":"renamed","name":"New name"}"#))
    #expect(lines[1].contains(#""chat":"New name""#))
    for account in ["alice", "bob"] {
      expectRefusal(try home.run("log", "s", as: account), code: 3)
      #expect(try home.bodies(of: "alice/new name", as: account) == ["by its old name", "x"])
    }
    // The old name is free.
    try home.makeChat("s", of: "alice", with: ["bob"])
    try home.succeed("chat", "rename", "lobby", "LOBBY", as: "alice")
    #expect(try home.succeed("chat", "list", "--public").text.hasPrefix("LOBBY\t"))
  }

  @Test func `renaming an older chat does not take over what a bare name means`() throws {
    try home.succeed("friends", "add", "bob", as: "carol")
    try home.succeed("chat", "create", "old", "bob", as: "carol")
    try home.succeed("chat", "create", "ops", "bob", as: "alice")
    try home.succeed("chat", "rename", "old", "ops", as: "carol")
    try home.succeed("send", "ops", "x", as: "bob")
    #expect(try home.bodies(of: "alice/ops", as: "bob") == ["x"])
    #expect(try home.bodies(of: "carol/ops", as: "bob") == [])
  }

  @Test func `a deleted chat is gone, and its followers are told`() throws {
    try home.succeed("send", "lobby", "secret", as: "alice")
    let followers = try [["lobby"], ["--all"]].map { try home.start(["tail"] + $0, as: "alice") }
    for follower in followers { _ = try follower.lines(1) }
    try home.succeed("chat", "delete", "lobby", "--yes", as: "alice")
    let outcome = try followers[0].outcome()
    #expect(outcome.code == 3 && outcome.errors.contains("the chat 'lobby' was deleted"))
    try followers[1].wait(for: "the chat 'lobby' was deleted", on: .errors)
    for name in ["lobby", "alice/lobby"] { expectRefusal(try home.run("log", name), code: 3) }
    #expect(try home.succeed("chat", "list", "--public").lines.isEmpty)
    #expect(try home.store.chats.count == 2)
    #expect(!(try home.store.snapshot().keys.contains { $0.contains(".gone") }))
    try home.makeChat("lobby", of: "alice")
  }

  @Test(.needsTracing) func `what is left of a deleted chat goes with the next change`() throws {
    let left = home.store.folder.appending(path: "chats/.gone")
    let outcome = try home.run("chat", "delete", "s", "--yes", as: "alice") {
      $0.wrap(in: .failing("rmdir", with: "EIO", on: left.path))
    }
    expectRefusal(
      outcome, code: 7, saying: "its files were not", left.path,
      "hint: the next change of the store removes them")
    #expect(FileManager.default.fileExists(atPath: left.path))
    try home.succeed("friends", "remove", "bob", as: "alice")
    #expect(!FileManager.default.fileExists(atPath: left.path))
  }

  @Test func `files behind links go with a deleted chat, and what is not its own stays`() throws {
    let chat = try #require(
      try home.store.chats.first {
        try String(contentsOf: $0, encoding: .utf8).contains(#""name":"s""#)
      }
    ).deletingLastPathComponent()
    try home.succeed("send", "s", "SECRET", as: "alice")
    let messages = chat.appending(path: "messages")
    let elsewhere = home.folder.appending(path: "elsewhere")
    try FileManager.default.moveItem(at: messages, to: elsewhere)
    try FileManager.default.createSymbolicLink(at: messages, withDestinationURL: elsewhere)
    let foreign = elsewhere.appending(path: "notes.jsonl")
    let other = home.folder.appending(path: "other")
    for file in [foreign, other] { try Data("mine".utf8).write(to: file) }
    try FileManager.default.createSymbolicLink(
      at: elsewhere.appending(path: "00000000000000000099.jsonl"), withDestinationURL: other)
    try home.succeed("chat", "delete", "s", "--yes", as: "alice")
    #expect(!FileManager.default.fileExists(atPath: chat.path))
    let left = try FileManager.default.contentsOfDirectory(atPath: elsewhere.path)
    #expect(!left.contains("00000000000000000001.jsonl"))
    for file in [foreign, other] { #expect(try Data(contentsOf: file) == Data("mine".utf8)) }
  }

  @Test func `who joins a chat whose owner is gone owns it`() throws {
    try home.signUp("zoe")
    try home.makeChat("orphan", of: "zoe")
    try home.succeed("account", "delete", "--yes", as: "zoe")
    try home.succeed("chat", "join", "zoe/orphan", as: "alice")
    #expect(try home.succeed("chat", "show", "orphan", as: "alice").lines.contains("owner\talice"))
    try home.succeed("chat", "join", "alice/orphan", as: "bob")
    try home.succeed("chat", "leave", "orphan", as: "bob")
  }

  @Test func `who was removed and is no friend may come back when the owner says so`() throws {
    try home.signUp("zoe")
    try home.succeed("login", "--guest", "anna")
    for name in ["zoe", "~anna"] {
      try home.succeed("send", "alice/lobby", "x", as: name)
      try home.succeed("chat", "remove", "lobby", name, as: "alice")
      expectRefusal(try home.run("send", "alice/lobby", "y", as: name), code: 4)
      try home.succeed("chat", "add", "lobby", name, as: "alice")
      #expect(!(try home.succeed("chat", "show", "lobby", as: "alice").text.contains(name)))
      try home.succeed("send", "alice/lobby", "z", as: name)
    }
  }

  @Test func `deleting a chat is asked about on a terminal`() throws {
    for (answer, isThere) in [("\r", true), ("n\r", true), ("yes\r", false)] {
      let terminal = try PseudoTerminal()
      let deletion = try home.start("chat", "delete", "s", as: "alice") { $0.attach(to: terminal) }
      try deletion.wait(for: "delete the chat s and all its messages? Type 'yes':", on: .screen)
      try terminal.type(answer)
      #expect(try deletion.outcome().code == (isThere ? 4 : 0))
      #expect(try home.succeed("chat", "list", as: "bob").text.contains("s\talice") == isThere)
    }
  }

  @Test(.needs("strace")) func `a change that the log cannot tell of is said to be made`() throws {
    for chat in try home.store.chats {
      let name = try String(contentsOf: chat, encoding: .utf8)
      guard name.contains(#""name":"s""#) else { continue }
      let log = chat.deletingLastPathComponent().appending(path: "messages")
      let segment = log.appending(path: "00000000000000000001.jsonl").path
      let outcome = try home.run("chat", "rename", "s", "t", as: "alice") {
        $0.wrap(in: .failing("pwrite64", with: "ENOSPC", on: segment))
      }
      expectRefusal(outcome, code: 7, saying: "'t' was changed, but its log may not tell", segment)
    }
    try home.succeed("send", "t", "x", as: "bob")
    #expect(try told("t").isEmpty)
  }

  @Test func `people who are added at the same time are all there afterwards`() throws {
    let names = (1...8).map { "user\($0)" }
    for name in names {
      try home.signUp(name)
      try home.succeed("friends", "add", name, as: "alice")
    }
    let changes = try names.map { try home.start("chat", "add", "s", $0, as: "alice") }
    for change in changes { #expect(try change.finish().code == 0) }
    #expect(try Set(participants("s")) == Set(names + ["alice", "bob"]))
    #expect(try Set(told("s")) == Set(names.map { "alice added \($0)" }))
  }

  @Test func `what was changed is told as done, also beside a damaged profile`() throws {
    try home.succeed("chat", "join", "alice/lobby", as: "carol")
    for profile in try home.store.profiles
    where try String(contentsOf: profile, encoding: .utf8).contains(#""carol""#) {
      try home.store.overwrite(profile, with: Data("{".utf8))
    }
    let joined = try home.succeed("chat", "join", "alice/lobby", "--json", as: "bob")
    #expect(joined.text.contains(#""bob""#))
    let left = try home.succeed("chat", "leave", "lobby", as: "bob")
    #expect(left.errors == "you left lobby\n")
  }
}
