import Foundation
import TestTools

/// Followers of several chats that are started just when something is sent to each: what comes
/// between the first look and the wait for more must not be missed.
struct FollowerStart {
  private let world: World
  private var random: SeededGenerator
  private let chats = (0..<8).map { "start \($0)" }

  init(_ scene: ReaderScene, seed: UInt64) throws {
    world = scene.world
    random = SeededGenerator(seed: seed)
    for chat in chats {
      try ReaderScene.makeChat(chat, in: world)
      try world.succeed(["cursor", "set", chat, "s", "0"], as: "reader")
    }
  }

  /// - Returns: what went wrong.
  mutating func violations(tries: Int) throws -> [String] {
    for _ in 0..<tries {
      let delays = chats.map { _ in Int.random(in: 0..<20_000, using: &random) }
      let follower = try Follower(
        world.launch(
          ["tail"] + chats + ["--cursor", "s", "--count", "\(chats.count)"],
          as: "reader"))
      try inParallel(chats.count) { [world, chats] index in
        usleep(useconds_t(delays[index]))
        let writer = ReaderScene.writers[index % ReaderScene.writers.count]
        try world.succeed(["send", chats[index], "hello"], as: writer)
      }
      let outcome = try follower.finish(atMost: 20)
      let seen = Set(
        wholeLines(of: outcome.output).compactMap { $0.split(separator: "\t").dropFirst().first })
      if outcome.code != 0 || seen.count != chats.count {
        return [
          "a follower that was started while messages came saw \(seen.count) of \(chats.count): "
            + "\(outcome.code): \(outcome.output)\(outcome.errors)"
        ]
      }
    }
    return []
  }
}
