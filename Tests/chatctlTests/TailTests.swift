import Foundation
import Glibc
import Testing

/// Following a chat.
struct TailTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  private func send(_ numbers: ClosedRange<Int>) throws {
    let lines = numbers.map { "m\($0)\n" }.joined()
    try home.succeed("send", "r", "--lines", input: .text(lines))
  }

  @Test(arguments: [
    ([], 3...12), (["-n", "2"], 11...12), (["-2"], 11...12), (["-n", "99"], 1...12),
    (["--since", "1h"], 1...12), (["-f"], 3...12),
  ])
  func `the last messages come first, then the new ones`(
    words: [String], shown: ClosedRange<Int>
  ) throws {
    try send(1...12)
    let follower = try home.start(["tail", "r"] + words)
    #expect(try follower.lines(shown.count).bodies == shown.map { "m\($0)" })
    try send(13...14)
    #expect(
      try follower.lines(shown.count + 2).bodies == (shown.lowerBound...14).map { "m\($0)" })
  }

  @Test func `nothing at all can come first`() throws {
    try send(1...3)
    let follower = try home.start("tail", "r", "-n", "0")
    // That it follows by now shows in nothing but a message.
    for next in 4...999 where !follower.hasPrinted { try send(next...next) }
    #expect(!["m1", "m2", "m3"].contains(try follower.lines(1).bodies[0]))
  }

  @Test func `without following it ends at once`() throws {
    try send(1...12)
    let outcome = try home.run("tail", "r", "--no-follow", "-n", "2")
    expectQuietSuccess(outcome)
    #expect(outcome.lines.bodies == ["m11", "m12"])
    #expect(outcome.text == (try home.succeed("log", "r", "-n", "2").text))
  }

  @Test func `every message comes at once through a pipe`() throws {
    let follower = try home.startShell(
      "chatctl tail r | while read -r line; do echo \"$line\"; done")
    for number in 1...3 {
      try send(number...number)
      #expect(try follower.lines(number).count == number)
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends it as that signal, without a word`(signal: Int32) throws {
    try send(1...1)
    let follower = try home.start("tail", "r")
    _ = try follower.lines(1)
    follower.signal(signal)
    let outcome = try follower.outcome()
    #expect(outcome.ending == .killed(signal: signal))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `ctrl-c ends it on a terminal`() throws {
    try send(1...1)
    let terminal = try PseudoTerminal()
    let follower = try home.start("tail", "r") { $0.attach(to: terminal) }
    try follower.wait(for: "m1", on: .screen)
    try terminal.type("\u{3}")
    #expect(try follower.outcome().ending == .killed(signal: SIGINT))
  }

  @Test func `it ends quietly when its reader goes away, also in a quiet chat`() throws {
    try send(1...1)
    let follower = try home.start("tail", "r")
    _ = try follower.lines(1)
    try follower.closeOutput()
    let outcome = try follower.outcome()
    #expect(outcome.ending == .killed(signal: SIGPIPE))
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a reader that takes one line ends it`() throws {
    try send(1...3)
    let outcome = try home.shell("chatctl tail r -n 3 | head -1; echo \"${PIPESTATUS[@]}\"")
    #expect(outcome.lines.last == "141 0")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `a stopped follower holds up nobody and misses nothing`() throws {
    try send(1...1)
    let follower = try home.start("tail", "r")
    _ = try follower.lines(1)
    follower.signal(SIGSTOP)
    try send(2...500)
    #expect(try home.bodies().count == 500)
    follower.signal(SIGCONT)
    #expect(try follower.lines(500).bodies == (1...500).map { "m\($0)" })
  }

  @Test func `a store that was replaced while nothing was sent is followed on`() throws {
    try send(1...1)
    let follower = try home.start("tail", "r")
    _ = try follower.lines(1)
    follower.signal(SIGSTOP)
    let path = home.store.path
    try FileManager.default.copyItem(atPath: path, toPath: "\(path)~")
    try FileManager.default.moveItem(atPath: path, toPath: "\(path).old")
    try FileManager.default.moveItem(atPath: "\(path)~", toPath: path)
    follower.signal(SIGCONT)
    try send(2...2)
    #expect(try follower.lines(2).bodies == ["m1", "m2"])
  }

  @Test func `several chats are merged by date`() throws {
    try home.makeChat("s", of: "alice")
    for (chat, body) in [("r", "1"), ("s", "2"), ("r", "3"), ("s", "4")] {
      try home.succeed("send", chat, body)
    }
    for words in [["tail", "r", "s"], ["tail", "--all"]] {
      let follower = try home.start(words)
      let fields = try follower.lines(4).map { $0.split(separator: "\t") }
      #expect(fields.map { $0[1] } == ["r", "s", "r", "s"])
      #expect(fields.map { $0[4] } == ["1", "2", "3", "4"])
    }
    let follower = try home.start("tail", "r", "s")
    _ = try follower.lines(4)
    try home.succeed("send", "s", "5")
    #expect(try follower.lines(5)[4].hasSuffix("\ts\t3\talice\t5"))
  }

  @Test func `json is one object a line here too`() throws {
    try send(1...2)
    let messages = try home.succeed("tail", "r", "--json", "--no-follow").messages
    #expect(messages == (try home.succeed("log", "r", "--json").messages))
  }

  @Test func `following needs a chat that exists`() throws {
    expectRefusal(try home.run("tail", "nowhere"), code: 3, saying: "nowhere")
    expectRefusal(try home.run("tail"), code: 2)
    expectRefusal(try home.run("tail", "r", "-n", "x"), code: 2)
  }

  @Test func `who can have no chats is not left waiting for them`() throws {
    try home.succeed("login", "--guest", "anna")
    for words in [["tail", "--all"], ["chat", "read", "--all"], ["search", "x"]] {
      expectRefusal(try home.run(words), code: 4, saying: "guests may not have chats")
    }
    #expect(try home.run("search", "x", "--chat", "alice/r").code == 1)
  }

  @Test func `who has no chats yet is told so, and sees those that come`() throws {
    try home.signUp("bob")
    let follower = try home.start("tail", "--all", as: "bob")
    try follower.wait(for: "you have no chats yet", on: .errors)
    try home.succeed("chat", "join", "alice/r", as: "bob")
    try send(1...1)
    #expect(try follower.lines(1).bodies == ["m1"])
  }

  @Test(
    arguments: ["r", "--all"],
    [
      "chatctl logout alice",
      """
      printf pw | chatctl login alice --password-stdin
      printf 'pw\nnew' | chatctl passwd --password-stdin
      """,
    ])
  func `it ends with a word when its session is ended elsewhere`(
    chats: String, script: String
  ) throws {
    try send(1...1)
    let follower = try home.start("tail", chats)
    _ = try follower.lines(1)
    #expect(try home.shell(script).ending == .exited(0))
    let outcome = try follower.outcome()
    #expect(outcome.ending == .exited(4))
    #expect(outcome.errors.contains("the session of 'alice' has ended"), "\(outcome.errors)")
  }

  @Test func `whoever is mentioned can follow that alone`() throws {
    try home.signUp("bob")
    try home.succeed("chat", "join", "alice/r")
    let follower = try home.start("tail", "r", "--mentions", as: "bob")
    try home.succeed("send", "r", "@bob first", as: "alice")
    _ = try follower.lines(1)
    for body in ["to all", "@alice", "@bobby", "hi @BOB"] {
      try home.succeed("send", "r", body, as: "alice")
    }
    #expect(try follower.lines(2).bodies == ["@bob first", "hi @BOB"])
  }
}
