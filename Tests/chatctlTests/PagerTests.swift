import Foundation
import Glibc
import Testing

/// History on a terminal, page by page.
struct PagerTests {
  private let home: TestHome

  /// A chat of a hundred messages, `m 1` to `m 100`.
  init() throws {
    home = try TestHome()
    try home.makeRoom()
    let lines = (1...100).map { "m \($0)" }.joined(separator: "\n")
    try home.succeed("send", "r", "--lines", input: .text(lines))
  }

  /// Starts `log r` on a terminal.
  /// - Parameter pager: nil for none in the environment.
  private func log(
    _ words: String..., pager: String?, terminal: PseudoTerminal? = nil,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> LiveProcess {
    try home.start(["log", "r"] + words) { launch in
      launch.attach(to: try terminal ?? PseudoTerminal())
      launch.environment["PAGER"] = pager
      try configure(&launch)
    }
  }

  /// Puts a script in the way of a program.
  private func install(_ name: String, _ script: String) throws {
    try home.makeProgram("bin/\(name)", "#!/bin/sh\n\(script)")
  }

  @Test(.needs("less")) func `less shows a page, colours, and the end on demand`() throws {
    let terminal = try PseudoTerminal()
    let process = try log(pager: nil, terminal: terminal)
    let first = try process.wait(for: "m 20", on: .screen)
    #expect(first.contains("\u{1B}[1malice"))
    #expect(!first.contains("m 30"))
    try terminal.type("G")
    try process.wait(for: "m 100", on: .screen)
    try terminal.type("q")
    #expect(try process.outcome().ending == .exited(0))
  }

  @Test(.needs("less")) func `what fits on a page is shown without waiting`() throws {
    let outcome = try log("-n", "3", pager: nil).outcome()
    #expect(outcome.ending == .exited(0))
    #expect(outcome.screen.contains("m 98") && outcome.screen.contains("m 100"))
  }

  @Test(.needs("less")) func `less shows every script whatever the locale is`() throws {
    try home.succeed("send", "r", "日本語 שלום 👨‍👩‍👧")
    let screen = try log("-n", "1", pager: nil).outcome().screen
    for text in ["日本語", "שלום", "👨‍👩‍👧"] {
      #expect(Array(screen.utf8).contains(Array(text.utf8)))
    }
  }

  @Test(.needs("less")) func `Ctrl-C is for the pager, which goes on`() throws {
    let terminal = try PseudoTerminal()
    let process = try log(pager: "less -RX", terminal: terminal)
    try process.wait(for: "m 20", on: .screen)
    try terminal.type("\u{3}")
    try terminal.type("/m 77\r")
    try process.wait(for: "m 77", on: .screen)
    try terminal.type("q")
    #expect(try process.outcome().ending == .exited(0))
  }

  @Test(.needs("less")) func `a pager left early ends the work quietly`() throws {
    let text = String(repeating: "x", count: 100_000)
    for _ in 0..<5 { try home.succeed("send", "r", input: .text(text)) }
    let terminal = try PseudoTerminal()
    let process = try log(pager: "less -RX", terminal: terminal)
    try process.wait(for: "m 20", on: .screen)
    try terminal.type("q")
    let outcome = try process.outcome()
    #expect(outcome.ending == .exited(0))
    #expect(!outcome.screen.contains("chatctl:"))
  }

  @Test(arguments: ["", "cat"]) func `no pager is an answer too`(pager: String) throws {
    let outcome = try log(pager: pager).outcome()
    #expect(outcome.ending == .exited(0))
    #expect(outcome.screen.contains("m 1\u{D}") && outcome.screen.contains("m 100"))
  }

  @Test func `a pager gets all of it at the width and in the colours of the terminal`() throws {
    try home.succeed("send", "r", String(repeating: "word ", count: 40))
    let terminal = try PseudoTerminal(columns: 50)
    let outcome = try log(pager: "sed 's/^/> /'; echo end", terminal: terminal).outcome()
    let lines = outcome.screen.split(whereSeparator: \.isNewline).map(String.init)
    #expect(lines.count { $0.hasPrefix("> ") } > 100)
    #expect(lines.last == "end")
    #expect(lines.contains { $0.contains("\u{1B}[1malice\u{1B}[0m") })
    let plain = lines.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") }
    #expect(plain.allSatisfy { $0.count <= 52 } && plain.contains { $0.count > 45 })
  }

  @Test(arguments: [["--no-pager"], ["--json"]])
  func `it is not started where it is not wanted`(words: [String]) throws {
    let outcome = try home.run(["log", "r"] + words) { launch in
      launch.attach(to: try PseudoTerminal())
      launch.environment["PAGER"] = "echo PAGED; cat"
    }
    #expect(outcome.screen.contains("m 100") && !outcome.screen.contains("PAGED"))
  }

  @Test func `it is not started where one of the streams is no terminal`() throws {
    let noKeyboard = try log(pager: "echo PAGED; cat") { $0.input = .empty }.outcome()
    #expect(noKeyboard.screen.contains("m 100") && !noKeyboard.screen.contains("PAGED"))
    let piped = try log(pager: "echo PAGED; cat") { $0.output = .captured }.outcome()
    #expect(piped.lines.count == 100 && !piped.text.contains("PAGED"))
  }

  @Test(arguments: ["no-such-pager-here", "/etc/passwd", nil])
  func `without the pager all is shown all the same`(pager: String?) throws {
    let outcome = try log(pager: pager) { launch in
      // Where there is a shell, but no less.
      launch.environment["PATH"] = "/nonexistent"
    }.outcome()
    #expect(outcome.ending == .exited(0))
    #expect(outcome.screen.contains("m 1\u{D}") && outcome.screen.contains("m 100"))
  }

  @Test func `nothing of a message or a name reaches the shell`() throws {
    let attack = "$(touch pwned)`touch pwned`; touch pwned\n!touch pwned\n| touch pwned"
    try home.succeed("send", "r", attack)
    try home.makeChat("$(touch pwned)", of: "alice")
    try home.succeed("send", "$(touch pwned)", attack)
    for chat in ["r", "$(touch pwned)"] {
      let outcome = try home.run("log", chat) { launch in
        launch.attach(to: try PseudoTerminal())
        launch.environment["PAGER"] = "cd \(home.folder.path) && cat"
      }
      #expect(outcome.screen.contains("touch pwned"))
    }
    #expect(try !home.entries().contains("pwned"))
  }

  @Test func `a pager that Ctrl-C ends takes chatctl with it`() throws {
    let terminal = try PseudoTerminal()
    let process = try log(
      pager: "head -n 1; exec sh -c 'echo ready; exec sleep 1000'", terminal: terminal)
    try process.wait(for: "ready", on: .screen)
    try terminal.type("\u{3}")
    #expect(try process.outcome().ending == .killed(signal: SIGINT))
  }

  @Test func `an error in the middle is told when the pager is gone`() throws {
    let segment = try #require(try home.store.segments.last)
    try home.store.replace("\"seq\":50,", with: "\"seq\":xx,", in: segment)
    let outcome = try log(pager: "cat >/dev/null; echo end of the pager").outcome()
    let screen = outcome.screen
    let end = try #require(screen.range(of: "end of the pager"))
    let warning = try #require(screen.range(of: "1 damaged line"))
    #expect(end.upperBound < warning.lowerBound)
  }

  @Test(.needs("less", "tmux")) func `it works in tmux`() throws {
    let socket = home.folder.appending(path: "tmux").path
    let tmux = "tmux -S '\(socket)' -f /dev/null"
    let script = """
      \(tmux) new-session -d -x 60 -y 10 'chatctl log r; echo "exit $?"; exec sleep 1000'
      until \(tmux) capture-pane -p | grep -q 'm 8'; do sleep 0.1; done
      \(tmux) send-keys G
      until \(tmux) capture-pane -p | grep -q 'm 100'; do sleep 0.1; done
      \(tmux) capture-pane -p
      \(tmux) send-keys q
      until \(tmux) capture-pane -p | grep 'exit 0'; do sleep 0.1; done
      \(tmux) kill-server
      """
    let outcome = try home.shell(script) { $0.environment["TERM"] = "xterm-256color" }
    #expect(outcome.lines.last == "exit 0", "\(outcome.errors)")
    #expect(outcome.text.contains("#100  m 100"))
  }

  @Test func `a pager that is left early leaves all unread, one that reads all nothing`() throws {
    try home.signUp("bob")
    try home.succeed("chat", "join", "alice/r")
    let lines = (1...2000).map { "news \($0)" }.joined(separator: "\n")
    try home.succeed("send", "r", "--lines", as: "alice", input: .text(lines))
    let before = try home.run("unread", "--count").text
    #expect(before != "0\n")
    for pager in ["false", "head -n 1"] {
      #expect(try log(pager: pager).outcome().ending == .exited(0))
      #expect(try home.run("unread", "--count").text == before)
    }
    #expect(try log(pager: "cat >/dev/null").outcome().ending == .exited(0))
    #expect(try home.run("unread", "--count").text == "0\n")
  }
}
