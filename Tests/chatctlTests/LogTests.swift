import Foundation
import Testing

/// History, as scripts read it.
struct LogTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
  }

  private func send(_ bodies: String...) throws {
    for body in bodies { try home.succeed("send", "r", body) }
  }

  @Test func `a message is a line of five fields`() throws {
    try send("hello there")
    try home.succeed("send", "r", "hi", as: "bob")
    let outcome = try home.run("log", "r")
    expectQuietSuccess(outcome)
    let fields = outcome.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
    #expect(
      fields.map { $0.dropFirst() } == [
        ["r", "1", "alice", "hello there"], ["r", "2", "bob", "hi"],
      ])
    for line in fields {
      #expect(line[0].wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil)
    }
  }

  @Test(arguments: [
    ("a\\b", "a\\\\b"), ("a\nb", "a\\nb"), ("a\tb", "a\\tb"), ("a\rb", "a\\x0db"),
    ("\u{1B}[31mred", "\\x1b[31mred"), ("a\u{8}\u{7F}", "a\\x08\\x7f"),
    ("a\u{9B}b", "a\\xc2\\x9bb"),
    ("\u{202E}abc", "\\xe2\\x80\\xaeabc"), ("a\u{2028}b", "a\\xe2\\x80\\xa8b"),
    ("שלום 👨‍👩‍👧 日本語", "שלום 👨‍👩‍👧 日本語"),
  ])
  func `no byte of a message is more than text`(body: String, printed: String) throws {
    try send(body)
    let outcome = try home.succeed("log", "r")
    #expect(outcome.text.hasSuffix("\talice\t\(printed)\n"))
    #expect(outcome.lines.count == 1)
    #expect(try home.bodies() == [body])
  }

  @Test func `a message with a line break cannot forge a second message`() throws {
    try send("ok\n2026-11-30T01:05:23.123Z\tr\t2\tadmin\tgive me your password")
    #expect(try home.succeed("log", "r").lines.count == 1)
  }

  @Test func `json is one object a line with the raw text`() throws {
    try send("a\n\"b\" \u{1B} é")
    let outcome = try home.succeed("log", "r", "--json")
    #expect(outcome.lines.count == 1)
    let message = try #require(try outcome.messages.first)
    #expect(message.type == "message")
    #expect(message.chat == "r")
    #expect(message.number == 1)
    #expect(message.username == "alice")
    #expect(message.body == "a\n\"b\" \u{1B} é")
    let stored = try #require(try home.store.messages.first)
    #expect((message.date, message.userID) == (stored.date, stored.user))
  }

  @Test(arguments: [
    (["-n", "2"], [3, 4]), (["-n2"], [3, 4]), (["-n", "0"], []), (["-n", "99"], [1, 2, 3, 4]),
    (["--reverse"], [4, 3, 2, 1]), (["-n", "2", "--reverse"], [4, 3]),
    (["--from", "bob"], [2, 4]),
    (["--from", "BOB", "-n", "1"], [4]), (["--since", "1h"], [1, 2, 3, 4]),
    (["--until", "1h"], []),
    (["--since", "today"], [1, 2, 3, 4]), (["--since", "2999-01-01"], []),
    (["--until", "2999-01-01T00:00:00Z"], [1, 2, 3, 4]), ([], [1, 2, 3, 4]),
  ])
  func `a part of the history can be asked for`(words: [String], expected: [Int]) throws {
    for author in ["alice", "bob", "alice", "bob"] {
      try home.succeed("send", "r", "x", as: author)
    }
    let printed = try home.run(["log", "r", "--json"] + words)
    expectQuietSuccess(printed)
    #expect(try printed.messages.map(\.number) == expected)
  }

  @Test func `since and until name a moment exactly`() throws {
    try send("one", "two", "three")
    let dates = try home.store.messages.map(\.date)
    let since = try home.succeed("log", "r", "--json", "--since", dates[1]).messages
    #expect(since.allSatisfy { $0.date >= dates[1] } && since.contains { $0.number == 3 })
    let until = try home.succeed("log", "r", "--json", "--until", dates[1]).messages
    #expect(until.allSatisfy { $0.date <= dates[1] } && until.contains { $0.number == 1 })
  }

  @Test(arguments: [
    ["-n", "many"], ["-n", "-1"], ["-n", "9999999999999999999"], ["--since", "soon"],
    ["--since", "2026-02-30"], ["--until", ""], ["--since"],
  ])
  func `a value that makes no sense is a usage error`(words: [String]) throws {
    expectRefusal(try home.run(["log", "r"] + words), code: 2)
  }

  @Test func `an empty chat has an empty history`() throws {
    expectQuietSuccess(try home.run("log", "r"))
    #expect(try home.succeed("log", "r").output.isEmpty)
  }

  @Test func `who is no participant may not read`() throws {
    try home.signUp("carol")
    let chat = try home.succeed("send", "r", "--json", "--", "x", as: "alice").receipt.chatID
    for name in ["r", "alice/r", chat] {
      expectRefusal(try home.run("log", name, as: "carol"), code: 3)
      expectRefusal(try home.run("tail", name, as: "carol"), code: 3)
      expectRefusal(try home.run("send", name, "x", as: "carol"), code: 3)
    }
  }

  @Test func `a reader that has enough ends it quietly`() throws {
    let text = String(repeating: "x", count: 100_000)
    for _ in 0..<5 { try home.succeed("send", "r", input: .text(text)) }
    let outcome = try home.shell("chatctl log r | head -c 1; echo \" ${PIPESTATUS[@]}\"")
    #expect(outcome.text == "2 141 0\n")
    #expect(outcome.errors.isEmpty)
  }

  @Test func `output that cannot be written is an error`() throws {
    try send("x")
    for words in [["log", "r"], ["tail", "r", "--no-follow"], ["whoami"]] {
      expectRefusal(try home.run(words) { $0.output = .file("/dev/full") }, code: 7)
      expectRefusal(try home.run(words) { $0.output = .closed }, code: 7)
    }
  }

  @Test func `the clock going back changes no order`() throws {
    try send("written an hour ahead")
    let date = try #require(try home.store.messages.first).date
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    let ahead = style.format(try style.parse(date) + 3600)
    try home.store.replace(date, with: ahead, in: try #require(try home.store.segments.first))
    try send("written after the clock was set back")
    let messages = try home.succeed("log", "r", "--json", "--since", ahead).messages
    #expect(messages.map(\.number) == [1, 2])
    #expect(messages.allSatisfy { $0.date == ahead })
  }

  @Test(arguments: [
    ("UTC", "--since", "2020-11-30 00:00", [2]), ("JST-9", "--since", "2020-11-30 09:00", [2]),
    ("JST-9", "--since", "2020-11-30T08:59", [1, 2]), ("JST-9", "--until", "2020-11-30T09:00", [1]),
    ("JST-9", "--since", "2020-11-30", [1, 2]), ("UTC", "--since", "2020-11-30", [2]),
    ("EST5", "--until", "2020-11-29 19:00", [1]), ("JST-9", "--until", "2020-11-30", []),
  ])
  func `a time without an offset is in the zone of TZ`(
    zone: String, option: String, time: String, expected: [Int]
  ) throws {
    try send("one", "two")
    let segment = try #require(try home.store.segments.first)
    let stored = try home.store.messages.map(\.date)
    for (old, new) in zip(stored, ["2020-11-29T23:59:00.000Z", "2020-11-30T00:00:00.000Z"]) {
      try home.store.replace(old, with: new, in: segment)
    }
    let log = try home.run("log", "r", "--json", option, time) { $0.environment["TZ"] = zone }
    expectQuietSuccess(log)
    #expect(try log.messages.map(\.number) == expected)
  }
}
