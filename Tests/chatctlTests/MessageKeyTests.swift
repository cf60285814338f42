import Foundation
import Glibc
import TestTools
import Testing

/// Sending under a key.
struct MessageKeyTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
  }

  /// What `send --json` prints where a key was used before.
  private struct Repeat: Decodable {
    let number: Int
    let repeated: Bool?
  }

  private func sendOnce(_ key: String, _ text: String = "done") throws -> Repeat {
    let outcome = try home.succeed("send", "r", "--key", key, "--json", text)
    return try JSONDecoder().decode(Repeat.self, from: Data(outcome.output))
  }

  @Test func `a second call under one key sends nothing and gives the first one's number`() throws {
    let first = try sendOnce("backup")
    try home.succeed("send", "r", "between")
    let second = try sendOnce("backup")
    #expect(first.repeated == nil)
    #expect(second.number == first.number)
    #expect(second.repeated == true)
    #expect(try home.bodies() == ["done", "between"])
  }

  @Test func `a terminal says that it was sent before`() throws {
    try home.succeed("send", "r", "--key", "k", "x")
    #expect(
      try home.onTerminal("send", "r", "--key", "k", "x").screen.contains("was sent before as #"))
  }

  @Test func `another text or another answer under one key is refused`() throws {
    try home.succeed("send", "r", "question")
    try home.succeed("send", "r", "--key", "k", "one")
    expectRefusal(try home.run("send", "r", "--key", "k", "two"), code: 5, saying: "'k'")
    let number = String(try home.succeed("log", "r", "--json").messages[0].number)
    expectRefusal(
      try home.run("send", "r", "--key", "k", "--reply-to", number, "one"), code: 5, saying: "'k'")
    #expect(try home.bodies() == ["question", "one"])
  }

  @Test func `a key holds after its message was edited and after it was deleted`() throws {
    let first = try sendOnce("k")
    try home.succeed("edit", "r", String(first.number), "other")
    #expect(try sendOnce("k").number == first.number)
    try home.succeed("delete", "r", String(first.number))
    #expect(try sendOnce("k").number == first.number)
    expectRefusal(try home.run("send", "r", "--key", "k", "two"), code: 5, saying: "'k'")
  }

  @Test func `a key is of one account and of one chat`() throws {
    try home.makeChat("other", of: "alice", with: ["bob"])
    try home.succeed("send", "r", "--key", "k", "alice")
    try home.succeed("send", "r", "--key", "k", "bob", as: "bob")
    try home.succeed("send", "other", "--key", "k", "elsewhere")
    #expect(try home.bodies() == ["alice", "bob"])
    #expect(try home.bodies(of: "other") == ["elsewhere"])
  }

  @Test func `the first message of a direct chat can have a key`() throws {
    for _ in 1...2 { try home.succeed("send", "@bob", "--key", "k", "hi") }
    #expect(try home.bodies(of: "@bob") == ["hi"])
  }

  @Test(arguments: ["", String(repeating: "k", count: 257)])
  func `a key that is empty or too long is refused`(key: String) throws {
    expectRefusal(try home.run("send", "r", "--key", key, "x"), code: 2, saying: "key")
    #expect(try home.bodies().isEmpty)
  }

  @Test func `lines have no key`() throws {
    let outcome = try home.run("send", "r", "--key", "k", "--lines", input: .text("x\n"))
    expectRefusal(outcome, code: 2, saying: "--key", "--lines")
  }

  @Test func `keys of odd characters are keys like others`() throws {
    for key in ["../../x", "a b", "キー", "\u{1B}[31m", "-k"] {
      let first = try home.succeed("send", "r", "--json", "--key=\(key)", "--", key)
      let second = try home.succeed("send", "r", "--json", "--key=\(key)", "--", key)
      #expect(try first.receipt.number == second.receipt.number)
    }
    #expect(try home.bodies().count == 5)
  }

  @Test func `32 processes with one key send one message`() throws {
    let home = home
    try inParallel(32) { _ in try home.succeed("send", "r", "--key", "k", "once") }
    #expect(try home.bodies() == ["once"])
  }

  /// All calls that a process killed between two of them could leave the store by.
  private static let writes = "openat,write,pwrite64,fsync,fdatasync,rename,mkdir,fchmod,unlink"

  @Test(.needsTracing)
  func `killed at any call that writes, a repeat sends it once`() throws {
    var sent = 0
    for count in 1...200 {
      let key = "k\(count)"
      let outcome = try home.run("send", "r", "--key", key, key) {
        $0.wrap(in: .killed(at: Self.writes, occurrence: count))
      }
      _ = try sendOnce(key, key)
      sent += 1
      if outcome.ending == .exited(0) { break }
    }
    #expect(sent > 20 && sent < 200)
    #expect(try home.bodies() == (1...sent).map { "k\($0)" })
  }

  @Test func `a message that only wants its line break is not sent again`() throws {
    let first = try sendOnce("k")
    let segment = try #require(try home.store.segments.first)
    try home.store.overwrite(segment, with: try Data(contentsOf: segment).dropLast())
    let second = try home.succeed("send", "r", "--key", "k", "--json", "done")
    #expect(try second.receipt.number == first.number)
    #expect(second.errors.contains("unfinished line"))
    #expect(try home.bodies() == ["done"])
  }

  @Test func `a claim whose message never came counts for nothing`() throws {
    let first = try sendOnce("k")
    let segment = try #require(try home.store.segments.first)
    // As if power had failed after the claim was written.
    let lines = try Data(contentsOf: segment).split(separator: UInt8(ascii: "\n"))
    let kept = lines.dropLast().map { $0 + [UInt8(ascii: "\n")] }
    try home.store.overwrite(segment, with: Data(kept.joined()))
    try home.succeed("send", "r", "another took its number")
    #expect(try sendOnce("k").number > first.number)
    #expect(try home.bodies() == ["another took its number", "done"])
  }

  @Test func `a damaged claim is refused by name and stays`() throws {
    _ = try sendOnce("k")
    let folder = try #require(try home.store.chats.first).deletingLastPathComponent()
    let keys = folder.appending(path: "keys")
    let name = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: keys.path).first { $0.hasSuffix(".json") }
    )
    try home.store.overwrite(keys.appending(path: name), with: Data("{".utf8))
    expectRefusal(try home.run("send", "r", "--key", "k", "done"), code: 7, saying: name, "damaged")
    #expect(try Data(contentsOf: keys.appending(path: name)) == Data("{".utf8))
  }
}
