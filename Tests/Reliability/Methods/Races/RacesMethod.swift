import Foundation
import TestTools

/// Many processes at once that do all there is to do, with followers beside them, and a clock that
/// jumps: what was acknowledged and not undone since is there, and everyone sees the same.
struct RacesMethod: SeededMethod {
  let name = "races"
  let unit = "commands of many processes at once"
  /// Of the first bout.
  var seed: UInt64 = 1

  func goal(of tier: Tier) -> Int {
    switch tier {
    case .quick: 16 * 200
    case .short: 32 * 400
    case .full: 64 * 2_000
    }
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    switch tier {
    case .quick: try run(racers: 16, commands: 200, bouts: 1, on: target)
    case .short: try run(racers: 32, commands: 400, bouts: 2, on: target)
    case .full: try run(racers: 64, commands: 2_000, bouts: 8, on: target)
    }
  }

  /// - Parameters:
  ///   - commands: of each racer, in all bouts together.
  ///   - bouts: how many stores there are one after the other.
  func run(
    racers: Int, commands: Int, bouts: Int, on target: Target
  ) throws -> Tally {
    var tally = Tally()
    for bout in 0..<bouts {
      Progress.show("\(name): \(tally.count)")
      let seed = seed + UInt64(bout)
      let world = try World(target.executable, environment: try target.plant())
      tally.judge("races, seed \(seed), \(racers) racers") {
        try Race(in: world, racers: racers, seed: seed).run(commands: commands / bouts)
      }
      let chat = try World(target.executable, environment: try target.plant())
      tally.judge("races, removals") {
        try RemovalRush(in: chat).violations(turns: racers)
      }
      tally.add(racers * (commands / bouts))
      if !tally.isClean { return tally }
    }
    if let obstacle = LockTrace.obstacle {
      tally.remark(obstacle)
    } else {
      tally.judge("locks") { try LockTrace(on: target).violations() }
    }
    if let obstacle = ClockJumps.obstacle {
      tally.remark(obstacle)
    } else {
      tally.judge("clock jumps, seed \(seed)") {
        try ClockJumps(on: target, seed: seed).violations(sends: 40 * bouts)
      }
    }
    return tally
  }
}
