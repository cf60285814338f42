import Foundation
import TestTools

/// Lets each call that writes fail, once and from then on, in each command that writes.
struct Faults: Method {
  let name = "faults"
  let unit = "calls that failed"
  private let seed: UInt64 = 1

  func goal(of tier: Tier) -> Int {
    switch tier {
    case .quick: 45
    case .short: 3_000
    case .full: 9_000
    }
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    var tally = Tally()
    var generator = SeededGenerator(seed: seed)
    let stages = try tier == .quick ? Stage.quick(target.chatctl) : Stage.all(target.chatctl)
    for stage in stages {
      let commands =
        tier == .quick ? stage.commands.shuffled(using: &generator).prefix(2) : stage.commands[...]
      try run(Array(commands), at: stage, tier, on: target, &generator, &tally)
    }
    return tally
  }

  /// Disturbs some commands at one stage.
  func run(
    _ commands: [WritingCommand], at stage: Stage, _ tier: Tier, on target: Target,
    _ generator: inout SeededGenerator, _ tally: inout Tally
  ) throws {
    let opening = try stage.opening()
    for command in commands {
      Progress.show("\(name): \(command.name) at \(stage.name), \(tally.count)")
      let trial = try FaultTrial(command, at: stage, opening, on: target)
      var cases = trial.calls.flatMap { call in
        Fault.all.filter { $0.concerns(call) }.map { (fault: $0, number: call.number) }
      }
      if tier != .full {
        cases.shuffle(using: &generator)
        cases = Array(cases.prefix(tier == .quick ? 15 : cases.count / 3 + 1))
      }
      for (fault, number) in cases {
        tally.add()
        if let violation = try trial.violation(of: fault, at: number) { tally.report(violation) }
      }
    }
  }
}
