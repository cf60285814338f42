import Foundation
import Testing

@testable import chatctl

/// Tab in real shells on pseudo-terminals, with what a store holds.
struct LiveCompletionTests {
  /// Names of chats, no two of which begin alike.
  private static let names = [
    "Foo bar", "it's \"quoted\"", "\"all of it\"", "a:b=c d", "$(touch PWNED)", "`touch PWNED`",
    "back\\slash", "日本 語", "🎉 party!", "glob *?.txt", "#1 fan", "{x,y}", "!bang", "[w] ?",
    "q&a; <b>|c", "=x y", "100% ^5", "ends'", "'tis", "what!",
  ]

  @Test(arguments: Shell.allCases)
  func `a name comes out as it is, however it was begun`(shell: Shell) throws {
    let home = try TestHome()
    try home.signUp("alice")
    for name in Self.names { try home.makeChat(name, of: "alice") }
    let session = try ShellSession(shell, in: home)
    for name in Self.names {
      // Nothing is begun by a pair of them.
      for quote in Quote.allCases where quote != .single || !name.hasPrefix("'") {
        let begun = shell.begun(try #require(name.first), with: quote)
        let line = "chatctl log \(begun)"
        #expect(try session.arguments(of: "\(line)\t") == ["log", name], "\(line)")
      }
    }
    #expect(try !home.entries().contains("PWNED"))
  }

  @Test(arguments: Shell.allCases)
  func `values, people, numbers and stores`(shell: Shell) throws {
    let home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.makeChat("Foo bar", of: "alice")
    try home.succeed("send", "r", "--", "-n is $(touch PWNED)")
    try home.succeed("login", "--guest", "anna")
    try home.succeed("switch", "alice")
    let other = home.folder.appending(path: "other store").path
    try home.succeed("--store", other, "init")
    try home.succeed("--store", other, "signup", "zoe", "--password-stdin", input: .text("pw"))
    try home.succeed("--store", other, "chat", "create", "Far away", "--public")
    let session = try ShellSession(shell, in: home)
    let cases: [(line: String, arguments: [String])] = [
      ("chatctl search x --chat Fo", ["search", "x", "--chat", "Foo bar"]),
      ("chatctl search x --chat=Fo", ["search", "x", "--chat=Foo bar"]),
      ("chatctl search x --chat='Fo", ["search", "x", "--chat=Foo bar"]),
      ("chatctl --as=bo", ["--as=bob"]),
      ("chatctl --as \\~", ["--as", "~anna"]),
      ("chatctl --as '~", ["--as", "~anna"]),
      ("chatctl log alice/F", ["log", "alice/Foo bar"]),
      ("chatctl send @b", ["send", "@bob"]),
      ("chatctl chat remove r ", ["chat", "remove", "r", "bob"]),
      ("chatctl edit r ", ["edit", "r", "1"]),
      ("chatctl send r --reply-to ", ["send", "r", "--reply-to", "1"]),
      ("chatctl send r --reply-to=", ["send", "r", "--reply-to=1"]),
      ("chatctl log Fo\tbogus", ["log", "Foo bar", "bogus"]),
      ("chatctl log -5 Fo", ["log", "-5", "Foo bar"]),
      ("chatctl send r --repl", ["send", "r", "--reply-to"]),
      ("chatctl search x --chat r --chat Fo", ["search", "x", "--chat", "r", "--chat", "Foo bar"]),
      ("stub/chatctl log Fo", ["log", "Foo bar"]),
      ("chatctl --store 'other store' log Fa", ["--store", "other store", "log", "Far away"]),
      ("chatctl --store=other\\ store log Fa", ["--store=other store", "log", "Far away"]),
      ("chatctl --store ~/other\\ store log Fa", ["--store", other, "log", "Far away"]),
      ("chatctl --store \"$OTHER\" log Fa", ["--store", other, "log", "Far away"]),
      ("chatctl --store ./nothing log Fo", ["--store", "./nothing", "log", "Fo"]),
    ]
    for (line, arguments) in cases {
      #expect(try session.arguments(of: "\(line)\t") == arguments, "\(line)")
    }
    #expect(try !home.entries().contains("PWNED"))
  }

  @Test(arguments: Shell.allCases)
  func `numbers are shown with their first words, the newest first`(shell: Shell) throws {
    let home = try TestHome()
    try home.makeRoom("alice", "bob")
    for text in ["deploy at noon?", "- $(touch PWNED): `x`", "third\nline"] {
      try home.succeed("send", "r", "--", text)
    }
    let session = try ShellSession(shell, in: home)
    try session.type("chatctl edit r \t\t")
    let shown =
      shell == .bash
      ? ["3  2  1"]
      : [
        "alice: third line", "alice: - $(touch PWNED): `x`", "alice: deploy at noon?",
      ]
    let screen = try session.wait(for: try #require(shown.last))
    let places = shown.map { screen.range(of: $0, options: .backwards)?.lowerBound }
    #expect(!places.contains(nil) && places.compactMap { $0 } == places.compactMap { $0 }.sorted())
    #expect(screen.contains("alice") == (shell != .bash))
    #expect(try !home.entries().contains("PWNED"))
  }

  @Test(arguments: Shell.allCases)
  func `a backslash in another name takes no quotation mark away`(shell: Shell) throws {
    let home = try TestHome()
    try home.signUp("alice")
    let name = "deploy $(touch PWNED)"
    for name in [name, "\\\(name)", "\\other"] { try home.makeChat(name, of: "alice") }
    let session = try ShellSession(shell, in: home)
    #expect(try session.arguments(of: "chatctl log '\(name)\t") == ["log", name])
    // fish also finds what stands within a name.
    if shell != .fish {
      #expect(try session.arguments(of: "chatctl log 'o\t'") == ["log", "o"])
    }
    #expect(try !home.entries().contains("PWNED"))
  }

  @Test(arguments: Shell.allCases)
  func `a variable is one of the shell, and none in quotation marks`(shell: Shell) throws {
    let home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.makeChat("bob's", of: "bob")
    try home.makeChat("$word", of: "alice")
    try home.succeed("send", "r", "x")
    let session = try ShellSession(shell, in: home)
    let assign = { (name: String, value: String) in
      shell == .fish ? "set -g \(name) \(value)\r" : "\(name)=\(value)\r"
    }
    try session.type(assign("word", "r"))
    #expect(try session.arguments(of: "chatctl edit $word \t") == ["edit", "r", "1"])
    for quoted in ["'$word'", "\\$word"] {
      #expect(try session.arguments(of: "chatctl edit \(quoted) \t") == ["edit", "$word"])
    }
    // In zsh, `name` is a local of the functions that call the script.
    let names = ["word", "typed", "parts", "name", "known", "head", "value", "character"]
    for name in names where shell != .zsh || name != "name" {
      try session.type(assign(name, "bob"))
      let line = "chatctl --as $\(name) log bo\t"
      #expect(try session.arguments(of: line) == ["--as", "bob", "log", "bob's"], "\(name)")
    }
  }

  @Test(arguments: Shell.allCases)
  func `options may follow the command at once, and variables stay as they are`(
    shell: Shell
  ) throws {
    let home = try TestHome()
    try home.makeRoom("alice", "bob")
    let session = try ShellSession(shell, in: home)
    for name in ["expecting", "ended", "command", "operands"] where shell == .fish {
      try session.type("set -g \(name) kept\r")
    }
    #expect(
      try session.arguments(of: "chatctl --as alice log --json r\t")
        == ["--as", "alice", "log", "--json", "r"])
    #expect(
      try session.arguments(of: "chatctl friends remove --json bo\t")
        == ["friends", "remove", "--json", "bob"])
    if shell == .fish {
      #expect(
        try session.arguments(of: "chatctl $expecting $ended $command $operands")
          == Array(repeating: "kept", count: 4))
    }
  }

  @Test(arguments: Shell.allCases) func `nothing of what was typed is run`(shell: Shell) throws {
    let home = try TestHome()
    let session = try ShellSession(shell, in: home)
    // After the others, bash itself looks for a command.
    let others = shell == .bash ? [] : ["`touch PWNED`", "(touch PWNED)"]
    for word in ["$(touch PWNED)", "<(touch PWNED)"] + others {
      // zsh itself runs what the word before Tab holds.
      let line = "chatctl log \(word)\(shell == .zsh ? "" : "\t") --si\t"
      // Ctrl-A and Ctrl-E: Enter, too, would run it if it were not quoted.
      let arguments = try session.arguments(of: "\(line)\u{1}chatctl '\u{5}'")
      let completed = try #require(arguments.first)
      #expect(completed.hasPrefix("chatctl log \(word) --since"), "\(line)")
    }
    #expect(try !home.entries().contains("PWNED"))
  }

  @Test(.needs("bash")) func `in bash, options that an alias gives hold`() throws {
    let home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.makeChat("bob's", of: "bob")
    let session = try ShellSession(.bash, in: home)
    try session.type("alias cb='chatctl --as bob'; complete -F _chatctl cb\r")
    #expect(try session.arguments(of: "cb log bo\t") == ["--as", "bob", "log", "bob's"])
  }

  @Test(.needs("fish")) func `in fish, a star that was typed is one`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    for name in ["*star?", "#hash", "back slash"] { try home.makeChat(name, of: "alice") }
    let session = try ShellSession(.fish, in: home)
    for begun in ["\\*s", "'*s"] {
      #expect(try session.arguments(of: "chatctl log \(begun)\t") == ["log", "*star?"], "\(begun)")
    }
  }

  @Test(.needs("bash"))
  func `bash with set -e goes on, and an alias is chatctl`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try home.makeChat("Foo bar", of: "alice")
    let session = try ShellSession(.bash, in: home)
    try session.type("set -e; alias cq=chatctl; complete -F _chatctl cq\r")
    for (words, expected) in [("bogus ", ["bogus"]), ("log Fo", ["log", "Foo bar"])] {
      #expect(try session.arguments(of: "chatctl \(words)\t") == expected)
      #expect(try session.arguments(of: "cq \(words)\t") == expected)
    }
  }

  @Test(.needs("zsh")) func `zsh that completes aliases takes one for chatctl`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    try home.makeChat("Foo bar", of: "alice")
    let session = try ShellSession(.zsh, in: home)
    try session.type("setopt complete_aliases; alias cq=chatctl; compdef cq=chatctl\r")
    for name in ["chatctl", "cq"] {
      #expect(try session.arguments(of: "\(name) log Fo\t") == ["log", "Foo bar"], "\(name)")
    }
  }

  @Test(arguments: Shell.allCases, [true, false])
  func `without a login nothing is offered or said`(shell: Shell, isThere: Bool) throws {
    let home = try TestHome(isThere ? .created : .absent)
    let session = try ShellSession(shell, in: home)
    for line in ["chatctl log F", "chatctl edit r 1", "chatctl --as a", "chatctl send @"] {
      let words = line.split(separator: " ").dropFirst().map(String.init)
      #expect(try session.arguments(of: "\(line)\t") == words)
    }
    let screen = try session.end()
    for word in ["chatctl:", "hint", "logged in", "no store", "error"] {
      #expect(!screen.contains(word), "\(screen)")
    }
  }

  @Test(arguments: Shell.allCases)
  func `the script works as it is printed, too`(shell: Shell) throws {
    let home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.makeChat("Foo bar", of: "alice")
    let session = try ShellSession(shell, in: home, sourcing: true)
    #expect(try session.arguments(of: "chatctl log Fo\t") == ["log", "Foo bar"])
  }

  @Test(.needsBashCompletion)
  func `bash-completion finds the script and does not disturb it`() throws {
    let home = try TestHome()
    try home.makeRoom("alice", "bob")
    for name in ["a:b c", "Foo bar"] { try home.makeChat(name, of: "alice") }
    let session = try ShellSession(.bash, in: home, package: true)
    #expect(try session.arguments(of: "chatctl log a:\t") == ["log", "a:b c"])
    #expect(
      try session.arguments(of: "chatctl --as=al\t log Fo\t") == ["--as=alice", "log", "Foo bar"])
  }
}

/// How a word is begun.
private enum Quote: CaseIterable {
  case none, single, double
}

extension Shell {
  /// The beginning of a word, as people type it.
  fileprivate func begun(_ character: Character, with quote: Quote) -> String {
    switch quote {
    case .none:
      let isPlain = character.isLetter || character.isNumber || !character.isASCII
      return isPlain ? "\(character)" : "\\\(character)"
    case .single: return "'\(character)"
    case .double:
      let escaped = self == .fish ? "\"\\$" : "\"\\$`"
      return escaped.contains(character) ? "\"\\\(character)" : "\"\(character)"
    }
  }
}

/// A shell on a pseudo-terminal, in which `chatctl` writes down its arguments. Nothing here waits
/// for time to pass: the shell takes key by key what was typed ahead.
private final class ShellSession {
  private let shell: LiveProcess
  private let terminal: PseudoTerminal
  private let home: TestHome
  private var count = 0

  /// Starts a shell that has found the script where README puts it; a test, or its case, is skipped
  /// where the shell is not installed.
  /// - Parameters:
  ///   - sourcing: whether it runs `chatctl completion` instead.
  ///   - package: whether bash has the package bash-completion.
  init(
    _ program: Shell, in home: TestHome, sourcing: Bool = false, package: Bool = false
  ) throws {
    try Self.require(program)
    self.home = home
    terminal = try PseudoTerminal(columns: 120)
    for directory in ["stub", "arguments"] {
      try FileManager.default.createDirectory(
        at: home.folder.appending(path: directory), withIntermediateDirectories: false)
    }
    try home.makeProgram(
      "stub/chatctl",
      """
      #!/bin/sh
      case " $*" in *" candidates -- "* | " completion "*) exec "$HOME/bin/chatctl" "$@" ;; esac
      number=$(ls "$HOME/arguments" | wc -l)
      printf '%s\\0' "$@" >"$HOME/arguments/$number"
      echo "ran $number."
      """)
    let (script, settings) = Self.files(of: program, sourcing: sourcing, package: package)
    // Without it, fish reads all manual pages of the host meanwhile.
    try FileManager.default.createDirectory(
      at: home.folder.appending(path: ".local/share/fish/generated_completions"),
      withIntermediateDirectories: true)
    let file = Checkout.root.appending(path: "completions/\(program.completionFileName)")
    try Self.write(
      String(contentsOf: file, encoding: .utf8), to: home.folder.appending(path: script))
    try Self.write(settings.text, to: home.folder.appending(path: settings.path))
    let terminal = terminal
    shell = try home.start("--version") { launch in
      launch.words = ["/usr/bin/\(program.rawValue)"] + settings.options
      launch.attach(to: terminal)
      launch.environment["PATH"] = "\(home.folder.path)/stub:\(TestHome.path)"
      launch.environment["LC_ALL"] = "C.UTF-8"
      launch.environment["OTHER"] = home.folder.appending(path: "other store").path
    }
    try shell.wait(for: "ready> ", on: .screen)
  }

  private static func require(_ program: Shell) throws {
    if Host.has(program.rawValue) { return }
    // That a case of several is skipped is told nowhere else.
    Issue.record("not installed: \(program.rawValue)", severity: .warning)
    try Test.cancel()
  }

  /// Where README puts the script, and what it has in the settings of the shell.
  private static func files(
    of program: Shell, sourcing: Bool, package: Bool
  ) -> (script: String, settings: (path: String, text: String, options: [String])) {
    switch program {
    case .bash:
      let load =
        package
        ? "source \(Host.bashCompletion)"
        : sourcing
          ? "source <(chatctl completion bash)"
          : "source ~/.local/share/bash-completion/completions/chatctl"
      return (
        ".local/share/bash-completion/completions/chatctl",
        (".bashrc", "cd; PS1='ready> '\n\(load)\n", ["-i"])
      )
    case .zsh:
      let load =
        sourcing
        ? "autoload -Uz compinit && compinit -u\nsource <(chatctl completion zsh)"
        : "fpath=(~/.local/share/zsh/site-functions $fpath)\nautoload -Uz compinit && compinit -u"
      return (
        ".local/share/zsh/site-functions/_chatctl",
        (".zshrc", "cd; PS1='ready> '\n\(load)\n", ["-d", "-i"])
      )
    case .fish:
      let load = sourcing ? "chatctl completion fish | source" : ""
      return (
        sourcing ? "chatctl.fish" : ".local/share/fish/vendor_completions.d/chatctl.fish",
        (
          ".config/fish/config.fish",
          "cd; function fish_prompt; echo 'ready> '; end\nset -g fish_autosuggestion_enabled 0\n\(load)\n",
          ["-i"]
        )
      )
    }
  }

  private static func write(_ text: String, to file: URL) throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("\(text)\n".utf8).write(to: file)
  }

  /// Types keys.
  func type(_ keys: String) throws { try terminal.type(keys) }

  /// Waits until the screen shows a text.
  /// - Returns: all that it has shown.
  func wait(for text: String) throws -> String { try shell.wait(for: text, on: .screen) }

  /// Types keys and Enter.
  /// - Returns: what `chatctl` was then called with.
  func arguments(of keys: String) throws -> [String] {
    try terminal.type(keys + "\r")
    _ = try wait(for: "ran \(count).")
    let file = home.folder.appending(path: "arguments/\(count)")
    count += 1
    return try Data(contentsOf: file).split(separator: 0, omittingEmptySubsequences: false)
      .dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Ends the shell.
  /// - Returns: all that the screen has shown.
  func end() throws -> String {
    try terminal.type("exit\r")
    return try shell.outcome().screen
  }
}
