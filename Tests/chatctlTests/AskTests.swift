import Foundation
import Glibc
import Testing

/// Asking a question and waiting for its answer.
struct AskTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
  }

  /// Starts to ask, and waits until the question stands in the chat.
  /// - Returns: also its number.
  private func ask(_ words: String...) throws -> (LiveProcess, String) {
    let process = try home.start(["ask", "r"] + words, as: "alice")
    var number: Int?
    try waitUntil("it is asked") {
      number = try home.succeed("log", "r", "--json", as: "alice").messages.last?.number
      return number != nil
    }
    return (process, String(try #require(number)))
  }

  private func answer(_ number: String, _ text: String, as account: String = "bob") throws {
    try home.succeed("send", "alice/r", "--reply-to", number, text, as: account)
  }

  @Test(arguments: [("yes", 0), ("no", 10), ("later", 11), ("  NO \n", 10)])
  func `the exit code says which choice was made`(text: String, code: Int32) throws {
    let (process, number) = try ask("--choices", "yes,no,later", "deploy?")
    try answer(number, text)
    let outcome = try process.outcome()
    #expect(outcome.code == code)
    #expect(["yes\n", "no\n", "later\n"].contains(outcome.text))
    #expect(outcome.errors == "bob answered\n")
  }

  @Test func `the question tells what to type, and the chat that it is settled`() throws {
    let (process, number) = try ask("--choices", "yes,no", "deploy now?")
    try answer(number, "yes")
    _ = try process.outcome()
    let bodies = try home.bodies(as: "alice")
    #expect(
      bodies[0] == """
        deploy now?
        to answer:
          chatctl send alice/r --reply-to \(number) yes
          chatctl send alice/r --reply-to \(number) no
        """)
    #expect(bodies.last == "settled by bob")
    let typed = try home.shell("chatctl --as bob send alice/r --reply-to \(number) yes")
    #expect(typed.code == 0)
  }

  @Test func `an option in the question is refused, as any answer would do without it`() throws {
    let late = try home.run("ask", "r", "deploy?", "--choices", "yes,no", as: "alice")
    expectRefusal(late, code: 2, saying: "--choices", "before the text")
    #expect(try home.bodies(as: "alice").isEmpty)
  }

  @Test(arguments: [("-1", 0), ("-", 10)] as [(String, Int32)])
  func `what is to be typed is right for choices that look like options, too`(
    choice: String, code: Int32
  ) throws {
    let (process, number) = try ask("--choices=-1,-", "which way?")
    let question = try #require(try home.bodies(as: "alice").last)
    let line = try #require(question.split(separator: "\n").last { $0.hasSuffix(" \(choice)") })
    #expect(line.contains("--reply-to \(number) "))
    #expect(try home.shell("CHATCTL_USER=bob \(line)").code == 0)
    #expect(try process.outcome().code == code)
  }

  @Test func `the chat is told that it is settled, also when the answer cannot be printed`() throws
  {
    let process = try home.start("ask", "r", "ok?", as: "alice") { $0.output = .file("/dev/full") }
    try waitUntil("it is asked") { try !home.bodies(as: "alice").isEmpty }
    try answer("1", "fine")
    #expect(try process.outcome().code == 7)
    #expect(try home.bodies(as: "alice").last == "settled by bob")
  }

  @Test func `what is no valid answer is waited past`() throws {
    try home.succeed("login", "--guest", "casual")
    try home.succeed("switch", "alice")
    try home.succeed("chat", "create", "lobby", "--public", as: "alice")
    let process = try home.start(
      "ask", "lobby", "--choices", "yes,no", "ok?", as: "alice")
    try waitUntil("it is asked") { try !home.bodies(of: "lobby", as: "alice").isEmpty }
    let number = String(
      try #require(
        try home.succeed("log", "lobby", "--json", as: "alice").messages.last?.number))
    for (account, words) in [
      ("alice", ["--reply-to", number, "yes"]), ("~casual", ["--reply-to", number, "yes"]),
      ("bob", ["yes"]), ("bob", ["--reply-to", number, "perhaps"]),
      ("bob", ["--reply-to", number, "no"]),
    ] {
      try home.succeed(["send", "alice/lobby"] + words, as: account)
    }
    let outcome = try process.outcome()
    #expect(outcome.code == 10)
    #expect(outcome.errors == "bob answered\n")
  }

  @Test func `an edit is no answer`() throws {
    let (process, number) = try ask("--choices", "yes,no", "ok?")
    try answer(number, "perhaps")
    let reply = String(
      try #require(
        try home.succeed("log", "r", "--json", as: "alice").messages.last?.number))
    try home.succeed("edit", "alice/r", reply, "yes", as: "bob")
    try answer(number, "no")
    #expect(try process.outcome().code == 10)
  }

  @Test func `only who is asked can answer`() throws {
    try home.signUp("carol")
    try home.succeed("friends", "add", "carol", as: "alice")
    try home.succeed("chat", "add", "r", "carol", as: "alice")
    let (process, number) = try ask("--from", "carol", "which version?")
    try answer(number, "1.0")
    try answer(number, "2.0", as: "carol")
    let outcome = try process.outcome()
    #expect(outcome.code == 0)
    #expect(outcome.text == "2.0\n")
  }

  @Test func `her other token can answer what a token asked`() throws {
    let token = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "bot", "--output", token, as: "alice")
    let process = try home.start("ask", "r", "--token-file", token, "ok?")
    try waitUntil("it is asked") { try !home.bodies(as: "alice").isEmpty }
    let number = String(
      try #require(
        try home.succeed("log", "r", "--json", as: "alice").messages.last?.number))
    try home.succeed("send", "r", "--reply-to", number, "fine", as: "alice")
    #expect(try process.outcome().text == "fine\n")
  }

  @Test func `when nobody answers the exit code is 124, and the chat is told`() throws {
    let outcome = try home.run("ask", "r", "--timeout", "100ms", "anyone?", as: "alice")
    #expect(outcome.code == 124)
    #expect(outcome.output.isEmpty)
    #expect(try home.bodies(as: "alice").last == "expired")
  }

  @Test func `a question that is deleted is not waited for`() throws {
    let (process, number) = try ask("ok?")
    try home.succeed("delete", "r", number, as: "alice")
    let outcome = try process.outcome()
    #expect(outcome.code == 3)
    #expect(outcome.errors.contains("was deleted"))
  }

  @Test func `a signal withdraws it`() throws {
    let (process, _) = try ask("ok?")
    process.signal(SIGTERM)
    #expect(try process.outcome().ending == .killed(signal: SIGTERM))
    #expect(try home.bodies(as: "alice").last == "withdrawn")
  }

  @Test(.needs("strace")) func `a signal that comes while it is being asked withdraws it`() throws {
    let outcome = try home.run("ask", "r", "ok?", as: "alice") {
      $0.wrap(in: .killed(at: "fdatasync", by: "TERM"))
    }
    #expect(outcome.ending == .killed(signal: SIGTERM))
    #expect(try home.bodies(as: "alice").last == "withdrawn")
  }

  @Test func `an answer is text in a pipe and in JSON, whatever it holds`() throws {
    let (process, number) = try ask("--json", "ok?")
    try answer(number, "a\tb\u{1B}[31m")
    let line = try #require(try process.outcome().lines.first)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(object["type"] as? String == "answer")
    #expect(object["body"] as? String == "a\tb\u{1B}[31m")
    #expect(object["choice"] == nil)
  }

  @Test(arguments: [
    ["--choices", ""], ["--choices", "yes,"], ["--choices", "yes,YES"],
    ["--choices", (1...116).map(String.init).joined(separator: ",")],
  ])
  func `choices that are none are refused, and nothing is asked`(words: [String]) throws {
    expectRefusal(try home.run(["ask", "r"] + words + ["ok?"], as: "alice"), code: 2)
    #expect(try home.bodies(as: "alice").isEmpty)
  }
}
