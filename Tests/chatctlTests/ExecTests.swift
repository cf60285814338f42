import Foundation
import Glibc
import Testing

/// Running a command for each message.
struct ExecTests {
  private let home: TestHome

  /// `one` and `two` by bob, as whom nothing is run.
  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    try send("one", "two")
  }

  private func send(_ texts: String...) throws {
    for text in texts { try home.succeed("send", "alice/r", text, as: "bob") }
  }

  private func exec(_ words: [String], _ script: String) throws -> Outcome {
    try home.run(["tail", "r", "--exec"] + words + ["--", "sh", "-c", script])
  }

  /// All that is new, as a cron job has it.
  private func run(_ script: String, _ words: String...) throws -> Outcome {
    try exec(["--cursor", "c", "--no-follow", "--retries", "0"] + words, script)
  }

  @Test(
    arguments: [
      (["tail", "r", "--", "./answer", "x"], 3, "--exec"),
      (["tail", "r", "--cursor", "c", "--", "cat"], 3, "--exec"),
      (["tail", "--cursor", "c", "--", "r", "sh", "-c", "true"], 3, "--exec"),
      (["cursor", "failed", "r", "c", "--", "./answer"], 2, "--retry"),
    ] as [([String], Int32, String)])
  func `a command without the flag that makes it one is told which`(
    words: [String], code: Int32, flag: String
  ) throws {
    let outcome = try home.run(words)
    expectRefusal(outcome, code: code, saying: "hint: to run a command, '\(flag)' goes before '--'")
  }

  @Test func `a chat that is not there is told as ever, also after '--'`() throws {
    for words in [["tail", "nowhere", "--"], ["tail", "nowhere", "--exec", "--", "nowhere"]] {
      let outcome = try home.run(words)
      expectRefusal(outcome, code: 3, saying: "no chat 'nowhere'", "chat list")
    }
  }

  @Test func `each message is JSON on standard input, and the environment tells which it is`()
    throws
  {
    let script = "jq -r .body; env | grep ^CHATCTL_MESSAGE_ | sort"
    let outcome = try run(script, "-n", "1")
    expectQuietSuccess(outcome)
    let message = try #require(try home.succeed("log", "r", "--json").messages.last)
    #expect(
      outcome.lines == [
        "two", "CHATCTL_MESSAGE_CHAT=r", "CHATCTL_MESSAGE_DATE=\(message.date)",
        "CHATCTL_MESSAGE_SEQ=\(message.number)", "CHATCTL_MESSAGE_USER=bob",
      ])
  }

  @Test func `the text is nowhere but on standard input`() throws {
    try send("secret $(touch \"$HOME/executed\"); `id`")
    let outcome = try run("env; cat /proc/$$/cmdline", "-n", "1")
    #expect(!outcome.text.contains("secret"))
    #expect(try !home.entries().contains("executed"))
  }

  @Test func `a command that reads nothing is no failure, however long the message is`() throws {
    try home.succeed(
      "send", "alice/r", as: "bob", input: .text(String(repeating: "x", count: 1 << 20)))
    expectQuietSuccess(try run("true", "-n", "3"))
  }

  @Test func `it begins with new messages`() throws {
    let follower = try home.start("tail", "r", "--exec", "--", "jq", "-r", ".body")
    try waitUntil("it follows") {
      try send("m")
      return follower.hasPrinted
    }
    #expect(try follower.lines(1)[0] == "m")
  }

  @Test func `it goes on where its cursor is`() throws {
    #expect(try run("jq -r .body", "-n", "5").lines == ["one", "two"])
    #expect(try run("jq -r .body").lines == [])
    try send("three")
    #expect(try run("jq -r .body").lines == ["three"])
  }

  @Test func `what the same session sent is passed over, and a token is another one`() throws {
    let token = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "bot", "--output", token)
    try home.succeed("send", "r", "by alice")
    try home.succeed("send", "r", "--token-file", token, "by her bot")
    #expect(try run("jq -r .body", "-n", "9").lines == ["one", "two", "by her bot"])
    let words = ["tail", "r", "--token-file", token, "--no-follow", "-n", "9", "--exec"]
    let script = ["--", "jq", "-r", ".body"]
    #expect(try home.run(words + script).lines == ["one", "two", "by alice"])
    #expect(
      try home.run(words + ["--include-own"] + script).lines
        == ["one", "two", "by alice", "by her bot"])
  }

  @Test func `what fails is tried again, and is given up after that`() throws {
    let script = "echo x >>\"$HOME/tries\"; jq -e '.body == \"two\"' >/dev/null"
    let outcome = try run(script, "-n", "2", "--retries", "1")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("is tried again"))
    #expect(outcome.errors.contains("is given up: 'sh' failed with exit code 1"))
    let tries = try String(contentsOf: home.folder.appending(path: "tries"), encoding: .utf8)
    #expect(tries == "x\nx\nx\n")
    #expect(try home.succeed("cursor", "list", "r").text.hasSuffix("\t0\t1\n"))
  }

  @Test func `what was given up is shown, and replayed`() throws {
    _ = try run("exit 3", "-n", "2")
    let failed = try home.succeed("cursor", "failed", "r", "c")
    #expect(failed.lines.count == 2)
    #expect(failed.lines[0].hasSuffix("\t1\t'sh' failed with exit code 3\tbob\tone"))
    // The second one fails again and stays.
    let again = try home.run(
      "cursor", "failed", "r", "c", "--retry", "--", "sh", "-c",
      "jq -e '.body == \"one\"' >/dev/null")
    #expect(again.code == 1)
    #expect(again.errors.contains("is left"))
    #expect(try home.succeed("cursor", "failed", "r", "c").lines.count == 1)
    try home.succeed("cursor", "failed", "r", "c", "--retry", "--", "true")
    #expect(try home.succeed("cursor", "failed", "r", "c").lines.isEmpty)
  }

  @Test func `a command that is not there or cannot be run ends it, and nothing is handled`() throws
  {
    let words = ["tail", "r", "--cursor", "c", "--no-follow", "-n", "2", "--exec", "--"]
    #expect(try home.run(words + ["no-such-command"]).code == 127)
    #expect(try home.run(words + ["/etc/passwd"]).code == 126)
    #expect(try run("jq -r .body", "-n", "2").lines == ["one", "two"])
  }

  @Test func `a signal goes to the command, and the message is handled again`() throws {
    let follower = try home.start(
      "tail", "r", "--cursor", "c", "-n", "1", "--exec", "--", "sh", "-c",
      "trap 'exit 1' TERM; echo ready; while :; do sleep 0.01; done")
    _ = try follower.lines(1)
    kill(follower.pid, SIGTERM)
    #expect(try follower.outcome().ending == .killed(signal: SIGTERM))
    #expect(try run("jq -r .body", "-n", "1").lines == ["two"])
  }

  @Test func `a signal is heeded also when the command has handled the message`() throws {
    try send("three", "four")
    let follower = try home.start(
      "tail", "r", "--cursor", "c", "-n", "4", "--exec", "--", "sh", "-c",
      "trap 'exit 0' TERM; jq -r .body; while :; do sleep 0.01; done")
    _ = try follower.lines(1)
    kill(follower.pid, SIGTERM)
    let outcome = try follower.outcome()
    #expect(outcome.ending == .killed(signal: SIGTERM))
    #expect(outcome.lines == ["one"])
    #expect(try run("jq -r .body").lines == ["two", "three", "four"])
  }

  @Test func `what is deleted meanwhile is not tried again`() throws {
    let script = "chatctl delete r $CHATCTL_MESSAGE_SEQ; echo x >>\"$HOME/tries\"; exit 1"
    _ = try run(script, "-n", "1", "--retries", "2")
    let tries = try String(contentsOf: home.folder.appending(path: "tries"), encoding: .utf8)
    #expect(tries == "x\n")
    #expect(try home.succeed("cursor", "list", "r").text.hasSuffix("\t0\n"))
  }

  @Test func `what is changed while another is handled is handled as it is then`() throws {
    try send("three")
    let script =
      "jq -r .body; chatctl --as bob delete alice/r 2; chatctl --as bob edit alice/r 3 new"
    #expect(try run(script, "-n", "3").lines == ["one", "new"])
  }

  @Test func `what is passed over is not counted`() throws {
    try home.succeed("send", "r", "by alice")
    try send("three")
    let words = ["-n", "2", "--count", "1"]
    #expect(try exec(words, "jq -r .body").lines == ["three"])
  }

  @Test func `the time is over between two messages, too`() throws {
    let outcome = try exec(["-n", "2", "--timeout", "1ms"], "jq -r .body; sleep 0.01")
    #expect(outcome.code == 124)
    #expect(outcome.lines == ["one"])
  }

  @Test func `an answer to who has blocked one is given up, and the bot goes on`() throws {
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.succeed("send", "@alice", "direct", as: "bob")
    try home.succeed("friends", "block", "alice", as: "bob")
    let outcome = try home.run(
      "tail", "--all", "--cursor", "c", "-n", "9", "--no-follow", "--retries", "0", "--exec",
      "--reply",
      "--", "echo", "answer")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("has blocked you"))
    #expect(try home.bodies() == ["one", "two", "answer", "answer"])
  }

  @Test func `what the command prints is sent as the answer, once and marked`() throws {
    _ = try run("jq -r '\"re: \" + .body'", "-n", "2", "--reply")
    let lines = try home.succeed("log", "r", "--json").lines
    let answers = lines.filter { $0.contains(#""auto":true"#) }
    #expect(answers.count == 2)
    #expect(answers[0].contains(#""body":"re: one""#))
    #expect(answers.allSatisfy { $0.contains(#""replyTo":"#) })
    // As after a crash before the cursor moved.
    try home.succeed("cursor", "set", "r", "c", "0")
    let again = try run("echo something else", "--reply")
    #expect(again.code == 0)
    #expect(again.errors.contains("was answered before"))
    #expect(try home.succeed("log", "r", "--json").lines == lines)
  }

  @Test(arguments: ["head -c 2000000 /dev/zero | tr '\\0' x", "yes"])
  func `an answer that is too long is given up, also one without end`(script: String) throws {
    let outcome = try run(script, "-n", "1", "--reply")
    #expect(outcome.errors.contains("the answer has more than 1048576 bytes"))
    #expect(try home.succeed("cursor", "failed", "r", "c").lines.count == 1)
    #expect(try home.bodies() == ["one", "two"])
  }

  @Test func `blank output is no answer`() throws {
    expectQuietSuccess(try run("echo", "-n", "2", "--reply"))
    #expect(try home.bodies() == ["one", "two"])
  }

  /// How many messages of a chat answer one of this text.
  private func answers(to text: String) throws -> Int {
    let lines = try home.succeed("log", "r", "--json", as: "alice").lines
    let asked = lines.last { $0.contains("\"body\":\"\(text)\"") }
    guard let number = asked?.firstMatch(of: /"number":(\d+)/)?.output.1 else { return 0 }
    return lines.count { $0.contains("\"replyTo\":\(number),") }
  }

  @Test func `two bots that answer everything do not answer each other`() throws {
    try home.signUp("carol")
    try home.succeed("friends", "add", "carol", as: "alice")
    try home.succeed("chat", "add", "r", "carol", as: "alice")
    try home.succeed("cursor", "set", "r", "a", as: "alice")
    try home.succeed("cursor", "set", "alice/r", "b", as: "bob")
    let program = ["--exec", "--reply", "--", "echo", "I heard that"]
    let bots = [
      try home.start(["tail", "r", "--cursor", "a"] + program, as: "alice"),
      try home.start(["tail", "alice/r", "--cursor", "b"] + program, as: "bob"),
    ]
    for text in ["hello", "last"] {
      try home.succeed("send", "alice/r", text, as: "carol")
      try waitUntil("both have answered") { try answers(to: text) == 2 }
    }
    for bot in bots {
      kill(bot.pid, SIGTERM)
      _ = try bot.outcome()
    }
    #expect(try answers(to: "last") == 2)
    #expect(try answers(to: "I heard that") == 0)
  }

  @Test(
    arguments: [
      (["--exec"], "-- CMD"), (["--reply", "--", "true"], "--exec"),
      (["--exec", "--reply", "--", "true"], "--cursor"), (["--retries", "1"], "--exec"),
      (["--exec", "--include-auto", "--", "true"], "--reply"),
      (["--exec", "--retries", "x", "--", "true"], "--retries"),
    ] as [([String], String)])
  func `what goes with nothing is refused`(words: [String], word: String) throws {
    expectRefusal(try home.run(["tail", "r"] + words), code: 2, saying: word)
  }

  @Test func `a token that may not send cannot answer`() throws {
    let token = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "bot", "--read-only", "--output", token)
    let outcome = try home.run(
      "tail", "r", "--token-file", token, "--cursor", "c", "--exec", "--reply", "--", "true")
    expectRefusal(outcome, code: 4, saying: "'bot'", "send")
  }

  @Test func `a token that is revoked or a chat that is deleted ends it with a word`() throws {
    let token = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "bot", "--output", token)
    let words = ["-n", "1", "--exec", "--", "echo", "ran"]
    let bot = try home.start(["tail", "r", "--token-file", token] + words)
    _ = try bot.lines(1)
    try home.succeed("token", "revoke", "bot")
    let revoked = try bot.outcome()
    #expect(revoked.code == 4)
    #expect(revoked.errors.contains("was revoked"))
    let other = try home.start(["tail", "r"] + words)
    _ = try other.lines(1)
    try home.succeed("chat", "delete", "r", "--yes")
    let gone = try other.outcome()
    #expect(gone.code == 3)
    #expect(gone.errors.contains("was deleted"))
  }
}
