import Foundation
import Testing

@testable import chatctl

/// What README.md says, done as it says.
struct READMETests {
  private let readme: Readme

  /// The section whose lines are typed by several people.
  private static let forTwoUsers = "Two users of a host"

  init() throws {
    readme = try Readme()
  }

  @Test func `it says in three sentences what it is for, and then what to type`() throws {
    let start = try readme.section("chatctl").text.components(separatedBy: "\n\n")
    #expect(start[1].replacing("\n", with: " ").components(separatedBy: ". ").count == 3)
    let blocks = readme.sections.flatMap { $0.blocks("sh") }
    #expect(blocks.first == "swift run -c release chatctl tour\nswift test")
  }

  @Test func `every block of code is run by a test`() throws {
    let blocks = Dictionary(grouping: readme.sections.flatMap(\.blocks), by: \.language)
    // One of each that is not for a shell alone, which has a test of its own; those of Swift are
    // of NewCommandTests.
    #expect(Set(blocks.keys) == ["sh", "console", "zsh", "crontab", "swift"])
    for language in ["console", "zsh", "crontab"] { #expect(blocks[language]?.count == 1) }
    let added = try readme.section("A new command").blocks("swift")
    #expect(blocks["swift"]?.count == added.count)
  }

  @Test func `the transcript is what a terminal shows`() throws {
    let transcript = try #require(try readme.section("chatctl").blocks("console").first)
    let home = try TestHome()
    try home.signUp("bob", "alice")
    let prompt = /^(\w+)\$ (.*)/
    var script = ["set -e"]
    var expected: [String] = []
    for line in transcript.split(separator: "\n") {
      if let match = line.firstMatch(of: prompt) {
        script += ["export CHATCTL_USER=\(match.output.1)", String(match.output.2)]
      } else {
        expected.append(String(line))
      }
    }
    var launch = Launch(
      words: ["/bin/bash", "-c", script.joined(separator: "\n")],
      environment: home.environment.merging(["TERM": "dumb"]) { $1 })
    launch.terminal = try PseudoTerminal()
    (launch.output, launch.errors) = (.terminal, .terminal)
    // The last command follows, and is left running.
    let last = try #require(expected.last.map(withoutTime))
    let screen = try launch.start().wait(for: last, on: .screen)
    let shown = screen.split(whereSeparator: \.isNewline).map(String.init)
    #expect(withoutTimes(shown) == withoutTimes(expected))
  }

  @Test func `what is installed runs from any directory`() throws {
    let home = try TestHome(.absent)
    let outcome = try install(in: home, then: "cd /; command -v chatctl; chatctl --version")
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(
      outcome.lines.suffix(2) == ["\(home.folder.path)/.local/bin/chatctl", "chatctl \(version)"])
  }

  @Test(.needs("man")) func `man finds the installed pages`() throws {
    let home = try TestHome(.absent)
    let outcome = try install(
      in: home,
      then: "man --where chatctl chatctl-send chatctl-chat-create chatctl-chat chatctl-json "
        + "chatctl-store chatctl-bots")
    let manual = "\(home.folder.path)/.local/share/man"
    #expect(
      outcome.lines.suffix(7) == [
        "\(manual)/man1/chatctl.1", "\(manual)/man1/chatctl-send.1",
        "\(manual)/man1/chatctl-chat-create.1", "\(manual)/man1/chatctl-chat.1",
        "\(manual)/man5/chatctl-json.5",
        "\(manual)/man5/chatctl-store.5", "\(manual)/man7/chatctl-bots.7",
      ])
  }

  @Test(.needsBashCompletion)
  func `bash finds the installed completions`() throws {
    let home = try TestHome(.absent)
    let outcome = try install(
      in: home, then: ". \(Host.bashCompletion); _completion_loader chatctl || complete -p chatctl")
    #expect(outcome.lines.last == "complete -F _chatctl chatctl", "\(outcome.errors)")
  }

  @Test(.needs("fish")) func `fish finds the installed completions`() throws {
    let home = try TestHome(.absent)
    let outcome = try install(in: home, then: "fish -c 'complete -C \"chatctl compl\"'")
    #expect(outcome.lines.last?.hasPrefix("completion\t") == true, "\(outcome.errors)")
  }

  @Test(.needs("zsh")) func `zsh finds the installed completions`() throws {
    let home = try TestHome(.absent)
    let settings = try #require(try readme.section("Install").blocks("zsh").first)
    try Data(settings.utf8).write(to: home.folder.appending(path: ".zshrc"))
    let outcome = try install(in: home, then: "zsh -i -c 'print $_comps[chatctl]'")
    #expect(outcome.lines.last == "_chatctl", "\(outcome.errors)")
  }

  @Test(.needs("jq")) func `its lines are typed from the first to the last`() throws {
    let home = try TestHome(.absent)
    try makeCheckout(in: home)
    let blocks = readme.sections.filter { $0.title != Self.forTwoUsers }.flatMap { $0.blocks("sh") }
    let outcome = try run(blocks, in: home)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for text in [
      "That was chatctl.", "\talice\tnoon it is\n", "\talice\tdeploy at noon?\n",
      "\tbob\tyes please\n",
      "\t~anna\thello from a guest\n",
      "alice\tone\nalice\ttwo\nalice\tthree\ndeploy at noon?\nnoon it is\ntests failed\n",
      "\nexit code 3\n",
      "\talice\tthree\n", "\talice\tup and running\n",
    ] {
      #expect(outcome.text.contains(text), "\(text)")
    }
    #expect(!outcome.text.contains("not started"))
    #expect(try home.bodies(of: "ops", as: "alice").contains("backup done"))
    try expectWhatIsChecked(of: home)
  }

  /// What was built and tested is what every change has to pass.
  private func expectWhatIsChecked(of home: TestHome) throws {
    func commands(_ text: String) -> [String] {
      text.split(separator: "\n").map(String.init).filter { $0.contains(/^swift (build|test)\b/) }
        .map {
          $0.replacing("--configuration", with: "-c").replacing(/\ (--filter|2>&1) .*/, with: "")
        }
    }
    let script = Checkout.root.appending(path: ".ci/run")
    let checked = commands(try String(contentsOf: script, encoding: .utf8))
    let typed = commands(
      try String(contentsOf: home.folder.appending(path: "swift.log"), encoding: .utf8))
    #expect(typed.count > 2)
    for command in typed { #expect(checked.contains(command), "\(command)") }
  }

  @Test(.needsMounts) func `its crontab tells of a failure`() throws {
    let home = try TestHome()
    try home.signUp("alice", "bob")
    try home.makeChat("ops", of: "alice")
    // Somebody else is current.
    try home.succeed("switch", "bob")
    try home.makeProgram("backup", "#!/bin/sh\nexit 1")
    for job in Crontab(try readme.crontab, home: home.folder.path).jobs {
      let outcome = try home.shell(job.command) { launch in
        launch.environment = job.environment
        launch.wrap(in: .host(of: home))
      }
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let messages = try home.succeed("log", "ops", "--json", as: "alice").messages
    #expect(messages.map(\.body) == ["backup failed"])
    #expect(messages.map(\.username) == ["alice"])
  }

  @Test(.needsRoot, .needsMounts, .needs("setpriv"))
  func `users of a host share a store as written`() throws {
    let root = try TestHome(.absent)
    let alice = try TestHome(.absent, user: OSUser(uid: 60001, gid: 60001, group: "staff"))
    let bob = try TestHome(.absent, user: OSUser(uid: 60002, gid: 60002, group: "staff"))
    try makeCheckout(in: root)
    for directory in ["srv", "local"] {
      try FileManager.default.createDirectory(
        at: root.folder.appending(path: directory), withIntermediateDirectories: false)
    }
    // The users have no names, so id(1) cannot tell them.
    try root.makeProgram("local/id", "#!/bin/sh\necho \"$USER\"")
    let host = Wrapper.mounts(
      """
      mount --bind '\(root.folder.path)/srv' /srv
      mount --bind '\(root.folder.path)/local' /usr/local/bin
      """)
    let blocks = try readme.section(Self.forTwoUsers).blocks("sh")
    try #require(blocks.count == 4)
    let profile = String(blocks[1].prefix { $0 != "\n" })

    var outcome = try run(["swift build -c release", blocks[0]], in: root) { $0.wrap(in: host) }
    #expect(outcome.code == 0, "\(outcome.errors)")
    for (name, home, lines) in [
      ("bob", bob, [blocks[1]]), ("alice", alice, [blocks[1], blocks[2]]),
      ("bob", bob, [profile, blocks[3]]),
    ] {
      outcome = try run(lines, in: home) {
        $0.environment["USER"] = name
        $0.environment["PATH"] = "/usr/local/bin:\(TestHome.path)"
        $0.wrap(in: host)
      }
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    #expect(
      outcome.lines.map { $0.split(separator: "\t").suffix(2) }
        == [["alice", "can you read this?"], ["bob", "I can"]])
  }

  @Test func `the commands and exit codes are those that there are`() throws {
    let commands = CommandTable.chatctl.commands.filter { !$0.hidden }
    for (title, rows) in [
      ("Commands", commands.map { "| `\(cell($0.synopsis(.plain)))` | \($0.summary) |" }),
      ("Scripts", Reference.exitCodes.map { "| \($0.code) | \($0.meaning) |" }),
    ] {
      let section = try readme.section(title)
      #expect(section.rows == rows, "under '\(title)' belongs:\n\(rows.joined(separator: "\n"))")
    }
  }

  @Test func `every directory of the sources, and of tests, is explained`() throws {
    let named = try readme.section("Source").rows
      .flatMap { $0.split(separator: "|")[0].matches(of: /`(.*?)`/).map { String($0.output.1) } }
    let (root, files) = (Checkout.root, FileManager.default)
    let sources = try files.subpathsOfDirectory(atPath: root.appending(path: "Sources").path)
    let tests = try files.contentsOfDirectory(atPath: root.appending(path: "Tests").path)
    let directories = (sources.map { "Sources/\($0)" } + tests.map { "Tests/\($0)" })
      .filter { root.appending(path: $0).isDirectory }
    #expect(named.sorted() == (directories + ["man", "completions", ".ci"]).sorted())
  }

  /// Runs blocks one after the other, and stops at the first command that fails.
  private func run(
    _ blocks: [String], in home: TestHome, configure: (inout Launch) -> Void = { _ in }
  ) throws -> Outcome {
    try home.shell((["set -e", "cd"] + blocks).joined(separator: "\n"), configure: configure)
  }

  /// Installs as the README says, and goes on with `script`.
  private func install(in home: TestHome, then script: String) throws -> Outcome {
    try makeCheckout(in: home)
    return try run(try readme.section("Install").blocks("sh") + [script], in: home)
  }

  /// Makes a home look like a checkout. The compiler in it has all built already: its chatctl is
  /// the executable under test, of other programs it shows the help, and what it is to do is noted.
  private func makeCheckout(in home: TestHome) throws {
    for name in ["man", "completions"] {
      try FileManager.default.copyItem(
        at: Checkout.root.appending(path: name), to: home.folder.appending(path: name))
    }
    try home.makeProgram(
      "bin/swift",
      """
      #!/bin/sh -e
      echo "swift $*" >>~/swift.log
      case $1 in
        build)
          mkdir -p .build/release
          ln -sf '\(TestHome.builtBinary)' .build/release/chatctl ;;
        run)
          shift
          case $1 in -*) shift 2 ;; esac
          program=$1
          shift
          if [ "$program" = chatctl ]; then exec '\(TestHome.builtBinary)' "$@"; fi
          exec '\(TestHome.products.path)'/"$program" --help "$@" ;;
      esac
      """)
  }
}

/// Text in a table of Markdown.
private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

/// Lines of a transcript without what differs each time: the times, and which day it is, or, at
/// midnight, that there are two.
private func withoutTimes(_ lines: [String]) -> [String] {
  let lines = lines.map { $0.replacing(/^── \w{3} \d\d? \w+ \d{4} ──$/, with: "── day ──") }
  return zip([""] + lines, lines).filter { !($0 == $1 && $1 == "── day ──") }.map(\.1)
    .map(withoutTime)
}

private func withoutTime(_ line: String) -> String {
  line.replacing(/^\d\d:\d\d/, with: "")
}
