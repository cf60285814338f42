import Foundation
import TestTools

/// What is done when the crash comes, and how to see what has become of it.
struct CrashScenario: Sendable {
  var name: String
  /// What the store is like before.
  var start = CrashStart.lively
  /// Whether it is one that several users of a host share.
  var isShared = false
  var traced: [TracedStep]
  /// The reading commands that show what the traced ones do.
  let glances: [Step]
  /// What else is shown when the next commands have run.
  var lastGlances = [Step("log", "ops", as: "alice")]
  /// A command that has to work after any crash.
  var afterwards = Step("send", "ops", "afterwards", as: "alice")
  /// What a command that has several steps leaves when it stops between them, in order.
  var intermediates: [String] = []
  /// The text of a message that it sends.
  var body: String?
  /// What is nowhere in the store any more when it is done.
  var erased: String?
  /// Whether it adds to a log, where the next writer takes over a line that lacks its end alone.
  var isAppending = false

  /// The command that is typed again after a crash.
  var repeated: Step? { traced.last?.step }
}

/// What a store is like before the traced commands.
enum CrashStart: String, Sendable {
  /// As ``Scene`` has it.
  case lively
  /// The log of a chat ends in half a line.
  case tornLine
  /// It ends in a record that lacks its line break.
  case unendedRecord
  /// A chat's last segment is full.
  case fullSegment
  /// It will be with ``CrashScenario/filler``.
  case almostFullSegment

  /// Makes a world like that out of a lively one.
  func prepare(_ world: World) throws {
    switch self {
    case .lively: break
    case .tornLine: try appendToLog(of: "ops", in: world) { $0.prefix($0.count / 2) }
    case .unendedRecord: try appendToLog(of: "ops", in: world) { $0 }
    case .almostFullSegment: try fillSegment(in: world)
    case .fullSegment:
      try fillSegment(in: world)
      try world.succeed(["send", "archive", CrashScenario.filler], as: "alice")
    }
  }

  /// Adds a part of what would be the next record of a chat.
  private func appendToLog(
    of chat: String, in world: World, _ part: (Substring) -> Substring
  ) throws {
    let before = try Self.log(of: chat, in: world)
    let size = try Data(contentsOf: before).count
    try world.succeed(["send", chat, "cut off by an earlier crash"], as: "alice")
    let contents = try Data(contentsOf: before)
    let line = String(decoding: contents[size...].dropLast(), as: UTF8.self)
    try (contents[..<size] + Data(part(Substring(line)).utf8)).write(to: before)
  }

  /// The only segment of a chat.
  private static func log(of chat: String, in world: World) throws -> URL {
    let text = try world.succeed(["--json", "chat", "show", chat], as: "alice").output
    guard let id = text.firstMatch(of: /"chatID":"([0-9a-f]+)"/)?.output.1 else {
      throw Failure("no id in \(text)")
    }
    return world.store.appending(path: "chats/\(id)/messages/00000000000000000001.jsonl")
  }

  /// Sends so much to `archive` that another message of ``CrashScenario/filler`` fills a segment.
  private func fillSegment(in world: World) throws {
    try world.succeed(["chat", "create", "archive", "bob"], as: "alice")
    let lines =
      Array(repeating: String(repeating: "a", count: 1_048_300), count: 8)
      + Array(repeating: CrashScenario.filler, count: 6)
    try world.succeed(
      ["send", "archive", "--lines"], as: "alice", input: lines.joined(separator: "\n") + "\n")
    let left = try (8 << 20) - Data(contentsOf: Self.log(of: "archive", in: world)).count
    guard (1..<200).contains(left) else {
      throw Failure("a segment that is to be almost full wants \(left) bytes")
    }
  }
}

extension CrashScenario {
  /// Every writing command, and what is special about logs.
  static let all: [CrashScenario] =
    WritingCommand.all.map { CrashScenario($0) }
    + WritingCommand.all.filter { repeatable.contains($0.name) }.map { CrashScenario(again: $0) }
    + WritingCommand.all.filter { making.contains($0.name) }.map { CrashScenario(shared: $0) }
    + [
      CrashScenario(
        name: "send after a torn line", start: .tornLine, send: ["ops", "hello"]),
      CrashScenario(
        name: "send after an unended record", start: .unendedRecord, send: ["ops", "hello"]),
      CrashScenario(
        name: "send --key after an unended record", start: .unendedRecord,
        send: ["ops", "--key", "k2", "hello"]),
      CrashScenario(
        name: "send that begins a segment", start: .fullSegment, send: ["archive", "hello"]),
      CrashScenario(
        name: "send --key that begins a segment", start: .fullSegment,
        send: ["archive", "--key", "k3", "hello"]),
      CrashScenario(
        name: "send --key again, the first not synced",
        isKilledFirst: Step("send", "ops", "--key", "k4", "hello", as: "alice")),
      CrashScenario(
        name: "send, an earlier one not synced",
        traced: [
          TracedStep(step: Step("send", "ops", "earlier", as: "bob"), kill: .beforeLastSync),
          TracedStep(step: Step("send", "ops", "hello", as: "alice")),
        ],
        glances: messages, lastGlances: [], intermediates: ["the earlier message alone"],
        body: "hello", isAppending: true),
      CrashScenario(
        name: "send that begins a segment, the one before not synced", start: .almostFullSegment,
        traced: [
          // As long as a filler, and to be told from one.
          TracedStep(
            step: Step("send", "archive", String(filler.map { _ in "b" }), as: "alice"),
            kill: .beforeLastSync),
          TracedStep(step: Step("send", "archive", "hello", as: "bob")),
        ],
        glances: [Step("log", "archive", "-n", "5", as: "alice")], lastGlances: [],
        afterwards: Step("send", "archive", "afterwards", as: "alice"),
        intermediates: ["the earlier message alone"], body: "hello", isAppending: true),
    ]

  /// Commands that succeed again when all is as they want it; not those of cursors, which nobody
  /// minds standing where they stood before.
  private static let repeatable = [
    "login", "profile", "rename account", "friends add", "friends block", "chat join",
    "chat add",
  ]
  /// Commands that make directories and files, which others of the group have to be able to use.
  private static let making = [
    "send --key", "send @", "signup", "token create", "friends add", "chat create", "chat add",
    "cursor set",
  ]
  /// Enough to make an almost full segment a full one.
  fileprivate static let filler = String(repeating: "a", count: 100)
  private static let messages = [Step("log", "ops", as: "alice")]

  private init(name: String, start: CrashStart, send words: [String]) {
    let step = Step(words: ["send"] + words, as: "alice")
    let recent = words[0] == "archive" ? ["-n", "5"] : []
    let log = Step(words: ["log", words[0]] + recent, as: "alice")
    self.init(
      name: name, start: start, traced: [TracedStep(step: step)], glances: [log],
      lastGlances: [], afterwards: Step("send", words[0], "afterwards", as: "alice"),
      intermediates: start == .unendedRecord ? ["the earlier record alone"] : [],
      body: "hello", isAppending: true)
  }

  private init(name: String, isKilledFirst step: Step) {
    self.init(
      name: name, traced: [TracedStep(step: step, kill: .beforeLastSync), TracedStep(step: step)],
      glances: Self.messages, lastGlances: [], body: "hello", isAppending: true)
  }

  /// A command that was killed before its last sync, and then typed again: what that one says is
  /// done has to stay.
  private init(again command: WritingCommand) {
    self.init(command)
    name += ", again"
    traced.insert(TracedStep(step: command.step, kill: .beforeLastDirectorySync), at: 0)
  }

  private init(shared command: WritingCommand) {
    self.init(command)
    name += " in a shared store"
    isShared = true
  }

  private init(_ command: WritingCommand) {
    self.init(
      name: command.name,
      traced: [
        TracedStep(
          step: command.step, printsBeforeItIsDone: command.name == "tail --cursor")
      ],
      glances: Self.glances(of: command.name))
    switch command.name {
    case "send", "send --key", "edit", "delete":
      isAppending = true
      lastGlances = []
      if command.name.hasPrefix("send") { body = "hello" }
      // As it was sent, and as it was edited.
      if command.name == "delete" { erased = "\"body\":\"first" }
    case "send --lines":
      isAppending = true
      lastGlances = []
      intermediates = ["the first line alone", "the first two lines"]
    case "send @":
      isAppending = true
      intermediates = ["the direct chat is there, and nothing sent"]
    case "chat add", "chat leave", "chat remove":
      intermediates = ["it is done, and the log does not tell of it"]
    case "logout": intermediates = ["the session has ended, and is still kept here"]
    case "account delete": intermediates = ["it is deleted, and its session is still kept here"]
    case "tail --cursor": intermediates = ["all but the last message were handled"]
    case "chat delete", "chat rename":
      afterwards = Step("send", "town", "afterwards", as: "alice")
      lastGlances = [Step("log", "town", as: "alice")]
    default: break
    }
  }

  /// What shows what a command does.
  private static func glances(of command: String) -> [Step] {
    switch command {
    case "send", "send --key", "send --lines", "edit", "delete": messages
    case "send @": [Step("export", "--all", "--quiet", as: "carol")]
    case "signup": [Step("whoami", as: "dave"), Step("friends", as: "alice")]
    case "login": [Step("whoami")]
    case "logout": [Step("whoami", as: "carol")]
    case "passwd", "profile": [Step("whoami", as: "bob")]
    case "rename account": [Step("friends", as: "alice"), Step("whoami", as: "robert")]
    case "account delete": [Step("friends", as: "alice"), Step("whoami", as: "carol")]
    case "token create": [Step("token", "list", as: "bob")]
    case "token revoke": [Step("token", "list", as: "alice")]
    case "friends add": [Step("friends", as: "carol")]
    case "friends remove": [Step("friends", as: "alice")]
    case "friends block": [Step("friends", as: "bob")]
    case "chat create", "chat remove", "chat leave", "chat rename", "chat delete":
      [Step("chat", "list", as: "alice"), Step("chat", "list", as: "bob")]
    case "chat join", "chat add":
      [Step("chat", "list", as: "alice"), Step("chat", "list", as: "carol")]
    case "chat read": [Step("unread", as: "bob")]
    case "cursor set", "cursor remove": [Step("cursor", "list", "ops", as: "alice")]
    case "tail --cursor": [Step("cursor", "list", "ops", as: "bob")]
    default: [Step("export", "--all", "--quiet", as: "alice")]
    }
  }
}

extension Step {
  fileprivate init(words: [String], as account: String) {
    self.init()
    self.words = words
    self.account = account
  }
}
