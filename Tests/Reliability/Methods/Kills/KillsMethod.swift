import Foundation
import TestTools

/// Kills writers at random moments, and judges the store by what was acknowledged.
///
/// In bouts, each in a store of its own: writers start commands of all kinds, most of which are
/// killed on the way, then all is looked at while nobody writes, and they go on.
struct KillsMethod: SeededMethod {
  let name = "kills"
  let unit = "kill -9 at random moments"
  /// Of the first bout.
  var seed: UInt64 = 1

  func goal(of tier: Tier) -> Int {
    switch tier {
    case .quick: 5_000
    case .short: 10_000
    case .full: 100_000
    }
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    try run(kills: goal(of: tier), on: target)
  }

  /// - Parameters:
  ///   - kills: how many to reach.
  ///   - mercy: how often a command is let run to its end, at least.
  func run(
    kills: Int, mercy: Double = 0.1, on target: Target
  ) throws -> Tally {
    let start = try KillScene.make(target)
    var tally = Tally()
    let timers = Guarded<[KilledWriter.Deed: KillTimer]>([:])
    var bout = seed
    while tally.count < kills {
      Progress.show("\(name): \(tally.count)")
      // In memory most of the time: there a command takes as long as its own work.
      let place = bout % 8 == 0 ? Build.root.appending(path: ".build") : World.memory
      let world = try World(target.executable, in: place, environment: try target.plant())
      try world.copy(from: start)
      let fight = try KillBout(in: world, seed: bout, mercy: mercy, timers)
      for pause in 1...2 where tally.count < kills {
        let count = min(Self.kills, kills - tally.count)
        tally.judge("kills, seed \(bout), pause \(pause)") { try fight.run(kills: count) }
        if !tally.isClean { return tally }
        tally.add(count)
      }
      bout += 1
    }
    return tally
  }

  /// How many kills there are before all is looked at.
  private static let kills = 700
}

/// The store that a bout begins with: alice, and writers who have a chat with her and one for all.
enum KillScene {
  static let writers = (0..<8).map { "w\($0)" }

  static func make(_ target: Target) throws -> World {
    let world = try World(target.executable, environment: try target.plant())
    try world.succeed(["init"])
    try world.makePasswordsCheap()
    for account in writers + ["alice"] {
      try world.succeed(["signup", account, "--password-stdin"], input: Scene.password)
    }
    for writer in writers {
      try world.succeed(["friends", "add", writer], as: "alice")
      try world.succeed(["friends", "add", "alice"], as: writer)
      try world.succeed(["chat", "create", "desk of \(writer)", "alice"], as: writer)
    }
    try world.succeed(["chat", "create", "ops"] + writers, as: "alice")
    for writer in writers {
      try world.succeed(["cursor", "set", "ops", "reader", "0"], as: writer)
    }
    return world
  }
}

/// What happens in one store.
struct KillBout {
  private let world: World
  private let ledger = Ledger()
  private let writers: [Guarded<KilledWriter>]

  init(
    in world: World, seed: UInt64, mercy: Double, _ timers: Guarded<[KilledWriter.Deed: KillTimer]>
  ) throws {
    self.world = world
    var seeds = SeededGenerator(seed: seed)
    writers = try KillScene.writers.map { [ledger] name in
      Guarded(try KilledWriter(name, in: world, ledger, seed: seeds.next(), mercy: mercy, timers))
    }
  }

  /// Has the writers killed so often, all together, and then looks at the store.
  /// - Returns: what went wrong.
  func run(kills: Int) throws -> [String] {
    let share = (kills + writers.count - 1) / writers.count
    try inParallel(writers.count) { [writers] index in
      try writers[index].use { writer in try writer.write(untilKilled: share) }
    }
    let judge = try KillJudge(world, ledger)
    var violations = writers.flatMap { $0.use { $0.takeRefusals() } }
    violations += judge.judgeLog()
    for writer in writers { violations += try writer.use { try judge.judge($0) } }
    for writer in writers { try writer.use { try $0.finishDeletions() } }
    violations += try Doctor.complaints(about: world)
    try world.succeed(["send", "ops", "goes on"], as: "alice")
    return violations
  }
}
