import Foundation
import TestTools

/// Lets each call that writes fail, once and from then on, in each command that writes.
struct Faults: SeededMethod {
  let name = "faults"
  let unit = "calls that failed"
  var seed: UInt64 = 1

  func goal(of tier: Tier) -> Int { tier == .full ? 9_000 : 3_000 }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    let scenes = try Stage.all(target.chatctl).flatMap { stage in
      let opening = try stage.opening()
      return stage.commands.map { FaultScene(command: $0, stage: stage, opening: opening) }
    }
    let results = Guarded(Tally())
    try inParallel(over: scenes) { index, scene in
      Progress.show("\(name): \(scene.command.name) at \(scene.stage.name)")
      var generator = SeededGenerator(seed: seed + UInt64(index))
      let found = try run(scene, tier, on: target, &generator)
      results.use { $0.add(found) }
    }
    return results.use { $0 }
  }

  /// Disturbs a command, each of its calls or some of them.
  private func run(
    _ scene: FaultScene, _ tier: Tier, on target: Target, _ generator: inout SeededGenerator
  ) throws -> Tally {
    let trial = try FaultTrial(scene.command, at: scene.stage, scene.opening, on: target)
    var cases = trial.calls.flatMap { call in
      Fault.all.filter { $0.concerns(call) }.map { (fault: $0, number: call.number) }
    }
    if tier != .full {
      cases.shuffle(using: &generator)
      cases = Array(cases.prefix(cases.count / 3 + 1))
    }
    var tally = Tally()
    for (fault, number) in cases {
      tally.add()
      if let violation = try trial.violation(of: fault, at: number) { tally.report(violation) }
    }
    return tally
  }
}

/// A command that is to be disturbed, and where.
private struct FaultScene {
  let command: WritingCommand
  let stage: Stage
  let opening: Stage.Opening
}
