import Foundation
import Glibc
import Testing

@testable import chatctl

/// Help on a terminal: short, or the manual page.
struct HelpTests {
  private let home: TestHome

  init() throws {
    home = try TestHome(.absent)
  }

  /// Puts a script in the place of man(1).
  private func installMan(_ script: String) throws {
    try home.makeProgram("bin/man", "#!/bin/sh\n\(script)")
  }

  /// Starts chatctl on a terminal.
  private func start(
    _ words: [String], on terminal: PseudoTerminal? = nil,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> LiveProcess {
    try home.start(words) { launch in
      launch.attach(to: try terminal ?? PseudoTerminal())
      try configure(&launch)
    }
  }

  @Test(arguments: CommandTable.chatctl.topics.map(\.words))
  func `--help fits on a terminal`(words: [String]) throws {
    let terminal = try PseudoTerminal(columns: 80)
    let outcome = try start(words + ["--help"], on: terminal).outcome()
    #expect(outcome.ending == .exited(0))
    let lines = outcome.screen.split(separator: "\r\n", omittingEmptySubsequences: false)
    // The last one is where the next prompt is.
    #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(outcome.screen)")
  }

  @Test(arguments: [["send"], ["chat", "create"], ["chat"]])
  func `help on a command or a group opens its page, installed or not`(words: [String]) throws {
    try installMan("echo man \"$@\"; cat >~/page")
    let outcome = try start(["help"] + words).outcome()
    #expect(outcome.ending == .exited(0))
    #expect(outcome.screen == "man -l -\r\n")
    let page = "man/chatctl-\(words.joined(separator: "-")).1"
    #expect(
      try Data(contentsOf: home.folder.appending(path: "page"))
        == Data(contentsOf: Checkout.root.appending(path: page)))
  }

  @Test(arguments: [
    ["help", "send", "--json"], ["help", "send", "--no-input"], ["send", "--help"], ["help"],
    ["help", "chats"], [],
  ])
  func `what is short or for programs needs no man`(words: [String]) throws {
    try installMan("echo OPENED")
    let outcome = try start(words).outcome()
    #expect(outcome.ending == .exited(0))
    #expect(!outcome.screen.contains("OPENED") && outcome.screen.contains("usage: chatctl"))
  }

  @Test(arguments: [["PAGER": ""], ["PAGER": "cat"], ["TERM": "dumb"]])
  func `where no pager is wanted the text is printed`(environment: [String: String]) throws {
    try installMan("echo OPENED")
    let outcome = try start(["help", "send"]) { launch in
      launch.environment.merge(environment) { $1 }
    }.outcome()
    #expect(outcome.screen.hasPrefix("usage: chatctl send"))
  }

  @Test func `where one of the streams is no terminal the text is printed`() throws {
    try installMan("echo OPENED")
    let noKeyboard = try start(["help", "send"]) { $0.input = .empty }.outcome()
    #expect(noKeyboard.screen.hasPrefix("usage: chatctl send"))
    let piped = try start(["help", "send"]) { $0.output = .captured }.outcome()
    #expect(piped.text.hasPrefix("usage: chatctl send"))
    #expect(piped.text.contains("the message is on the disk"))
  }

  @Test(arguments: ["exit 1", "exec 0<&-; exit 16", nil])
  func `where man shows nothing the text is printed`(man: String?) throws {
    if let man { try installMan(man) }
    let outcome = try start(["help", "tail"]) { launch in
      if man == nil { launch.environment["PATH"] = "/nonexistent" }
    }.outcome()
    #expect(outcome.ending == .exited(0))
    #expect(outcome.screen.hasPrefix("usage: chatctl tail"))
  }

  @Test func `Ctrl-C that ends man ends chatctl`() throws {
    try installMan("cat >/dev/null; kill -INT $$")
    #expect(try start(["help", "send"]).outcome().ending == .killed(signal: SIGINT))
  }

  @Test(.needs("man", "less")) func `man shows the page, until it is left`() throws {
    let terminal = try PseudoTerminal()
    let process = try start(["help", "send"], on: terminal)
    let screen = try process.wait(for: "DESCRIPTION", on: .screen)
    #expect(screen.contains("CHATCTL-SEND(1)"))
    try terminal.type("q")
    #expect(try process.outcome().ending == .exited(0))
  }

  @Test(.needs("man")) func `man shows all of it`() throws {
    let outcome = try start(["help", "chat", "create"]) { launch in
      launch.environment["PAGER"] = "sed 's/^/> /'"
    }.outcome()
    #expect(outcome.ending == .exited(0))
    let lines = outcome.screen.split(separator: "\r\n").map { $0.split(separator: " ") }
    for line in ["> SYNOPSIS", "> EXAMPLES", "> chatctl(1), chatctl-chat(1)"] {
      #expect(lines.contains { $0.joined(separator: " ").replacing(/.\u{8}/, with: "") == line })
    }
  }
}
