import Foundation
import Glibc
import Testing

/// What a terminal gets to see.
struct TerminalOutputTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  private static let attacks = [
    "\u{1B}]0;title\u{7}", "\u{1B}]52;c;aGk=\u{7}", "\u{1B}[2J", "\u{9B}2J", "\u{9D}0;t\u{9C}",
    "secret\u{8}\u{8}\u{8}\u{8}\u{8}\u{8}public", "over\rwritten", "\u{202E}desrever\u{202C}",
    "\u{2066}isolated\u{2069}", "a\u{85}b", "a\u{7F}b",
  ]

  @Test(arguments: attacks, ["xterm-256color", "dumb"])
  func `no control character of a message reaches it`(body: String, term: String) throws {
    try home.succeed("send", "r", body)
    for command in [["log", "r"], ["tail", "r", "--no-follow"]] {
      let screen = try home.run(command) { launch in
        launch.attach(to: try PseudoTerminal())
        launch.environment["TERM"] = term
        launch.environment["PAGER"] = "cat"
      }.screen
      #expect(dangers(on: screen).isEmpty)
    }
    #expect(try home.bodies() == [body])
  }

  @Test func `right-to-left text, emoji and combining characters are unharmed`() throws {
    for text in ["שלום עולם", "مرحبا", "日本語", "👨‍👩‍👧", "e\u{301}"] {
      try home.succeed("send", "r", text)
      let screen = try home.onTerminal("log", "r", "-n", "1").screen
      #expect(Array(screen.utf8).contains(Array(text.utf8)))
    }
  }

  @Test(arguments: [
    ["NO_COLOR": "1"], ["TERM": "dumb"], ["NO_COLOR": "1", "TERM": "dumb"],
  ])
  func `no colours where they are not wanted`(environment: [String: String]) throws {
    try home.succeed("send", "r", "hello")
    let screen = try home.onTerminal("log", "r", environment: environment).screen
    #expect(screen.contains("hello"))
    #expect(!screen.contains("\u{1B}"))
  }

  @Test(arguments: [[:], ["NO_COLOR": ""]])
  func `colours on a terminal, also with an empty NO_COLOR`(
    environment: [String: String]
  ) throws {
    try home.succeed("send", "r", "hello")
    #expect(try home.onTerminal("log", "r", environment: environment).screen.contains("\u{1B}["))
  }

  @Test func `no colours in a pipe, unless they are asked for`() throws {
    try home.succeed("send", "r", "hello")
    #expect(!(try home.shell("chatctl log r | cat").text.contains("\u{1B}")))
    let forced = try home.run("log", "r", "--color", "always")
    #expect(forced.code == 0)
  }

  @Test func `a name in an error cannot reach the terminal raw`() throws {
    for command in ["log", "\u{1B}]0;x\u{7}"] {
      let screen = try home.onTerminal(command, "\u{1B}]0;title\u{7}\u{202E}").screen
      #expect(dangers(on: screen).isEmpty)
    }
  }

  @Test func `what is not seen in a name is shown in an error`() throws {
    let outcome = try home.run("friends", "add", "ali\u{200B}ce\u{61C}")
    expectRefusal(outcome, code: 3, saying: #"'ali\u{200b}ce\u{61c}'"#)
  }

  /// What a terminal would act upon, apart from line ends and the colours that are chatctl's own.
  private func dangers(on screen: String) -> [Unicode.Scalar] {
    let text = screen.replacing(/\u{1B}\[[0-9;]*m/, with: "").replacing("\r\n", with: "\n")
    return text.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2067: true
      default: false
      }
    }
  }

  @Test func `a crowd is not looked up before the first message`() throws {
    try home.signUp("zoe")
    try home.succeed("send", "r", "hello", as: "alice")
    let profile = try #require(
      try home.store.profiles.first {
        try String(contentsOf: $0, encoding: .utf8).contains(#""zoe""#)
      })
    let zoe = profile.deletingLastPathComponent().lastPathComponent
    let ids = (1...40).map { "\(10_000_000_000_000_000_000 + UInt64($0))" } + [zoe]
    let crowd = ids.map { #",{"user":"\#($0)","joined":"2026-11-30T00:00:00.000Z"}"# }.joined()
    let chat = try #require(try home.store.chats.first)
    try home.store.replace("}]", with: "}\(crowd)]", in: chat)
    try home.store.overwrite(profile, with: Data("{".utf8))
    let shown = try home.onTerminal("--as", "alice", "log", "r")
    #expect(shown.screen.contains("hello"), "\(shown.screen)")
  }

  @Test(arguments: ["80", "30"])
  func `no message and no name looks like something that happened`(columns: String) throws {
    try home.makeChat("— eve joined", of: "alice")
    for chat in ["r", "— eve joined"] {
      try home.succeed("send", chat, "--", "— eve joined\n09:00   — eve joined")
    }
    try home.signUp("eve")
    try home.succeed("chat", "join", "alice/r")
    let environment = ["COLUMNS": columns, "NO_COLOR": "1"]
    for command in [["log", "r"], ["log", "— eve joined"], ["tail", "--all", "--no-follow"]] {
      let screen = try home.run(["--as", "alice"] + command) { launch in
        launch.attach(to: try PseudoTerminal())
        launch.environment["PAGER"] = "cat"
        launch.environment.merge(environment) { $1 }
      }.screen
      let events = screen.split(separator: "\r\n").filter {
        // The head of a message has its number.
        $0.wholeMatch(of: /\d\d:\d\d [› ] [^#]*— eve joined */) != nil
      }
      #expect(events.count == (command.last == "— eve joined" ? 0 : 1), "\(screen)")
    }
  }

  @Test(
    arguments: [
      ["chat", "list"], ["friends"], ["token"], ["cursor", "list"], ["account"], ["unread"],
      ["chat", "list", "--public"],
    ], [40, 80])
  func `no line of a list is broken`(command: [String], columns: Int) throws {
    let name = "a chat of which the name is somewhat long"
    try home.signUp(
      "robert-the-long-named", email: "\(name.count)@example.org", imageURL: "https://e")
    try home.succeed("friends", "add", "robert-the-long-named", as: "alice")
    try home.succeed("friends", "add", "alice", as: "robert-the-long-named")
    try home.makeChat(name, of: "alice", with: ["robert-the-long-named"])
    try home.makeChat("public \(name)", of: "alice")
    try home.succeed("send", "alice/\(name)", name, as: "robert-the-long-named")
    try home.succeed(
      "token", "create", "backup-of-everything", "--chat", name, "--chat", "r", "--expires", "90d",
      as: "alice")
    try home.succeed("cursor", "set", name, "backup-of-everything", "0", as: "alice")
    let environment = ["COLUMNS": "\(columns)", "NO_COLOR": "1", "CHATCTL_USER": "alice"]
    let outcome = try home.run(command) { launch in
      launch.attach(to: try PseudoTerminal())
      launch.environment.merge(environment) { $1 }
    }
    let lines = outcome.screen.split(separator: "\r\n")
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.count <= columns, "\(outcome.screen)") }
    // In a pipe all is there.
    let piped = try home.run(command) { $0.environment["CHATCTL_USER"] = "alice" }
    #expect(!piped.text.contains("…"))
  }

  @Test(
    arguments: [
      ["send", "nowhere", "hello"], ["help", "tail"], ["help"], ["friends", "add", "nobody"],
      ["tour"],
      ["token"], ["unread"], ["chat", "delete", "r"],
    ])
  func `no prose is broken inside a word`(command: [String]) throws {
    let screen = { (columns: Int) in
      let process = try home.start(command) { launch in
        launch.attach(to: try PseudoTerminal())
        let environment = [
          "COLUMNS": "\(columns)", "NO_COLOR": "1", "CHATCTL_USER": "alice", "PAGER": "cat",
        ]
        launch.environment.merge(environment) { $1 }
      }
      if command.contains("delete") {
        try process.wait(for: "Type 'yes':", on: .screen)
        process.signal(SIGTERM)
      }
      return try process.outcome().screen
    }
    let narrow = try screen(40)
    let prose = narrow.split(separator: "\r\n").filter { line in
      // What the tour shows of commands are records.
      !line.contains("\t") && !line.contains("$ ") && !line.hasPrefix("{")
    }
    for line in prose { #expect(line.count <= 40, "\(narrow)") }
    if command != ["tour"] {
      let words = try [narrow, screen(1000)].map { $0.split(whereSeparator: \.isWhitespace) }
      #expect(words[0] == words[1])
    }
    let piped = try home.run(command + ["--no-input"]) { $0.environment["COLUMNS"] = "40" }
    let wide = try home.run(command + ["--no-input"]) { $0.environment["COLUMNS"] = "1000" }
    if command != ["tour"] {
      #expect(piped.text == wide.text && piped.errors == wide.errors)
    }
  }

  @Test(arguments: [40, 120]) func `COLUMNS beats the width of the terminal`(columns: Int) throws {
    try home.succeed("send", "r", String(repeating: "word ", count: 60))
    let environment = ["COLUMNS": "\(columns)", "NO_COLOR": "1"]
    let screen = try home.onTerminal("log", "r", environment: environment).screen
    let widest = screen.split(separator: "\r\n").map(\.count).max() ?? 0
    #expect((columns - 5...columns).contains(widest), "\(screen)")
  }
}
