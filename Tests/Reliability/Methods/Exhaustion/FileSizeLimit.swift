import TestTools

/// Files may not grow beyond some bytes, as `ulimit -f` has it.
struct FileSizeLimit: Lack {
  let name = "file size"
  let isQuick = true

  func run(_ trials: Exhaustion.Trials, _ tally: inout Tally) throws {
    let world = try World(trials.target.chatctl)
    let limits = trials.tier == .quick ? [0, 900] : [0, 1, 100, 400, 900, 1200, 1600, 2000]
    for command in trials.commands {
      let trial = try trials.trial(of: command, in: world)
      for limit in limits {
        try trial.reset()
        // Through a pipe, as the limit concerns all files, also that which takes what it says.
        let piped = ["bash", "-o", "pipefail", "-c", "\"$@\" 2>&1 | cat >&2", "bash"]
        let outcome = try world.run(
          command.step, wrappedIn: piped + ["prlimit", "--fsize=\(limit)", "--"])
        try trial.judge(
          outcome, lacking: "files of \(limit) bytes at most", words: ["file too large"], &tally)
      }
    }
  }
}
