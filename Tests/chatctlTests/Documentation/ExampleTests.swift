import Foundation
import Glibc
import Testing

@testable import chatctl

/// The examples of help and of the manual, typed at a terminal as they are written.
///
/// Pages of groups show those of their commands. Those of chatctl-json(5), chatctl-store(5) and
/// chatctl-bots(7) have tests of their own.
@Suite(.needs("fish", "jq", "less", "man", "zsh"))
struct ExampleTests {
  private let cast: Cast

  init() throws {
    cast = try Cast()
  }

  /// The titles of the lists that the examples stand in: families of commands, and a page.
  private static let examples: [(title: String, commands: [String])] =
    CommandTable.chatctl.families.map { family in
      (family.title, family.commands.flatMap(\.examples).map(\.command))
    } + [("chatctl(1)", Reference.examples.map(\.command))]

  @Test(arguments: examples.map(\.title))
  func `every example does what it should`(title: String) throws {
    let list = try #require(Self.examples.first { $0.title == title })
    for command in list.commands where !command.contains("/srv/") { try play(command) }
  }

  @Test(
    .needsRoot, .needsMounts,
    arguments: examples.flatMap(\.commands).filter { $0.contains("/srv/") })
  func `so does what makes a store for a group`(command: String) throws {
    try play(command, in: .mounts("mount -t tmpfs none /srv"))
  }

  @Test func `every command has an example that names it`() {
    for command in CommandTable.chatctl.commands where !command.hidden {
      let lines = command.examples.map(\.command)
      #expect(lines.contains { $0.contains("chatctl") })
      let names = [command.fullName] + (command.isGroupDefault ? [command.group ?? ""] : [])
      #expect(
        lines.contains { line in names.contains { line.contains($0) } }, "\(command.fullName)")
    }
  }

  /// Types a command line at a terminal and does what it waits for.
  private func play(_ command: String, in wrapper: Wrapper? = nil) throws {
    let home = try cast.home(for: command)
    let terminal = try PseudoTerminal()
    let process = try home.startShell(Self.script(for: command)) { launch in
      launch.attach(to: terminal)
      launch.environment["PATH"] =
        "\(home.folder.path)/programs:\(launch.environment["PATH"] ?? "")"
      launch.environment.merge(["OLD": "pw", "NEW": "new", "NO_COLOR": "1"]) { $1 }
      if let wrapper { launch.wrap(in: wrapper) }
    }
    let company = Company(home: home, command: command)
    var answered = 0
    try waitUntil("'\(command)' has ended: \(process.screen)") {
      let screen = process.screen
      if screen.utf8.count > answered, let keys = keys(for: screen, on: terminal) {
        answered = screen.utf8.count
        try terminal.type(keys)
      }
      if try company.act(on: screen) { try terminal.type("\u{3}") }
      usleep(10_000)
      return process.hasEnded
    }
    let outcome = try process.outcome()
    #expect(
      outcome.ending == (company.follows ? .killed(signal: SIGINT) : .exited(0)),
      "\(command): \(outcome.screen)")
    #expect(!outcome.screen.contains(complaint), "\(command): \(outcome.screen)")
    if command.contains("|| chatctl send ops") {
      #expect(try home.bodies(of: "ops").last != Cast.lastWords, "\(command)")
    }
  }

  /// What a shell is given: an example for another shell is for that one.
  private static func script(for command: String) -> String {
    for (shell, before) in [("zsh", "autoload -Uz compinit && compinit\n"), ("fish", "")]
    where command.contains("completion \(shell)") {
      return "cd; exec \(shell) -c '\(before)\(command)'"
    }
    return "cd\n\(command)"
  }

  /// What a person types where a program waits for it: a password, a word, or the end of a page.
  private func keys(for screen: String, on terminal: PseudoTerminal) -> String? {
    if terminal.readsKeys { return "q" }
    if !terminal.echoes { return "pw\r" }
    return screen.hasSuffix("Type 'yes': ") ? "yes\r" : nil
  }

  /// A line in which a program says what is wrong.
  private let complaint =
    #/(^|\n)((/\w+)*/?(chatctl|bash|sh|zsh|fish|jq|cat|df|tail)[0-9]*: |{"type":"error")/#
}

/// The others of the chat, who say and answer what an example waits for.
private struct Company {
  let home: TestHome
  let command: String

  /// Whether it goes on until Ctrl-C.
  var follows: Bool {
    command.contains("tail ") && !command.contains(/--no-follow|--until-match/)
      && !command.contains("chatctl run")
  }

  /// - Returns: whether a follower has shown or done what it follows for.
  func act(on screen: String) throws -> Bool {
    if command.contains("chatctl ask") {
      let last = try home.succeed("log", "ops", "--from", "alice", "-n", "1", "--json").messages
        .last
      if let last, last.body.contains("?") {
        try home.succeed("send", "ops", "--reply-to", String(last.number), "yes", as: "bob")
      }
    } else if command.contains("tail ") {
      try home.succeed("send", "ops", "@alice: deploy done", as: "bob")
    }
    if !follows { return false }
    return try screen.contains("deploy done")
      || home.bodies(of: "ops").contains { $0 == "answered" || $0 == "built" }
  }
}
