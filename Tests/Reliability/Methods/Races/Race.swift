import Foundation
import TestTools

/// Racers in one store, and the followers beside them.
struct Race {
  private let scene: RaceScene
  private let racers: [Guarded<Racer>]

  init(in world: World, racers count: Int, seed: UInt64) throws {
    scene = try RaceScene(in: world, racers: count)
    var seeds = SeededGenerator(seed: seed)
    racers = (0..<count).map { [scene] index in
      Guarded(Racer(index, in: scene, seed: seeds.next()))
    }
  }

  /// Lets each run so many commands.
  /// - Returns: what went wrong.
  func run(commands: Int) throws -> [String] {
    let world = scene.world
    let followers = try [["r0/hall"], ["ops"], ["r0/hall", "ops"], ["--all"]].map { chats in
      try Follower(
        world.launch(
          RaceScene.patience + ["tail"] + chats + [
            "-n", "1000000", "--until-match", "^\(RaceScene.end)$",
          ], as: "r1"))
    }
    try inParallel(racers.count) { [racers] index in
      try racers[index].use { racer in try racer.run(commands: commands) }
    }
    let judge = try RaceJudge(scene)
    var violations = scene.violations.use { $0 }
    violations += judge.judgeChats()
    violations += try judge.judgeRooms()
    violations += try judge.judgeAccounts(racers.map { $0.use { $0 } })
    violations += try judge.judgeUnread()
    violations += try judge.judgeLogs()
    for chat in ["ops", "hall"] {
      try world.succeed(["send", chat, RaceScene.end], as: RaceScene.owner)
    }
    for follower in followers { violations += try judge.judge(follower) }
    return violations + (try Doctor.complaints(about: world))
  }
}
