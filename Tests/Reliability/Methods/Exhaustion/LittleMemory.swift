import TestTools

/// A process may have little memory, as `prlimit --as` has it: it may end in any way, and must do
/// no harm.
struct LittleMemory: Lack {
  let name = "memory"
  let isQuick = true

  func run(_ trials: Exhaustion.Trials, _ tally: inout Tally) throws {
    let world = try World(trials.target.chatctl)
    for command in trials.commands {
      let trial = try trials.trial(of: command, in: world)
      let enough = try leastMemory(for: trial)
      let parts = trials.tier == .quick ? [15] : [4, 8, 10, 12, 13, 14, 15]
      for part in parts {
        try trial.reset()
        let limit = enough * part / 16
        let outcome = try world.run(command.step, wrappedIn: ["prlimit", "--as=\(limit)", "--"])
        tally.add()
        let mayEndAnywhere = outcome.code != 0
        if let complaint = try trial.complaint(after: outcome, mayEndAnywhere: mayEndAnywhere) {
          tally.report("\(command.name), memory of \(limit): \(outcome.inWords): \(complaint)")
        }
      }
    }
  }

  /// The memory that a command needs, to a sixteenth.
  private func leastMemory(for trial: CommandTrial) throws -> Int {
    let succeeds = { (limit: Int) throws in
      try trial.reset()
      let outcome = try trial.world.run(
        trial.command.step, wrappedIn: ["prlimit", "--as=\(limit)", "--"])
      return outcome.code == 0
    }
    var limit = 4 << 20
    while try !succeeds(limit) { limit *= 2 }
    var step = limit / 4
    while step > limit / 32 {
      if try succeeds(limit - step) { limit -= step }
      step /= 2
    }
    return limit
  }
}
