import Foundation
import Testing

/// Finding messages by what they say.
@Suite struct SearchTests {
  private let home: TestHome

  /// alice and bob in `r`, and a public chat of alice's.
  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.makeChat("lobby", of: "alice")
  }

  private func send(_ bodies: String..., to chat: String = "r", as account: String = "alice") throws
  {
    for body in bodies { try home.succeed("send", chat, body, as: account) }
  }

  private func found(_ words: any Word..., as account: String? = nil) throws -> [String] {
    let outcome = try home.run(words + ["--json"] as [any Word], as: account)
    #expect(outcome.errors.isEmpty, "\(outcome.errors)")
    return try outcome.messages.map(\.body)
  }

  @Test(arguments: [
    (["deploy(ed|ing)"], ["deployed", "deploying"]), (["-F", "a.c"], ["a.c"]),
    (["a.c"], ["abc", "a.c"]), (["DEPLOYED", "-i"], ["deployed"]), (["^.$"], ["ä"]),
    (["second$"], ["first\nsecond"]), (["\"q\\\\"], ["\"q\\"]), (["-F", "\"q\\"], ["\"q\\"]),
    (["Ä", "-i"], ["ä"]), (["-F", "-i", "A.C"], ["a.c"]),
    (["-F", "a.c\nä"], ["a.c", "ä"]), (["^ab\nloyed$"], ["deployed", "abc"]),
  ])
  func `log, tail and search choose what matches`(words: [String], expected: [String]) throws {
    try send("deployed", "deploying", "deploy", "abc", "a.c", "ä", "first\nsecond", "\"q\\")
    let pattern = words.first { !["-F", "-i"].contains($0) } ?? ""
    let flags = words.filter { ["-F", "-i"].contains($0) }
    #expect(try bodies(["search", pattern] + flags) == expected)
    #expect(try bodies(["log", "r", "--grep", pattern] + flags) == expected)
    #expect(
      try bodies(["log", "r", "--reverse", "--grep", pattern] + flags) == expected.reversed())
    #expect(try bodies(["tail", "r", "--no-follow", "--grep", pattern] + flags) == expected)
    #expect(
      try bodies(["tail", "r", "--no-follow", "-1", "--grep", pattern] + flags)
        == expected.suffix(1))
    #expect(
      try bodies(["tail", "r", "--no-follow", "--since", "1h", "--grep", pattern] + flags)
        == expected)
  }

  private func bodies(_ words: [String]) throws -> [String] {
    let outcome = try home.run(words + ["--json"])
    expectQuietSuccess(outcome)
    return try outcome.messages.map(\.body)
  }

  @Test(arguments: [
    ["search", "("], ["log", "r", "--grep", "a{2,1}"], ["tail", "r", "--grep", "[x"],
    ["search", "é[", "-i"], ["expect", "r", "--within", "1h", "--grep", "("],
    ["tail", "r", "--until-match", "(", "--timeout", "1ms"],
    ["tail", "r", "--no-follow", "--grep", "(", "--cursor", "c"],
  ])
  func `a bad pattern is a usage error, in the words of the system, and the hint helps`(
    words: [String]
  ) throws {
    expectRefusal(
      try home.run(words), code: 2, saying: "is no regular expression: ", "hint: '-F' takes it")
    let endless = words[0] == "tail" && words.count == 4
    let plain = try home.run(words + ["-F"] + (endless ? ["--timeout", "1ms"] : []))
    #expect(plain.errors.isEmpty && plain.code != 2, "\(plain.errors)")
  }

  @Test func `when nothing is found, search says no without a word`() throws {
    try send("hello")
    let outcome = try home.run("search", "goodbye")
    #expect(outcome.ending == .exited(1))
    #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
    expectQuietSuccess(try home.run("log", "r", "--grep", "goodbye"))
  }

  @Test(arguments: [
    (["log", "empty"], "no messages yet"), (["log", "r", "--unread"], "nothing is unread"),
    (["log", "r", "--grep", "goodbye"], "no messages match"),
    (["log", "r", "--until", "1h"], "no messages match"),
    (["log", "r", "--unread", "--from", "bob"], "no messages match"),
    (["search", "goodbye"], "no messages match"),
    (["search", "goodbye", "-1"], "no messages match"),
  ])
  func `a terminal is told that there is nothing to show`(words: [String], word: String) throws {
    try send("hello")
    try home.makeChat("empty", of: "alice")
    try home.succeed("chat", "read", "r")
    func screen(_ options: String...) throws -> String {
      try home.run(words + options) { $0.attach(to: try PseudoTerminal()) }.screen
    }
    #expect(try screen("--color", "never") == word + "\r\n")
    #expect(try screen("--color", "always") == "\u{1B}[2m\(word)\u{1B}[0m\r\n")
    #expect(try screen("--json") == "")
    #expect(try screen("--quiet") == "")
    #expect(try home.run(words).errors == "")
  }

  @Test func `search goes through the chats by name, or those that are named`() throws {
    try send("one x", to: "lobby")
    try send("two x", to: "r")
    try send("three x", "y", to: "lobby")
    try send("four x", to: "r")
    let lobby = ["one x", "three x"]
    let room = ["two x", "four x"]
    #expect(try found("search", "x") == lobby + room)
    #expect(try found("search", "x", "--chat", "r") == room)
    #expect(try found("search", "x", "--chat", "r", "--chat", "lobby") == room + lobby)
    #expect(try found("search", "x", "-n", "3") == ["two x", "three x", "four x"])
    #expect(try found("search", "x", "-2", "--reverse") == ["four x", "three x"])
    #expect(try found("search", "x", "--from", "bob").isEmpty)
    let fields = try home.succeed("search", "one").lines.map { $0.split(separator: "\t") }
    #expect(fields.map { $0[1...] } == [["lobby", "1", "alice", "one x"]])
    #expect(
      try home.onTerminal("search", "one", "--color", "never").screen.contains("lobby  alice"))
  }

  @Test func `an edited message is found by what it says now, a deleted one not at all`() throws {
    try send("apple", "pear", "plum", "apple pie", "fig")
    try home.succeed("edit", "r", "2", "apple too")
    try home.succeed("edit", "r", "1", "quince")
    try home.succeed("delete", "r", "4")
    for pattern in ["apple", "a.ple"] {
      #expect(try found("search", pattern) == ["apple too"])
      #expect(try found("search", pattern, "-n", "5") == ["apple too"])
      #expect(try found("log", "r", "--grep", pattern) == ["apple too"])
    }
    #expect(try found("search", "quince") == ["quince"])
    #expect(try found("search", "pear").isEmpty)
    #expect(try found("search", "") == ["quince", "apple too", "plum", "fig"])
  }

  @Test func `what is being followed is filtered too`() throws {
    try send("before x", "nothing")
    let follower = try home.start("tail", "r", "--grep", "x", "--from", "alice")
    #expect(try follower.lines(1)[0].hasSuffix("\tbefore x"))
    for _ in 0..<300 { try send("no") }
    try send("from bob x", to: "alice/r", as: "bob")
    try send("after x")
    #expect(try follower.lines(2)[1].hasSuffix("\tafter x"))
  }

  @Test func `mentions of oneself are found, of others not`() throws {
    try send("hi @bob", "bob, look", "@Alice and @bob.", "mail x@bob", "@bobby", "@nobody")
    try home.succeed("send", "alice/lobby", "welcome @BOB!", as: "alice")
    try home.signUp("bobby")
    try home.succeed("switch", "alice")
    #expect(
      try found("log", "alice/r", "--mentions", as: "bob") == ["hi @bob", "@Alice and @bob."])
    #expect(try found("search", "--mentions", as: "bob") == ["hi @bob", "@Alice and @bob."])
    #expect(try found("search", "Alice", "--mentions", as: "bob") == ["@Alice and @bob."])
    #expect(try found("log", "alice/lobby", "--mentions", as: "bob") == ["welcome @BOB!"])
    #expect(
      try found("tail", "r", "--no-follow", "--mentions", as: "alice") == ["@Alice and @bob."])
    expectRefusal(try home.run("search"), code: 2, saying: "PATTERN")
  }

  @Test func `json tells who is mentioned, by the names that accounts have`() throws {
    try send("@ALICE, @bob and @bob", "nobody@bob")
    let lines = try home.succeed("log", "r", "--json").lines
    #expect(lines[0].contains(#","mentions":["alice","bob"],"body""#))
    #expect(!lines[1].contains("mentions"))
  }

  @Test func `a terminal shows mentions without a change of the text`() throws {
    try send("hi @bob and @alice", "@bob\u{1B}[0m")
    let screen = try home.onTerminal("log", "r", "--color", "always").screen
    #expect(screen.contains("hi \u{1B}[1m@bob\u{1B}[0m and \u{1B}[1;35m@alice\u{1B}[0m"))
    #expect(screen.contains(#"\#u{1B}[1m@bob\#u{1B}[0m\u{1b}[0m"#))
    let plain = try home.onTerminal("log", "r", "--color", "never").screen
    #expect(plain == screen.replacing(/\u{1B}\[[0-9;]*m/, with: ""))
  }

  @Test(arguments: [
    ["log", "r", "-F"], ["log", "r", "-i"], ["tail", "r", "--no-follow", "-i"],
    ["search", "--mentions", "-F"],
  ])
  func `how to take a pattern is refused without one`(words: [String]) throws {
    expectRefusal(try home.run(words), code: 2, saying: "PATTERN")
  }

  @Test(arguments: [["log", "r"], ["search", "x"]])
  func `a time that ends before it begins is refused`(words: [String]) throws {
    for (since, until) in [("1h", "2h"), ("2026-11-30", "2026-11-30")] {
      expectRefusal(
        try home.run(words + ["--since", since, "--until", until]), code: 2,
        saying: "--until", "'\(until)'")
    }
  }
}
