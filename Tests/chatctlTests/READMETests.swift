import Foundation
import Testing

@testable import chatctl

/// What README.md says, done as it says.
struct READMETests {
  private let readme: Readme

  init() throws {
    readme = try Readme()
  }

  @Test func `the first two commands play the tour and run the tests`() throws {
    let blocks = readme.sections.flatMap { $0.blocks("sh") }
    #expect(blocks.first == "swift run -c release chatctl tour\nswift test")
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

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: bashCompletion), "not installed: bash-completion"))
  func `bash finds the installed completions`() throws {
    let home = try TestHome(.absent)
    let outcome = try install(
      in: home, then: ". \(bashCompletion); _completion_loader chatctl || complete -p chatctl")
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

  @Test(.needs("jq")) func `the five minutes and the scripts go as written`() throws {
    let home = try TestHome(.absent)
    let blocks = try ["Five minutes", "Scripts"].flatMap { try readme.section($0).blocks("sh") }
    let outcome = try run(blocks, in: home)
    #expect(outcome.code == 0, "\(outcome.errors)")
    for text in [
      "\talice\tdeploy at noon?\n", "\tbob\tyes please\n", "\t~anna\thello from a guest\n",
      "alice\tone\nalice\ttwo\nalice\tthree\ndeploy at noon?\ntests failed\n", "\nexit code 3\n",
    ] {
      #expect(outcome.text.contains(text))
    }
    #expect(outcome.text.hasSuffix("\talice\tthree\n"))
  }

  @Test(.needsRoot, .needs("setpriv")) func `users of a host share a store as written`() throws {
    let root = try TestHome(.absent)
    let alice = try TestHome(.absent, user: OSUser(uid: 60001, gid: 60001, group: "staff"))
    let bob = try TestHome(.absent, user: OSUser(uid: 60002, gid: 60002, group: "staff"))
    try makeCheckout(in: root)
    for directory in ["srv", "usr/local/bin"] {
      try FileManager.default.createDirectory(
        at: root.folder.appending(path: directory), withIntermediateDirectories: true)
    }
    let blocks = try readme.section("Two users of a host").blocks("sh")
      .map { $0.replacing(/\/(srv|usr\/local)\b/) { "\(root.folder.path)\($0.output.0)" } }
    try #require(blocks.count == 4)
    let profile = String(blocks[1].prefix { $0 != "\n" })

    var outcome = try run([blocks[0]], in: root)
    #expect(outcome.code == 0, "\(outcome.errors)")
    // The users have no names, so id(1) cannot tell them.
    try root.makeProgram("usr/local/bin/id", "#!/bin/sh\necho \"$USER\"")
    for (name, home, lines) in [
      ("bob", bob, [blocks[1]]), ("alice", alice, [blocks[1], blocks[2]]),
      ("bob", bob, [profile, blocks[3]]),
    ] {
      outcome = try run(lines, in: home) {
        $0.environment["USER"] = name
        $0.environment["PATH"] = "\(root.folder.path)/usr/local/bin:\(TestHome.path)"
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

  @Test func `every directory of the sources is explained`() throws {
    let named = try readme.section("Source").rows
      .compactMap { $0.firstMatch(of: /`(Sources\/.*?)`/).map { String($0.output.1) } }
    let sources = Checkout.root.appending(path: "Sources")
    let directories = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { sources.appending(path: $0).isDirectory }
    #expect(named.sorted() == directories.map { "Sources/\($0)" }.sorted())
  }

  /// Runs blocks one after the other, and stops at the first command that fails.
  private func run(
    _ blocks: [String], in home: TestHome, configure: (inout Launch) -> Void = { _ in }
  ) throws -> Outcome {
    try home.shell((["set -e", "cd"] + blocks).joined(separator: "\n"), configure: configure)
  }

  /// Installs as the README says, less the build, and goes on with `script`.
  private func install(in home: TestHome, then script: String) throws -> Outcome {
    try makeCheckout(in: home)
    let blocks = try readme.section("Install").blocks("sh").filter {
      $0 != "swift build -c release"
    }
    return try run(blocks + [script], in: home)
  }

  /// Makes a home look like the tree after a release build; the executable is the one under test.
  private func makeCheckout(in home: TestHome) throws {
    let manager = FileManager.default
    let release = home.folder.appending(path: ".build/release")
    try manager.createDirectory(at: release, withIntermediateDirectories: true)
    try manager.createSymbolicLink(
      atPath: release.appending(path: "chatctl").path, withDestinationPath: TestHome.builtBinary)
    for name in ["man", "completions"] {
      try manager.createSymbolicLink(
        at: home.folder.appending(path: name),
        withDestinationURL: Checkout.root.appending(path: name))
    }
  }
}

/// Text in a table of Markdown.
private func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

/// Of Debian's package bash-completion.
private let bashCompletion = "/usr/share/bash-completion/bash_completion"

/// Lines of a transcript without what differs each time: the lines that name a day, and the times.
private func withoutTimes(_ lines: [String]) -> [String] {
  lines.filter { !$0.hasPrefix("── ") }.map(withoutTime)
}

private func withoutTime(_ line: String) -> String {
  line.replacing(/^\d\d:\d\d/, with: "")
}
