import Foundation
import TestTools

/// How a writer locks a chat's log, as strace(1) sees it: what races between hosts would show, on
/// one.
struct LockTrace {
  private let world: World
  private let target: Target

  init(on target: Target) throws {
    self.target = target
    world = try World(target.dynamic)
    try world.populate()
  }

  static var obstacle: String? { CrashStates().obstacle() }

  /// - Returns: what went wrong.
  func violations() throws -> [String] {
    let file = world.folder.appending(path: "trace")
    let bug = target.bug.map { [$0] } ?? []
    let variables = try target.plant().merging(
      Shim.environment(bug: (["network-files"] + bug).joined(separator: ","))
    ) { $1 }
    let outcome = try world.run(
      Step("send", "ops", "traced", as: "alice"),
      wrappedIn: [
        "strace", "-f", "-y", "-o", file.path, "-e", "trace=fcntl,pwrite64,fdatasync,close",
      ], environment: variables)
    guard outcome.code == 0 else { throw Failure("send under strace: \(outcome.inWords)") }
    let trace = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(
      String.init)

    var violations: [String] = []
    // A lock of the process is gone when any descriptor of the file is closed.
    for line in trace where line.contains(#/\bfcntl\(.*, F_SETLKW?, /#) {
      violations.append("a lock is of the process: \(line)")
    }
    let written = trace.firstIndex { $0.contains(#/\bpwrite64\(\d+<[^>]*/messages//#) }
    let synced = trace.firstIndex { $0.contains(#/\bfdatasync\(\d+<[^>]*/messages//#) }
    let released = trace.lastIndex { $0.contains(#/\bclose\(\d+<[^>]*/chats/[0-9a-f]+/lock>/#) }
    guard let written, let synced, let released else {
      throw Failure("there is no write, sync and end of a lock:\n\(trace.joined(separator: "\n"))")
    }
    if !(written < synced && synced < released) {
      violations.append(
        "where another host may write, the log is not synced before its lock is let go")
    }
    return violations
  }
}
