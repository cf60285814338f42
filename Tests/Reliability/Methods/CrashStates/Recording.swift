import Foundation
import Glibc
import TestTools

/// What commands did to a world's files, one system call after the other.
struct Recording: Sendable {
  enum Event: Sendable {
    case change(Operation)
    /// - Parameter isData: fdatasync(2), which leaves modes alone.
    case sync(Int, isData: Bool)
    /// From here on whoever typed the command takes it for done.
    case acknowledgement
  }

  /// What there was before, with all nodes that come to be, which have no name yet.
  private(set) var base: FileTree
  private(set) var events: [Event] = []
  /// Where commands are killed, of those that are.
  private(set) var cuts: [SyncCut] = []
  /// What there is now, by all that was done.
  private var now: FileTree
  private let folder: String
  private let umask: mode_t = 0o022

  /// The calls that can change files, and those that tell of an end.
  private static let traced = [
    "openat", "open", "creat", "mkdir", "mkdirat", "mknod", "mknodat", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "rmdir", "write",
    "writev", "pwrite64", "pwritev", "pwritev2", "ftruncate", "truncate", "fallocate",
    "copy_file_range", "sendfile", "splice", "fsync", "fdatasync", "sync", "syncfs",
    "sync_file_range", "chmod", "fchmod", "fchmodat", "exit_group",
  ]

  /// Begins with the files of a world.
  init(of world: World) throws {
    base = try FileTree(of: world.folder)
    now = base
    folder = try world.folder.path.withCString { path in
      guard let resolved = realpath(path, nil) else { throw Failure("\(world.folder.path)") }
      defer { free(resolved) }
      return String(cString: resolved)
    }
  }

  /// Runs a command under strace(1) and adds what it does.
  mutating func run(_ command: TracedStep, in world: World) throws {
    let file = world.folder.appending(path: "trace").path
    let step = command.step
    let outcome = try world.run(
      step.words, as: step.account, input: step.input,
      wrappedIn: [
        "strace", "-f", "-y", "-xx", "-s", "4000000", "-o", file,
        "-e", "trace=\(Self.traced.joined(separator: ","))",
      ])
    defer { unlink(file) }
    guard outcome.code == 0 else {
      throw Failure("\(step.words) under strace: \(outcome.code): \(outcome.errors)")
    }
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let start = events.count
    for line in text.split(separator: "\n") {
      if let call = try SystemCall(line) { try add(call, command) }
    }
    if let kill = command.kill { forgetEnd(from: start, kill) }
  }

  /// Forgets what was done from a sync on.
  private mutating func forgetEnd(from start: Int, _ kill: TracedStep.Kill) {
    let end = events[start...].lastIndex { event in
      guard case .sync(let node, _) = event else { return false }
      return kill == .beforeLastSync || base.nodes[node].isDirectory
    }
    guard let end, case .sync(_, let isData) = events[end] else { return }
    let earlier = events[start..<end].count { event in
      if case .sync(_, isData) = event { true } else { false }
    }
    cuts.append(SyncCut(call: isData ? "fdatasync" : "fsync", number: earlier + 1))
    events.removeSubrange(end...)
  }

  private mutating func add(_ call: SystemCall, _ command: TracedStep) throws {
    if call.name == "exit_group" {
      events.append(.acknowledgement)
      return
    }
    guard let result = call.result, result >= 0 else { return }
    switch call.name {
    case "openat", "open", "creat": try open(call)
    case "mkdir":
      guard let place = try place(call.path(0)) else { return }
      let mode = mode_t(try call.number(1)) & ~umask
      try make(Node(kind: .directory([:]), mode: mode), at: place)
    case "rename":
      guard let source = try place(call.path(0)), let target = try place(call.path(1)) else {
        return
      }
      guard let node = now.nodes[source.directory].entries?[source.name] else {
        throw Failure("what is renamed is not there: \(try call.path(0))")
      }
      change(.move(node, from: source, to: target))
    case "unlink", "rmdir":
      guard let place = try place(call.path(0)) else { return }
      change(.unlink(name: place.name, directory: place.directory))
    case "pwrite64":
      guard let file = node(call.file(0)) else { return }
      let bytes = Array(try call.bytes(1).prefix(result))
      change(.write(bytes, offset: try call.number(3), file: file))
    case "write":
      if node(call.file(0)) != nil { throw Failure("write(2) to \(call.text(0))") }
      let isOutput = call.text(0).hasPrefix("1<") || call.text(0).hasPrefix("2<")
      if isOutput, !command.printsBeforeItIsDone { events.append(.acknowledgement) }
    case "ftruncate":
      guard let file = node(call.file(0)) else { return }
      change(.truncate(size: try call.number(1), file: file))
    case "fsync", "fdatasync":
      guard let path = call.file(0), let node = node(path) else { return }
      events.append(.sync(node, isData: call.name == "fdatasync"))
    case "fchmod":
      if let node = node(call.file(0)) { setMode(of: node, try call.number(1)) }
    case "chmod":
      if let node = node(try call.path(0)) { setMode(of: node, try call.number(1)) }
    default:
      throw Failure("what \(call.name) does to files, the model does not know yet")
    }
  }

  private mutating func open(_ call: SystemCall) throws {
    let isRelative = call.name == "openat"
    let flags = call.name == "creat" ? "O_CREAT|O_TRUNC" : call.text(isRelative ? 2 : 1)
    guard flags.contains("O_CREAT") || flags.contains("O_TRUNC") else { return }
    guard let place = try place(call.path(isRelative ? 1 : 0)) else { return }
    if let node = now.nodes[place.directory].entries?[place.name] {
      if flags.contains("O_TRUNC") { change(.truncate(size: 0, file: node)) }
      return
    }
    let mode = mode_t(try call.number(isRelative ? 3 : call.name == "creat" ? 1 : 2)) & ~umask
    try make(Node(kind: .file(.empty), mode: mode), at: place)
  }

  private mutating func make(_ new: Node, at place: Operation.Entry) throws {
    let node = base.add(new)
    _ = now.add(new)
    change(.link(node, name: place.name, directory: place.directory))
  }

  private mutating func setMode(of node: Int, _ mode: Int) {
    if now.nodes[node].mode != mode_t(mode) { change(.setMode(mode_t(mode), node: node)) }
  }

  private mutating func change(_ operation: Operation) {
    now.apply(operation)
    events.append(.change(operation))
  }

  /// - Returns: nil for what is outside the world.
  private func relative(_ path: String) -> String? {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count)) : nil
  }

  private func node(_ path: String?) -> Int? {
    guard let path = path.flatMap(relative) else { return nil }
    return now.node(at: path)
  }

  /// - Returns: nil for what is outside the world.
  private func place(_ path: String) throws -> Operation.Entry? {
    guard let path = relative(path) else { return nil }
    var names = path.split(separator: "/")
    guard let name = names.popLast(), let directory = now.node(at: names.joined(separator: "/"))
    else { throw Failure("nothing holds \(path)") }
    return Operation.Entry(name: String(name), directory: directory)
  }
}

/// A sync instead of which a command is killed.
struct SyncCut: Sendable {
  fileprivate let call: String
  /// Of those calls, from 1.
  fileprivate let number: Int

  /// What runs a command that is killed there.
  var wrapper: [String] {
    let inject = "inject=\(call):error=EIO:signal=KILL:when=\(number)"
    return ["strace", "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e", inject]
  }
}

/// A command that is run under strace(1).
struct TracedStep: Sendable {
  let step: Step
  /// When it is killed, if it is.
  var kill: Kill?
  /// Whether what it prints does not tell that it is done.
  var printsBeforeItIsDone = false

  enum Kill {
    case beforeLastSync
    /// That of a directory, which makes the truth in a document stay.
    case beforeLastDirectorySync
  }
}
