import Foundation
import Glibc
import Testing

@testable import chatctl

/// The guide for bots, as it is written.
struct BotsManualPageTests {
  private let home: TestHome

  /// A chat `ops` of alice and bob, and the commands that the guide is about.
  init() throws {
    home = try TestHome()
    try home.signUp("bob", "alice")
    try home.succeed("friends", "add", "bob", as: "alice")
    try home.makeChat("ops", of: "alice", with: ["bob"])
    try home.makeProgram("bin/backup", "#!/bin/sh\necho saved\nexit 3")
    try home.makeProgram("bin/sync-things", "#!/bin/sh\necho synced >>~/synced")
    // There may be no systemd here: the units have to be where it would look for them.
    try home.makeProgram(
      "bin/systemctl",
      """
      #!/bin/sh
      [ "$1 $2 $3" = "--user enable --now" ] && shift 3 && cd ~/.config/systemd/user && cat -- "$@"
      """)
    for block in blocks {
      switch block {
      case .shell(let line) where line.hasPrefix("mkdir ") || line.hasPrefix("chmod "):
        expectQuietSuccess(try home.shell(line))
      case .file(let name, let text) where name != "crontab":
        try #require(name.hasPrefix("~/"), "it does not say where \(name) is")
        // By another process: a test that forks meanwhile would have it open for writing.
        expectQuietSuccess(try home.shell("cat >\(name) <<'END'\n\(text)\nEND"))
      default: break
      }
    }
  }

  private var blocks: [Guide.Block] { Guide.bots.sections.flatMap(\.blocks) }

  /// Runs a line in a shell, in the home.
  private func start(_ line: String) throws -> LiveProcess {
    try home.startShell("cd && \(line)")
  }

  @Test func `what is to be copied is not wrapped where man has 80 columns`() {
    for block in blocks {
      switch block {
      case .text, .terms: break
      case .shell(let text), .file(_, let text):
        // Both indentations take 11.
        for line in text.split(separator: "\n") { #expect(line.count <= 69, "\(line)") }
      }
    }
  }

  /// The prose of a section.
  private func prose(of title: String) throws -> String {
    let section = try #require(Guide.bots.sections.first { $0.title == title })
    return section.blocks.map { if case .text(let text) = $0 { text } else { "" } }
      .joined(separator: " ")
  }

  @Test func `it says where the first run of a cursor begins, and that is so`() throws {
    for text in [try prose(of: "READING ON"), try home.succeed("help", "tail").text] {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("last 10 messages"))
      #expect(words.contains(/with --exec .*new ones only/))
      #expect(words.contains(/'chatctl cursor set \w+ \w+ 0'/))
    }
    let lines = (1...12).map { "m\($0)" }.joined(separator: "\n")
    try home.succeed("send", "ops", "--lines", input: .text(lines))
    let first = { (cursor: String) in ["tail", "ops", "--no-follow", "--cursor", cursor] }
    #expect(try home.succeed(first("a")).lines.count == 10)
    #expect(try home.succeed(first("b") + ["-n", "2"]).lines.count == 2)
    let program = ["--exec", "--include-own", "--", "echo", "handled"]
    #expect(try home.succeed(first("c") + program).lines.isEmpty)
    try home.succeed("cursor", "set", "ops", "d", "0")
    #expect(try home.succeed(first("d")).lines.count == 12)
  }

  @Test func `what is given up leaves the exit code 0, as it says`() throws {
    #expect(try prose(of: "ANSWERING").contains("exit code stays 0"))
    #expect(try prose(of: "ANSWERING").contains("--reply, which needs --cursor"))
    try home.succeed("send", "ops", "hello")
    let outcome = try home.run(
      "tail", "ops", "-n", "1", "--no-follow", "--exec", "--include-own", "--retries", "0", "--",
      "false")
    #expect(outcome.code == 0)
    #expect(outcome.errors.contains("given up"))
  }

  @Test func `following named chats ends with one of them, as it says`() throws {
    #expect(try prose(of: "READING ON").contains("ends when one of them ends"))
    try home.makeChat("other", of: "alice")
    try home.succeed("send", "ops", "hello")
    let named = try home.start("tail", "ops", "other")
    let all = try home.start("tail", "--all")
    _ = try (named.lines(1), all.lines(1))
    try home.succeed("chat", "delete", "other", "--yes")
    #expect(try named.outcome().code == 3)
    try home.succeed("send", "ops", "again")
    #expect(try all.lines(2).count == 2)
  }

  private func makeTokens() throws {
    for case .shell(let line) in blocks where line.contains("token create") {
      let outcome = try start(line).finish()
      #expect(outcome.code == 0, "\(line): \(outcome.errors)")
    }
  }

  @Test(.needs("jq")) func `what is typed in a shell does what it says`() throws {
    try makeTokens()
    try home.succeed("send", "alice/ops", "!uptime", as: "bob")
    try home.succeed("cursor", "set", "ops", "answers", "0", as: "alice")
    for case .shell(let line) in blocks where !line.contains("token create") {
      let process = try start(line)
      switch line {
      case _ where line.contains("--exec --reply"):
        try waitUntil("it has answered") {
          try home.succeed("log", "ops", "--json").text.contains(#""auto":true"#)
        }
        process.signal(SIGTERM)
        #expect(try process.outcome().ending == .killed(signal: SIGTERM))
        continue
      case _ where line.contains("ask ops"):
        var number: Int?
        try waitUntil("it is asked") {
          number = try home.succeed("log", "ops", "--json").messages
            .last { $0.body.hasPrefix("deploy now?") }?.number
          return number != nil
        }
        let reply = String(try #require(number))
        try home.succeed("send", "alice/ops", "--reply-to", reply, "no", as: "bob")
        // What comes after && is not run.
        #expect(try process.outcome().code == 10)
        continue
      case _ where line.contains("--until-match"):
        try home.succeed("send", "ops", "deploy done")
        try waitUntil("it has ended") {
          try home.succeed("send", "ops", "deploy done")
          return process.hasEnded
        }
      default: break
      }
      let outcome = try process.outcome()
      #expect(outcome.code == 0, "\(line): \(outcome.errors)")
    }
  }

  @Test(.needs("jq")) func `the jobs of its crontabs run as cron runs them`() throws {
    try makeTokens()
    let path = home.folder.path
    for case .file("crontab", let text) in blocks {
      let text = text.replacing("/home/alice", with: path)
      for job in Crontab(text, home: path, programs: "\(path)/bin").jobs {
        let outcome = try home.shell(job.command) { $0.environment = job.environment }
        #expect(
          outcome.code == (job.command.contains("backup --all") ? 3 : 0),
          "\(job.command): \(outcome.errors)")
        #expect(outcome.errors.isEmpty)
      }
    }
    let bodies = try home.bodies(of: "ops")
    #expect(bodies.contains { $0.hasPrefix("backup failed with exit code 3") })
    #expect(bodies.contains("a new week"))
    #expect(bodies.contains("no backup"))
    #expect(try home.entries().contains("synced"))
  }

  /// Lets the programs be where the units name them.
  private func installPrograms() throws {
    try FileManager.default.createSymbolicLink(
      atPath: home.folder.appending(path: ".local/bin").path,
      withDestinationPath: home.folder.appending(path: "bin").path)
  }

  @Test(.needs("systemd-analyze")) func `systemd finds nothing wrong with its units`() throws {
    try installPrograms()
    let line = "systemd-analyze --user verify ~/.config/systemd/user/*"
    let outcome = try home.shell(line) { launch in
      launch.environment["XDG_RUNTIME_DIR"] = home.folder.path
    }
    expectQuietSuccess(outcome)
  }

  @Test(.needs("jq")) func `the services of its units run as they are written`() throws {
    try makeTokens()
    try installPrograms()
    try home.succeed("send", "alice/ops", "!uptime", as: "bob")
    try home.succeed("cursor", "set", "ops", "answers", "0", as: "alice")
    for case .file(let name, let text) in blocks where name.hasSuffix(".service") {
      let unit = text.replacing("%h", with: home.folder.path).replacing("\\\n", with: "")
      let command = try #require(unit.firstMatch(of: /ExecStart=(.*)/)).output.1
      let variable = try #require(unit.firstMatch(of: /Environment=(\w+)=(.*)/)).output
      let process = try home.startShell("exec \(command)") {
        $0.environment[String(variable.1)] = String(variable.2)
      }
      if name.contains("backup") {
        #expect(try process.outcome().code == 3)
      } else {
        try waitUntil("it has answered") {
          try home.succeed("log", "ops", "--json").text.contains(#""auto":true"#)
        }
        try home.succeed("token", "revoke", "bot")
        #expect(try process.outcome().code == 4)
      }
    }
  }

  @Test(.needs("jq")) func `the script that reads on keeps what is new`() throws {
    try makeTokens()
    try home.succeed("send", "ops", "news")
    for _ in 1...2 {
      let outcome = try start("~/bin/digest").finish()
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let text = try String(contentsOf: home.folder.appending(path: "news-of-ops"), encoding: .utf8)
    #expect(text.split(separator: "\n").count { $0.hasSuffix("\tnews") } == 1)
  }
}
