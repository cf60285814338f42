import Foundation
import TestTools

/// The store that a race begins with, and what all racers know of it.
///
/// Six accounts are shared by the racers; each has one of its own beside, whose name it changes.
/// `ops` is for all six, and its owner takes some out and in again; `hall` is public.
final class RaceScene: Sendable {
  let world: World
  let ledger = Ledger()
  /// Messages that may be changed.
  let messages = Guarded<[RaceMessage]>([])
  /// Chats that are made and deleted.
  let rooms = Guarded<[RaceRoom]>([])
  /// Who was told that a username is theirs.
  let usernames = Guarded<[String: Set<String>]>([:])
  /// What went wrong on the way.
  let violations = Guarded<[String]>([])

  static let accounts = (0..<6).map { "r\($0)" }
  static let owner = "r0"
  /// Those that are taken out and in again.
  static let comers = ["r4", "r5"]
  /// The last message of each chat that is followed.
  static let end = "that is all"

  /// Waiting for a lock is no failure, however many wait.
  static let patience = ["--json", "--lock-timeout", "2m"]

  init(in world: World, racers: Int) throws {
    self.world = world
    try world.succeed(["init"])
    try world.makePasswordsCheap()
    for account in Self.accounts + (0..<racers).map({ "own\($0)" }) {
      try world.succeed(["signup", account, "--password-stdin"], input: Scene.password)
    }
    for account in Self.accounts {
      for friend in Self.accounts where friend != account {
        try world.succeed(["friends", "add", friend], as: account)
      }
    }
    try world.succeed(["chat", "create", "hall", "--public"], as: Self.owner)
    try world.succeed(["chat", "create", "ops"] + Self.accounts.dropFirst(), as: Self.owner)
    for account in Self.accounts.dropFirst() {
      try world.succeed(["chat", "join", "r0/hall"], as: account)
    }
    for comer in Self.comers { ledger.set(Self.memberPlace(comer), to: "member") }
  }

  static func memberPlace(_ account: String) -> String { "\(account) in ops" }
  static func series(of racer: Int, in chat: String) -> String { "messages of \(racer) in \(chat)" }

  func report(_ violation: String) { violations.use { $0.append(violation) } }
}

/// A message that was acknowledged.
struct RaceMessage: Sendable {
  let chat: String
  let account: String
  let number: Int
  let text: String

  var textPlace: String { "text of #\(number) in \(chat)" }
  var deletionPlace: String { "deletion of #\(number) in \(chat)" }
}

/// A chat that a racer made.
struct RaceRoom: Sendable {
  let id: String
  let owner: String

  var place: String { "chat \(id)" }
  var namePlace: String { "name of chat \(id)" }
}
