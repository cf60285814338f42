import Foundation
import Synchronization
import TestTools

/// What `chatctl doctor` has to say of a store; nothing while there is no such command.
enum Doctor {
  private static let known = Mutex<[String: Bool]>([:])

  /// Whether the chatctl of a world has the command.
  static func isThere(in world: World) throws -> Bool {
    if let isThere = known.withLock({ $0[world.chatctl] }) { return isThere }
    let isThere = try world.run(["help", "doctor"]).code == 0
    known.withLock { $0[world.chatctl] = isThere }
    return isThere
  }

  /// What is wrong with a store where it is to be without fault.
  /// - Returns: nil where nothing is, or nobody can tell.
  static func complaint(about world: World) throws -> String? {
    guard try isThere(in: world) else { return nil }
    let outcome = try world.run(["doctor"])
    return outcome.code == 0 ? nil : "doctor: \(outcome.code): \(outcome.output)\(outcome.errors)"
  }
}
