import Foundation
import TestTools

/// A small store with something of everything, and the commands that look at it and change it.
struct DamageScene {
  let world: World
  /// The commands that read.
  let readings: [Reading]
  /// The commands that write; what is to be gone after them is no loss.
  let writings: [WritingCommand]

  /// A command line, and what its environment has beside the usual.
  struct Reading: Sendable {
    let step: Step
    var environment: [String: String] = [:]
  }

  init(_ chatctl: URL) throws {
    world = try World(chatctl)
    try world.populate()
    for step in Self.more { try world.succeed(step) }
    _ = try world.run(
      ["tail", "ops", "--cursor", "bot", "--no-follow", "--exec", "--", "false"], as: "bob")
    let token = try world.succeed(Step("token", "create", "eye", "--read-only", as: "alice"))
    try Self.split(Stage.log("town", of: world))
    readings =
      Self.steps.map { Reading(step: $0) } + [
        Reading(
          step: Step("log", "ops"),
          environment: [
            "CHATCTL_TOKEN": token.output.trimmingCharacters(in: .whitespacesAndNewlines)
          ])
      ]
    writings =
      WritingCommand.all.filter { !["chat delete", "account delete"].contains($0.name) }
      + [
        WritingCommand(
          "send --key again", Step("send", "ops", "--key", "daily", "third", as: "alice")),
        WritingCommand("send of a guest", Step("send", "alice/town", "hello", as: "~gina")),
        WritingCommand(
          "login --guest", Step("login", "--guest", "hugo"), isVisible: false),
      ]
  }

  private static let more: [Step] = [
    Step("login", "--guest", "gina"),
    Step("send", "alice/town", "hello from a guest", as: "~gina"),
    Step("send", "town", "--lines", as: "alice", input: "one\ntwo\nthree\nfour\n"),
    Step("signup", "erin", "--password-stdin", input: Scene.password),
    Step("friends", "add", "erin", as: "alice"),
    Step("account", "delete", "--yes", as: "erin"),
    Step("profile", "--username", "caroline", as: "carol"),
    Step("profile", "--image-url", "https://example.org/alice.png", as: "alice"),
    Step("chat", "create", "den", "bob", "caroline", as: "alice"),
    Step("send", "den", "--key", "once", "in the den", as: "caroline"),
    Step("send", "den", "more of it", as: "bob"),
    Step("edit", "den", "2", "more of that", as: "bob"),
    Step("chat", "remove", "den", "bob", as: "alice"),
    Step("friends", "block", "bob", as: "caroline"),
    Step("send", "@me", "note", as: "alice"),
    Step("chat", "read", "--all", as: "bob"),
    Step("chat", "read", "--all", as: "caroline"),
    Step("chat", "read", "ops", as: "alice"),
    Step("chat", "read", "@bob", as: "alice"),
    Step("chat", "read", "@me", as: "alice"),
  ]

  /// What is read first, and after each change: all that alice sees.
  static let export = Reading(step: Step("export", "--all", as: "alice"))

  private static let steps: [Step] = [
    Step("chat", "list", as: "alice"), Step("chat", "list", "--json", as: "bob"),
    Step("chat", "list", "--public", as: "carol"), Step("chat", "show", "ops", "--json", as: "bob"),
    Step("log", "ops", as: "alice"), Step("log", "ops", "--json", as: "bob"),
    Step("log", "town", "--reverse", as: "alice"), Step("log", "den", "--json", as: "caroline"),
    Step("log", "@bob", as: "alice"), Step("log", "alice/town", as: "~gina"),
    Step("tail", "ops", "--no-follow", as: "bob"),
    Step("tail", "--all", "--no-follow", "--json", as: "alice"),
    Step("search", "o", as: "bob"), Step("search", "zebra", as: "alice"),
    Step("unread", as: "alice"), Step("unread", "--json", as: "bob"),
    Step("whoami", "--json", as: "alice"), Step("whoami", "--json", as: "caroline"),
    Step("friends", "--json", as: "alice"), Step("friends", as: "caroline"),
    Step("cursor", "list", "ops", as: "alice"), Step("cursor", "list", "ops", "--json", as: "bob"),
    Step("cursor", "failed", "ops", "bot", as: "bob"), Step("token", "list", "--json", as: "alice"),
    Step("export", "ops", "--format", "html", as: "bob"),
  ]

  /// Lets a log go on in a second file, as one of megabytes does.
  private static func split(_ log: URL) throws {
    let at = 5
    let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
    let digits = String(at)
    let name = String(repeating: "0", count: 20 - digits.count) + digits + ".jsonl"
    let first = lines.prefix(at - 1) + [#"{"next":"\#(name)"}"#]
    let second = log.deletingLastPathComponent().appending(path: name)
    for (file, lines) in [(log, first), (second, lines.dropFirst(at - 1))] {
      try lines.map { $0 + "\n" }.joined().write(to: file, atomically: false, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    }
    let lock = log.deletingLastPathComponent().deletingLastPathComponent().appending(path: "lock")
    try Data().write(to: lock)
  }
}

extension WritingCommand {
  /// A text that is to be seen when it has exited with 0.
  var sentText: String? {
    switch name {
    case "send", "send --key", "send of a guest": "hello"
    case "edit": "other words"
    case "send @": "new direct chat"
    default: nil
    }
  }

  /// The message whose text it changes.
  var changedMessage: String? { name == "edit" ? "2" : name == "delete" ? "1" : nil }
}
