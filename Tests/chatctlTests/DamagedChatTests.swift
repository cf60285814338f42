import Foundation
import Glibc
import Testing

/// A chat of several that is damaged: the others are there all the same.
struct DamagedChatTests {
  private let home: TestHome

  /// `bad` and `good` of alice and bob, with a message each that alice has read and one that she
  /// has not.
  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    for name in ["bad", "good"] {
      try home.makeChat(name, of: "alice", with: ["bob"])
      try home.succeed("send", name, "old", as: "bob")
      try home.succeed("chat", "read", name)
      try home.succeed("send", name, "new", as: "bob")
    }
  }

  enum Part: String, CaseIterable {
    case document = "chat.json"
    case cursor = "cursors"
    case log = "messages"
  }

  /// The document of the chat `bad`.
  private func document() throws -> URL {
    try #require(
      home.store.chats.first { try String(contentsOf: $0, encoding: .utf8).contains(#""bad""#) })
  }

  /// Damages a part of the chat `bad`.
  /// - Returns: what is damaged.
  private func damage(_ part: Part) throws -> URL {
    let file = try document().deletingLastPathComponent().appending(path: part.rawValue)
    switch part {
    case .document: try home.store.overwrite(file, with: Data("{".utf8))
    case .cursor:
      let names = try FileManager.default.contentsOfDirectory(atPath: file.path)
      let cursor = file.appending(path: try #require(names.first))
      try home.store.overwrite(cursor, with: Data())
      return cursor
    case .log: try FileManager.default.removeItem(at: file)
    }
    return file
  }

  @Test(
    arguments: Part.allCases,
    [
      ["chat", "list"], ["unread"], ["unread", "--count"], ["search", "new"],
      ["search", "new", "-n", "9"],
      ["tail", "--all", "--no-follow"], ["export", "--all"],
      ["export", "--all", "--format", "html"],
      ["chat", "read", "--all", "--json"],
    ])
  func `the others are shown, it is named, and the exit code tells`(
    part: Part, words: [String]
  ) throws {
    let file = try damage(part)
    let before = try home.store.snapshot()
    let outcome = try home.run(words)
    let reads = ["chat", "unread"].contains(words[0]) || part != .cursor
    #expect(outcome.code == (reads ? 7 : 0), "\(outcome.errors)")
    #expect(outcome.errors.components(separatedBy: file.path).count == (reads ? 2 : 1))
    #expect(outcome.text.contains(words.contains("--count") ? "1" : "good"))
    if words[1...].first != "read" { #expect(try home.store.snapshot() == before) }
    // It is left as it is.
    let damaged = try? Data(contentsOf: file)
    #expect(damaged == before[String(file.path.dropFirst(home.store.path.count + 1))])
  }

  @Test func `an export to a file holds the others`() throws {
    _ = try damage(.document)
    let file = home.folder.appending(path: "chats.jsonl")
    #expect(try home.run("export", "--all", "--output", file.path).code == 7)
    let chats = try String(contentsOf: file, encoding: .utf8)
    #expect(chats.contains(#""new""#) && !chats.contains(#""bad""#))
  }

  @Test(arguments: [Part.document, .log])
  func `who follows all chats is told and follows the others`(part: Part) throws {
    let file = try damage(part)
    let follower = try home.start("tail", "--all")
    try follower.wait(for: file.path, on: .errors)
    let shown = try follower.lines(2).count
    try home.succeed("send", "good", "newest", as: "bob")
    #expect(try follower.lines(shown + 1).last?.hasSuffix("newest") == true)
    follower.signal(SIGTERM)
    // It is told once.
    #expect(try follower.outcome().errors.components(separatedBy: file.path).count == 2)
  }

  @Test func `a chat that is damaged while it is followed goes on when it is put back`() throws {
    let follower = try home.start("tail", "--all")
    _ = try follower.lines(4)
    let document = try document()
    let whole = try Data(contentsOf: document)
    try Data("{".utf8).write(to: document, options: .atomic)
    try follower.wait(for: document.path, on: .errors)
    try home.succeed("send", "good", "two", as: "bob")
    _ = try follower.lines(5)
    try whole.write(to: document, options: .atomic)
    try home.succeed("send", "bad", "three", as: "bob")
    let bodies = try follower.lines(6).map { $0.split(separator: "\t").last }
    #expect(bodies == ["old", "new", "old", "new", "two", "three"])
  }

  @Test func `a hint that is damaged hides no other chat`() throws {
    let id = try document().deletingLastPathComponent().lastPathComponent
    let hints = try home.shell("grep -l \(id) '\(home.store.path)'/users/*/chats/*").lines
    let hint = try #require(hints.first)
    try home.store.overwrite(URL(filePath: hint), with: Data("{".utf8))
    let outcomes = try ["alice", "bob"].map { try home.run("chat", "list", as: $0) }
    #expect(outcomes.compactMap(\.code).sorted() == [0, 7])
    #expect(outcomes.allSatisfy { $0.text.contains("good") })
    #expect(outcomes.contains { $0.errors.contains(hint) })
    #expect(try String(contentsOfFile: hint, encoding: .utf8) == "{")
  }

  @Test func `hints that were swapped are cleared only where another leads to their chat`() throws {
    let ids = try home.store.chats.filter {
      try String(contentsOf: $0, encoding: .utf8).contains(/"name":"(bad|good)"/)
    }.map { $0.deletingLastPathComponent().lastPathComponent }
    let hints = try home.shell(
      "grep -lE '\(ids.joined(separator: "|"))' \(home.store.path)/users/*/chats/*")
    for hint in hints.lines.map({ URL(filePath: String($0)) }) {
      let text = try String(contentsOf: hint, encoding: .utf8)
      let other = ids[text.contains(ids[0]) ? 1 : 0]
      let swapped = text.replacing(/[0-9a-f]{20}/, with: other)
      try home.store.overwrite(hint, with: Data(swapped.utf8))
    }
    // Whichever way they hang, both are listed.
    let before = try home.succeed("chat", "list", as: "alice").lines.count
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.makeChat("bad", of: "bob", with: ["alice"])
    #expect(try home.succeed("chat", "list", as: "alice").lines.count == before + 1)
    for id in ids { #expect(try home.succeed("chat", "list", as: "alice").text.contains(id)) }
  }

  @Test func `a log without a record is told of where a cursor's rest is counted`() throws {
    try home.succeed("cursor", "set", "bad", "c", "1")
    let log = try document().deletingLastPathComponent()
      .appending(path: "messages/00000000000000000001.jsonl")
    try home.store.overwrite(log, with: Data("{}\n".utf8))
    let list = try home.run("cursor", "list", "bad")
    #expect(list.code == 0 && list.errors.contains("damaged line"), "\(list.errors)")
  }

  @Test func `a profile that is damaged is told of where it takes a direct chat's name`() throws {
    try home.succeed("send", "@bob", "hello")
    let profile = try #require(
      home.store.profiles.first {
        try String(contentsOf: $0, encoding: .utf8).contains(#""bob""#)
      })
    try home.store.overwrite(profile, with: Data("{".utf8))
    for words in [["chat", "list"], ["tail", "--all", "--no-follow"], ["search", "hello"]] {
      let outcome = try home.run(words)
      #expect(outcome.code == 7 && outcome.errors.contains(profile.path), "\(words)")
      #expect(outcome.lines.count >= 1)
    }
    #expect(try home.run("unread", as: "alice").errors.contains(profile.path))
    #expect(try home.run("chat", "list").lines.count == 4)
  }

  @Test func `a profile that is damaged hides no chat`() throws {
    let profile = try #require(
      home.store.profiles.first {
        try String(contentsOf: $0, encoding: .utf8).contains(#""bob""#)
      })
    try home.store.overwrite(profile, with: Data("{".utf8))
    // Only JSON has the participants' usernames.
    #expect(try home.succeed("chat", "list").lines.count == 3)
    let list = try home.run("chat", "list", "--json")
    #expect(list.code == 7 && list.errors.contains(profile.path) && list.lines.count == 3)
    try home.succeed("send", "good", "@bob?")
    for words in [["unread"], ["tail", "--all", "--no-follow", "--json"], ["log", "good"]] {
      #expect(try home.run(words).text.contains("good"))
    }
  }
}
