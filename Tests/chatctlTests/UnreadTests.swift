import Foundation
import Glibc
import Testing

/// What is new, and what makes it old.
struct UnreadTests {
  private let home: TestHome

  /// alice owns `r`, in which bob takes part.
  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
  }

  private func send(_ bodies: String..., to chat: String = "r", as account: String = "bob") throws {
    for body in bodies { try home.succeed("send", chat, "--", body, as: account) }
  }

  /// How many messages alice has not read, by `unread --count`.
  private func count() throws -> Int {
    let outcome = try home.run("unread", "--count")
    let count = try #require(Int(outcome.lines.first ?? ""))
    #expect(outcome.ending == .exited(count == 0 ? 1 : 0))
    #expect(outcome.errors.isEmpty)
    return count
  }

  @Test func `a chat with news is a line of seven fields`() throws {
    try send("one @alice", "two\nlines")
    let outcome = try home.run("unread")
    expectQuietSuccess(outcome)
    let fields = try #require(outcome.lines.first).split(separator: "\t")
    #expect(outcome.lines.count == 1)
    #expect(fields[0..<4] == ["r", "2", "1", "2"])
    #expect(fields[4].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    #expect(fields[5...] == ["bob", "two\\nlines"])
  }

  @Test func `nothing new is exit code 1 without a word`() throws {
    try send("mine", as: "alice")
    for words in [["unread"], ["unread", "--json"], ["unread", "-q"]] {
      let outcome = try home.run(words)
      #expect(outcome.ending == .exited(1))
      #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    }
    #expect(try home.run("unread", "--count").text == "0\n")
    #expect(try count() == 0)
    try send("news")
    let quiet = try home.run("unread", "-q")
    expectQuietSuccess(quiet)
    #expect(quiet.output.isEmpty)
  }

  @Test func `chats with the latest message come first`() throws {
    try home.makeChat("s", of: "alice", with: ["bob"])
    try send("x", to: "s")
    try send("x", to: "r")
    func names(_ words: String...) throws -> [Substring?] {
      try home.succeed(words).lines.map { $0.split(separator: "\t").first }
    }
    #expect(try names("unread") == ["r", "s"])
    #expect(try names("chat", "list") == ["r", "s"])
    try send("x", to: "s", as: "alice")
    #expect(try names("chat", "list") == ["s", "r"])
  }

  @Test func `chat list tells how many are unread and when the last came`() throws {
    func fields() throws -> [Substring] {
      let line = try #require(try home.succeed("chat", "list").lines.first)
      return line.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(try fields()[5...] == ["0", ""])
    try send("x", "y")
    #expect(try fields()[5] == "2")
    #expect(try fields()[6] == (try home.store.messages.last?.date)?[...])
  }

  @Test(arguments: [
    (["log", "r"], 0), (["log", "r", "-n", "1"], 0), (["log", "r", "--reverse"], 0),
    (["log", "r", "--unread"], 0), (["log", "r", "--since", "1h"], 0),
    (["tail", "r", "--no-follow"], 0), (["tail", "--all", "--no-follow", "-n", "1"], 0),
    (["log", "r", "--from", "bob"], 3), (["log", "r", "--until", "now"], 3),
    (["log", "r", "-n", "0"], 3), (["log", "r", "--json"], 3),
    (["tail", "r", "--no-follow", "--json"], 3), (["unread"], 3), (["chat", "list"], 3),
  ])
  func `who is shown the newest messages on a terminal has read all`(
    words: [String], left: Int
  ) throws {
    try send("1", "2", "3")
    let shown = try home.run(words) { $0.attach(to: try PseudoTerminal()) }
    #expect(shown.ending == .exited(0), "\(shown.screen)")
    #expect(try count() == left)
  }

  @Test func `a pipe marks nothing`() throws {
    try send("1")
    for words in [["log", "r"], ["tail", "r", "--no-follow"], ["log", "r", "--unread"]] {
      let before = try home.store.snapshot()
      try home.succeed(words)
      #expect(try home.store.snapshot() == before)
    }
    #expect(try count() == 1)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a follower that is ended has marked what it showed`(signal: Int32) throws {
    let follower = try home.start("tail", "r") { $0.attach(to: try PseudoTerminal()) }
    for number in 1...3 {
      try send("m\(number)")
      try follower.wait(for: "m\(number)", on: .screen)
    }
    follower.signal(signal)
    #expect(try follower.outcome().ending == .killed(signal: signal))
    #expect(try count() == 0)
  }

  @Test func `a follower marks while it waits`() throws {
    let follower = try home.start("tail", "r") { $0.attach(to: try PseudoTerminal()) }
    try send("m1")
    try follower.wait(for: "m1", on: .screen)
    var looks = 0
    while try count() > 0, looks < 1000 { looks += 1 }
    #expect(looks < 1000)
    follower.signal(SIGKILL)
    #expect(try follower.outcome().ending == .killed(signal: SIGKILL))
  }

  @Test func `unread history begins after the mark`() throws {
    try send("1", "2")
    try home.succeed("chat", "read", "r")
    #expect(try home.succeed("log", "r", "--unread").output.isEmpty)
    try send("3", "4")
    let shown = try home.succeed("log", "r", "--unread", "--json").messages
    #expect(shown.map(\.number) == [3, 4])
    let last = try home.succeed("log", "r", "--unread", "--json", "-n", "1").messages
    #expect(last.map(\.number) == [4])
    let newestFirst = try home.succeed("log", "r", "--unread", "--json", "--reverse").messages
    #expect(newestFirst.map(\.number) == [4, 3])
  }

  @Test(arguments: [
    ["log", "r"], ["log", "r", "--unread"], ["tail", "r", "--no-follow"], ["chat", "read", "r"],
  ])
  func `what happened to a chat is old news as well once it was seen`(words: [String]) throws {
    try home.signUp("carol")
    try home.succeed("friends", "add", "carol", as: "alice")
    try home.succeed("switch", "alice")
    func unread() throws -> Int { try home.succeed("log", "r", "--unread", "--json").lines.count }
    try home.succeed("chat", "add", "r", "carol")
    #expect(try unread() == 1)
    try send("1")
    try home.succeed("chat", "remove", "r", "carol")
    #expect(try unread() == 3)
    #expect(try home.run(words) { $0.attach(to: try PseudoTerminal()) }.code == 0)
    #expect(try unread() == 0)
    try send("2")
    #expect(try unread() == 1)
    #expect(try count() == 1)
  }

  @Test func `chats are marked as read by name or all at once`() throws {
    try home.makeChat("s", of: "alice", with: ["bob"])
    try home.makeChat("t", of: "alice", with: ["bob"])
    try send("1", to: "r")
    try send("1", to: "s")
    try home.succeed("chat", "read", "r")
    #expect(try count() == 1)
    try home.succeed("chat", "read", "--all")
    #expect(try count() == 0)
    let before = try home.store.snapshot()
    try home.succeed("chat", "read", "r", "s", "t")
    #expect(try home.store.snapshot() == before)
    expectRefusal(try home.run("chat", "read"), code: 2)
    expectRefusal(try home.run("chat", "read", "nowhere"), code: 3, saying: "nowhere")
  }

  @Test func `each account has read for itself`() throws {
    try send("1", as: "alice")
    try home.succeed("chat", "read", "r")
    expectQuietSuccess(try home.run("unread", as: "bob"))
    try home.succeed("chat", "read", "r", as: "bob")
    #expect(try home.run("unread", as: "bob").ending == .exited(1))
  }

  @Test func `a chat made before there were marks gets its first`() throws {
    try send("1")
    let chat = try #require(home.store.chats.first).deletingLastPathComponent()
    try FileManager.default.removeItem(at: chat.appending(path: "cursors"))
    #expect(try count() == 1)
    _ = try home.onTerminal("log", "r")
    #expect(try count() == 0)
  }

  @Test(.needsMounts) func `a store that may only be read is read without a word`() throws {
    try send("m1")
    let store = home.store.path
    for words in [["log", "r"], ["tail", "r", "--no-follow"], ["log", "r", "--unread"]] {
      let shown = try home.run(words) {
        $0.attach(to: try PseudoTerminal())
        $0.wrap(
          in: .mounts("mount --bind '\(store)' '\(store)'; mount -o remount,bind,ro '\(store)'"))
      }
      #expect(shown.ending == .exited(0))
      #expect(shown.screen.contains("m1") && !shown.screen.contains("chatctl:"))
    }
    #expect(try count() == 1)
  }

  @Test func `a chat that is locked holds up no reader`() throws {
    try send("m1")
    let chat = try #require(home.store.chats.first).deletingLastPathComponent()
    let lock = try HeldLock(chat.appending(path: "lock"))
    #expect(try home.onTerminal("log", "r").ending == .exited(0))
    #expect(try count() == 1)
    lock.release()
    _ = try home.onTerminal("log", "r")
    #expect(try count() == 0)
  }

  @Test func `a terminal shows a line a chat, as wide as it is`() throws {
    try send("@alice " + String(repeating: "word ", count: 100))
    let screen = try home.onTerminal("unread", environment: ["NO_COLOR": "1"]).screen
    let lines = screen.split(separator: "\r\n")
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { $0.count <= 80 && $0.hasSuffix("…") })
    #expect(["r", "1 new", "@1", "#1", "bob"].allSatisfy(screen.contains))
    try home.succeed("chat", "read", "r")
    #expect(try home.onTerminal("unread").screen.contains("nothing is unread"))
  }
}
