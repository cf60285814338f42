import Foundation
import TestTools

/// Readers without locks against writers that are killed now and then: nobody may see a line that
/// was not written so, twice, or not at all.
struct ReadersMethod: SeededMethod {
  let name = "readers"
  let unit = "seconds of readers against writers"
  /// Of the first bout.
  var seed: UInt64 = 1

  func goal(of tier: Tier) -> Int {
    tier == .full ? 600 : 60
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    let (bout, starts) = tier == .full ? (15, 40) : (10, 10)
    return try run(seconds: goal(of: tier), inBoutsOf: bout, starts: starts, on: target)
  }

  /// - Parameters:
  ///   - starts: how many followers are started in each bout just when something is sent.
  func run(
    seconds: Int, inBoutsOf length: Int, starts: Int, on target: Target
  ) throws -> Tally {
    var tally = Tally()
    var bout = seed
    var lines = 0
    while tally.count < seconds {
      Progress.show("\(name): \(tally.count)")
      let place = bout % 2 == 0 ? Build.root.appending(path: ".build") : World.memory
      let world = try World(target.executable, in: place, environment: try target.plant())
      tally.judge("readers, seed \(bout), in \(place.path)") {
        let scene = try ReaderScene(in: world)
        let fight = try ReaderBout(scene, seed: bout)
        var violations = try fight.run(seconds: length)
        lines += fight.lineCount
        violations += try PowerCut(scene).violations()
        var beginnings = try FollowerStart(scene, seed: bout)
        violations += try beginnings.violations(tries: starts)
        return violations + (try Doctor.complaints(about: world))
      }
      if !tally.isClean { return tally }
      tally.add(length)
      bout += 1
    }
    tally.remark("\(lines) lines were seen")
    return tally
  }
}

/// The store in which readers read: one chat of three writers and a reader.
struct ReaderScene {
  let world: World
  static let writers = ["w0", "w1", "w2"]
  /// The file of the chat's log.
  let log: URL

  init(in world: World) throws {
    self.world = world
    try world.succeed(["init"])
    try world.makePasswordsCheap()
    for account in Self.writers + ["reader"] {
      try world.succeed(["signup", account, "--password-stdin"], input: Scene.password)
    }
    for writer in Self.writers { try world.succeed(["friends", "add", writer], as: "reader") }
    log = try Self.makeChat("room", in: world)
    try world.succeed(["cursor", "set", "room", "c", "0"], as: "reader")
  }

  /// - Returns: the file of its log.
  @discardableResult
  static func makeChat(_ name: String, in world: World) throws -> URL {
    let made = try world.succeed(["--json", "chat", "create", name] + writers, as: "reader")
    let id = try JSONRecord.all(in: made.output).first?.text("chatID") ?? ""
    return world.store.appending(path: "chats/\(id)/messages/00000000000000000001.jsonl")
  }
}
