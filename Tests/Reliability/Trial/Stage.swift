import Foundation
import TestTools

/// A store in some state, and the commands that are to be disturbed there.
struct Stage: Sendable {
  let name: String
  let world: World
  let commands: [WritingCommand]
  /// Steps that have to go well afterwards, whatever became of a command.
  let next: [Step]
  /// Whether it has a damaged line, of which commands tell.
  var mayWarn = false
  /// The same with its last line ended, where that is a record that only wants its line break.
  var adopting: World?

  /// What is there and to be seen before a command runs.
  struct Opening: Sendable {
    let files: Snapshot
    let view: View
    /// What is to be seen when a writer has ended the last line.
    let adopted: View?
  }

  func opening() throws -> Opening {
    let adopted = try adopting.map { try View(of: $0) }
    return Opening(
      files: try Snapshot(of: world), view: try View(of: world, mayWarn: mayWarn), adopted: adopted)
  }

  /// All that there are.
  static func all(_ chatctl: URL) throws -> [Stage] {
    let start = try World(chatctl)
    try start.populate()
    return [
      ordinary(start), try torn(start), try unended(start), try full(start),
      try halfDeleted(start), try nothing(chatctl),
    ]
  }

  /// What ``Scene`` makes.
  static func ordinary(_ start: World) -> Stage {
    Stage(name: "ordinary", world: start, commands: WritingCommand.all, next: next)
  }

  /// The log ends in a torn line, which the next writer has to end.
  private static func torn(_ start: World) throws -> Stage {
    let world = try copy(of: start)
    try append(#"{"seq":7,"n":5,"da"#, to: try log("ops", of: world))
    return Stage(
      name: "torn log", world: world,
      commands: commands(
        "send", "send --key", "send --lines", "edit", "delete", "chat rename", "chat remove",
        "token revoke") + [repair], next: next, mayWarn: true)
  }

  /// The log ends in a whole record that only wants its line break.
  private static func unended(_ start: World) throws -> Stage {
    let world = try copy(of: start)
    let log = try log("ops", of: world)
    let text = try String(contentsOf: log, encoding: .utf8)
    try String(text.dropLast()).write(to: log, atomically: false, encoding: .utf8)
    return Stage(
      name: "unended log", world: world,
      commands: commands("send", "send --key", "edit"), next: next, mayWarn: true, adopting: start)
  }

  /// The last segment of the log is full, so that the next writer begins one. What filled it was
  /// deleted but for one message, so that there is little to read.
  private static func full(_ start: World) throws -> Stage {
    let world = try copy(of: start)
    let megabyte = String(repeating: "x", count: 1 << 20)
    for _ in 1...7 { try world.succeed(Step("send", "ops", as: "alice", input: megabyte)) }
    let shown = try world.succeed(["--json", "log", "ops", "-n", "7"], as: "alice").output
    let numbers = shown.matches(of: /"number":(\d+)/).map { String($0.1) }
    for number in numbers { try world.succeed(Step("delete", "ops", number, as: "alice")) }
    let size = try FileManager.default.attributesOfItem(atPath: try log("ops", of: world).path)
    let rest = (8 << 20) - ((size[.size] as? Int) ?? 0) - 100
    try world.succeed(Step("send", "ops", as: "alice", input: String(megabyte.prefix(rest))))
    return Stage(
      name: "full segment", world: world,
      commands: commands("send", "send --key", "send --lines", "edit", "delete", "chat rename"),
      next: next)
  }

  /// A chat was deleted, and whoever did so was killed before its files were gone.
  private static func halfDeleted(_ start: World) throws -> Stage {
    let world = try copy(of: start)
    let chats = world.store.appending(path: "chats")
    let chat = try log("town", of: world).deletingLastPathComponent().deletingLastPathComponent()
    try Launch(
      ["cp", "-a", chat.path, chats.appending(path: ".gone").path], environment: world.environment
    ).run()
    return Stage(
      name: "half deleted chat", world: world,
      commands: commands("friends add", "chat create", "signup", "chat delete") + [repair],
      next: next)
  }

  /// There is no store yet.
  private static func nothing(_ chatctl: URL) throws -> Stage {
    Stage(
      name: "no store", world: try World(chatctl),
      commands: [WritingCommand("init", Step("init"))],
      next: [Step("login", "--guest", "anna"), Step("whoami", as: "~anna")])
  }

  private static let next = [
    Step("send", "town", "next", as: "bob"), Step("export", "--all", as: "bob"),
    Step("signup", "erin", "--password-stdin", input: Scene.password),
    Step("friends", "add", "erin", as: "alice"),
  ]

  /// Has something to do where a command was stopped.
  private static let repair = WritingCommand(
    "doctor --repair", Step("doctor", "--repair"), isVisible: false)

  private static func commands(_ names: String...) -> [WritingCommand] {
    WritingCommand.all.filter { names.contains($0.name) }
  }

  private static func copy(of start: World) throws -> World {
    let world = try World(URL(filePath: start.chatctl))
    try world.copy(from: start)
    return world
  }

  /// The first segment of a chat's log.
  static func log(_ chat: String, of world: World) throws -> URL {
    let chats = world.store.appending(path: "chats")
    for id in try FileManager.default.contentsOfDirectory(atPath: chats.path) {
      let folder = chats.appending(path: id)
      let document = try? String(contentsOf: folder.appending(path: "chat.json"), encoding: .utf8)
      guard let document, document.contains(#""name":"\#(chat)""#) else { continue }
      return folder.appending(path: "messages/00000000000000000001.jsonl")
    }
    throw Failure("there is no chat '\(chat)'")
  }

  private static func append(_ text: String, to file: URL) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }
}

extension WritingCommand {
  /// What goes well only after it came about, where reading commands do not show that.
  var proof: Step? {
    switch name {
    case "passwd": Step("login", "bob", "--password-stdin", input: "other words now")
    default: nil
    }
  }

  /// Whether it does the same once more when it is repeated, so that nobody is to do so without
  /// looking.
  var addsWhenRepeated: Bool { ["send", "send --lines", "send @"].contains(name) }

  /// Steps that have come about when it has in part.
  var parts: [[Step]] {
    guard name == "send --lines" else { return [] }
    return ["one\n", "one\ntwo\n"].map { lines in
      [Step("send", "ops", "--lines", as: "bob", input: lines)]
    }
  }
}
