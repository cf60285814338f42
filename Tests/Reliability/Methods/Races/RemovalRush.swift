import Foundation
import TestTools

/// Someone is taken out of a chat and in again while they write to it: nothing of theirs may stand
/// in the log between the two.
struct RemovalRush {
  private let world: World

  init(in world: World) throws {
    self.world = world
    try world.succeed(["init"])
    try world.makePasswordsCheap()
    for account in ["bob", "alice"] {
      try world.succeed(["signup", account, "--password-stdin"], input: Scene.password)
    }
    try world.succeed(["friends", "add", "bob"], as: "alice")
    try world.succeed(["chat", "create", "ops", "bob"], as: "alice")
  }

  /// - Parameter turns: how often they are taken out.
  /// - Returns: what went wrong.
  func violations(turns: Int) throws -> [String] {
    let isOver = Guarded(false)
    try inParallel(5) { [world] index in
      if index == 0 {
        defer { isOver.use { $0 = true } }
        for _ in 0..<turns {
          try world.succeed(["chat", "remove", "ops", "bob"], as: "alice")
          try world.succeed(["chat", "add", "ops", "bob"], as: "alice")
        }
      }
      while index > 0, !isOver.use({ $0 }) {
        let outcome = try world.run(["send", "ops", "hello"], as: "bob")
        if ![0, 3, 4].contains(outcome.code) {
          throw Failure("send of bob: \(outcome.code): \(outcome.errors)")
        }
      }
    }
    return Self.trespasses(in: try world.read(["export", "ops"], as: "alice"))
  }

  /// Whether nobody wrote after they were taken out, or left, and before they were in again, by the
  /// order in which a chat's log tells it.
  static func trespasses(in records: [JSONRecord]) -> [String] {
    var out: Set<String> = []
    var violations: [String] = []
    for record in records {
      let author = record.text("userID") ?? ""
      let subject = record.text("subjectID") ?? author
      switch record.text("event") {
      case "removed": out.insert(subject)
      case "left": out.insert(author)
      case "added", "joined": out.remove(subject)
      case nil:
        if out.contains(author) {
          violations.append(
            "\(record.text("username") ?? "") wrote #\(record.number("number") ?? 0) after they "
              + "were taken out")
        }
      default: break
      }
    }
    return violations
  }
}
