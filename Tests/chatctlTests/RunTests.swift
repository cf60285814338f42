import Foundation
import Glibc
import Testing

/// Running a command and telling a chat how it went.
struct RunTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  private func run(_ words: String...) throws -> Outcome { try home.run(["run", "r"] + words) }

  private func told() throws -> String { try #require(try home.bodies().last) }

  @Test func `a failure is told with its last lines and how long it took`() throws {
    let outcome = try run("--", "sh", "-c", "for i in $(seq 20); do echo $i; done; exit 3")
    #expect(outcome.code == 3)
    #expect(outcome.lines == (1...20).map(String.init))
    let lines = try told().split(separator: "\n")
    #expect(lines[0].hasPrefix("sh failed with exit code 3 after "))
    #expect(lines.dropFirst().elementsEqual((11...20).map { Substring(String($0)) }))
  }

  @Test(arguments: [
    ("failure", "true", false), ("failure", "false", true), ("success", "true", true),
    ("success", "false", false), ("always", "true", true), ("always", "false", true),
  ])
  func `it is told when that is asked for`(on: String, command: String, isTold: Bool) throws {
    let outcome = try run("--on", on, "--", command)
    #expect(outcome.code == (command == "true" ? 0 : 1))
    #expect(try home.bodies().count == (isTold ? 1 : 0))
  }

  @Test func `success, a label and no lines`() throws {
    #expect(
      try run("--on=always", "--label", "nightly", "--tail", "0", "--", "echo", "x").code == 0)
    #expect(try told().hasPrefix("nightly succeeded after "))
    #expect(try !told().contains("\n"))
  }

  @Test func `output, errors and input go through as they are`() throws {
    let odd: [UInt8] = [0xFF, 0, 0x1B, 0x0A, 0x41]
    let outcome = try home.run(
      "run", "r", "--", "sh", "-c", "cat; echo err >&2; exit 1", input: .bytes(odd))
    #expect(outcome.output == odd)
    #expect(outcome.errors == "err\n")
  }

  @Test func `odd bytes and escapes are no reason not to tell`() throws {
    let script = #"printf 'a\033[31mred\033[0m\r50%%\r100%%\n\000\377\033]0;t\007x\n'; exit 1"#
    #expect(try run("--", "sh", "-c", script).code == 1)
    let lines = try told().split(separator: "\n").dropFirst()
    #expect(lines.elementsEqual(["100%", "\u{FFFD}x"]))
  }

  @Test func `a carriage return begins a line anew, wherever it is written`() throws {
    let script =
      "printf 'one\\r'; sleep 0.01; printf 'two\\r'; sleep 0.01; printf '\\nthree\\r\\nfour'; exit 1"
    #expect(try run("--", "sh", "-c", script).code == 1)
    #expect(try told().split(separator: "\n").dropFirst().elementsEqual(["two", "three", "four"]))
  }

  @Test func `a long line is cut inside no character`() throws {
    let script = "head -c 3000000 /dev/zero | tr '\\0' a; printf 'あ%.0s' $(seq 500); exit 1"
    #expect(try run("--", "sh", "-c", script).code == 1)
    #expect(try told().utf8.count < 1000)
    #expect(try told().hasSuffix("…"))
  }

  @Test func `a signal that ends the command is told, and the exit code is 128 and its number`()
    throws
  {
    #expect(try run("--", "sh", "-c", "kill -KILL $$").code == 128 + SIGKILL)
    #expect(try told().hasPrefix("sh was killed by SIGKILL after "))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2])
  func `signals go on to the command`(signal: Int32) throws {
    let script = "trap 'echo caught; exit 9' \(signal); echo ready; while :; do sleep 0.01; done"
    let process = try home.start("run", "r", "--", "bash", "-c", script)
    _ = try process.lines(1)
    kill(process.pid, signal)
    let outcome = try process.outcome()
    #expect(outcome.code == 9)
    #expect(outcome.lines == ["ready", "caught"])
  }

  @Test func `a reader that goes away ends the command`() throws {
    let outcome = try home.shell("chatctl run r -- yes | head -1")
    #expect(outcome.lines == ["y"])
    #expect(try told().hasPrefix("yes was killed by SIGPIPE after "))
  }

  @Test func `a command that is left behind is not waited for`() throws {
    let process = try home.start(
      "run", "r", "--on", "always", "--", "sh", "-c", "sleep 1000 & echo $!")
    let pid = try #require(pid_t(try process.lines(1)[0]))
    #expect(try process.outcome().code == 0)
    #expect(kill(pid, SIGKILL) == 0)
  }

  @Test func `one that goes on writing is not waited for either`() throws {
    let outcome = try home.shell(
      "chatctl run r -- sh -c 'yes & exit 3' | wc -c; exit ${PIPESTATUS[0]}")
    #expect(outcome.code == 3)
  }

  @Test func `output that cannot be written is told, and the command goes on`() throws {
    for (script, code) in [("seq 100000", Int32(125)), ("seq 100000; exit 4", 4)] {
      let outcome = try home.run("run", "r", "--", "sh", "-c", script) {
        $0.output = .file("/dev/full")
      }
      #expect(outcome.code == code)
      #expect(outcome.errors.contains("standard output cannot be written"))
    }
  }

  @Test func `a signal goes on to a command whose output nobody reads`() throws {
    let pipe = home.folder.appending(path: "pipe").path
    let process = try home.startShell(
      "mkfifo \"\(pipe)\"; exec 3<>\"\(pipe)\"; exec chatctl run r -- sh -c 'echo go >&2; exec yes' >&3"
    )
    try process.wait(for: "go", on: .errors)
    try home.waitForFullPipe(of: process)
    kill(process.pid, SIGTERM)
    #expect(try process.outcome().code == 128 + SIGTERM)
  }

  @Test func `a command that is not there or cannot be run has its own exit codes`() throws {
    let missing = try run("--", "no-such-command")
    #expect(missing.code == 127)
    #expect(missing.errors.contains("'no-such-command' was not found"))
    #expect(try told().hasPrefix("no-such-command was not found"))
    let file = home.folder.appending(path: "plain")
    try Data("x".utf8).write(to: file)
    #expect(try run("--", file.path).code == 126)
    #expect(try told().hasPrefix("plain could not be run: "))
  }

  @Test(arguments: [
    (["--", ""], "'' was not found"), (["--", "/"], "'/' could not be run: "),
    (["--", " "], "' ' was not found"),
    (["--label", "nightly", "--", "no-such-command"], "nightly: 'no-such-command' was not found"),
  ])
  func `what could not be run is named, and took no time`(words: [String], text: String) throws {
    #expect(try [126, 127].contains(home.run(["run", "r"] + words).code))
    let told = try told()
    #expect(told.hasPrefix(text) && !told.contains(" after "), "\(told)")
  }

  @Test(.needsTracing) func `where the system cannot tell of a command's end it is asked`() throws {
    let outcome = try home.run("run", "r", "--", "sh", "-c", "echo ran; exit 3") {
      $0.wrap(in: .failing("pidfd_open", with: "ENOSYS"))
    }
    #expect(outcome.code == 3)
    #expect(outcome.lines == ["ran"])
    #expect(try told().hasPrefix("sh failed with exit code 3 after "))
  }

  @Test func `the command runs whatever the state of chat and login`() throws {
    for (words, code) in [
      (["run", "nowhere", "--", "sh", "-c", "echo ran; exit 4"], 4),
      (["--as", "nobody", "run", "r", "--", "sh", "-c", "echo ran; exit 5"], 5),
      (["--store", "/nonexistent", "run", "r", "--", "sh", "-c", "echo ran; exit 6"], 6),
      (["run", "--on", "always", "nowhere", "--", "echo", "ran"], 0),
      // An alarm that could not be heard, before it is needed.
      (["run", "nowhere", "--", "echo", "ran"], 0),
    ] as [([String], Int32)] {
      let outcome = try home.run(words)
      #expect(outcome.code == code)
      #expect(outcome.lines == ["ran"])
      #expect(outcome.errors.hasPrefix("chatctl: "))
    }
  }

  @Test func `failures of chatctl itself have exit code 125, and nothing runs`() throws {
    for words in [
      ["run", "r", "--nonsense", "--", "echo", "ran"],
      ["run", "r", "--tail", "9223372036854775807", "--", "echo", "ran"],
      ["run", "r", "--tail", "x", "--", "echo", "ran"],
      ["run", "r", "--on", "never", "--", "echo", "ran"], ["run", "r"], ["run"],
      ["run", "r", "--lock-timeout", "x", "--", "echo", "ran"],
    ] {
      expectRefusal(try home.run(words), code: 125)
    }
  }

  @Test(arguments: [["--", "echo", "ran"], ["--label", "x", "--", "echo", "ran"], ["--"]])
  func `without a chat nothing is run, least of all the second word`(words: [String]) throws {
    expectRefusal(try home.run(["run"] + words), code: 125, saying: "'run' needs CHAT before '--'")
  }

  @Test func `help is given whatever is missing`() throws {
    #expect(try home.succeed("run", "--help", "--", "make").text.contains("chatctl run"))
  }

  @Test(.needs("strace")) func `a signal after the command's end is heeded when the chat is told`()
    throws
  {
    let outcome = try home.run("run", "r", "--", "false") {
      $0.wrap(in: .killed(at: "wait4", by: "TERM"))
    }
    #expect(outcome.ending == .killed(signal: SIGTERM))
    #expect(try told().hasPrefix("false failed with exit code 1"))
  }

  @Test func `it posts with a token and a bare environment`() throws {
    let token = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "cron", "--send-only", "--output", token)
    let outcome = try home.run("run", "r", "--token-file", token, "--", "false") {
      $0.environment = ["CHATCTL_STORE": home.store.path, "PATH": TestHome.path]
    }
    #expect(outcome.code == 1)
    #expect(outcome.errors.isEmpty)
    #expect(try told().hasPrefix("false failed with exit code 1 after "))
  }

  @Test func `words after the command are its own`() throws {
    #expect(try run("echo", "--on", "x", "--", "-q").lines == ["--on x -- -q"])
  }
}
