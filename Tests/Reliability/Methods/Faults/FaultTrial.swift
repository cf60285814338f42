import Foundation
import TestTools

/// One command at one stage, whose calls fail one after the other.
final class FaultTrial {
  private let trial: CommandTrial
  private let target: Target
  private let log: URL
  /// The calls that write, when all goes well.
  let calls: [Call]

  init(
    _ command: WritingCommand, at stage: Stage, _ opening: Stage.Opening, on target: Target
  ) throws {
    self.target = target
    let world = try World(target.chatctl)
    log = world.folder.appending(path: "calls")
    trial = try CommandTrial(command, at: stage, opening, in: world) { [log] world in
      try world.run(
        command.step, executable: target.dynamic.path, environment: Shim.environment(log: log))
    }
    calls = Call.read(log)
  }

  /// Runs the command with a fault.
  /// - Returns: what was promised and did not happen.
  func violation(of fault: Fault, at number: Int) throws -> String? {
    try trial.reset()
    try? FileManager.default.removeItem(at: log)
    let outcome = try trial.world.run(
      trial.command.step, executable: target.dynamic.path,
      environment: target.plant().merging(
        Shim.environment(bug: target.bug, fault: fault.text(at: number), log: log)
      ) { $1 })
    let call = Call.read(log).first(where: \.isHit)
    let said =
      call.map { self.complaint(about: outcome, fault, $0) } ?? "the call did not come about"
    let complaint = try said ?? trial.complaint(after: outcome, mayEndAnywhere: fault.kills)
    return complaint.map {
      "\(trial.command.name), \(trial.stage.name), \(fault.text(at: number)), "
        + "\(call?.name ?? "no call") of \(call.map { trial.world.name(of: $0.path) } ?? "nothing"): "
        + "\(outcome.inWords): \($0)"
    }
  }

  /// What is wrong with how it ended and what it said.
  private func complaint(about outcome: Outcome, _ fault: Fault, _ call: Call) -> String? {
    if fault.kills { return outcome.code == 137 ? nil : "it was not killed" }
    if let complaint = outcome.complaint { return complaint }
    let isTold = fault.words.contains(where: outcome.errors.contains)
    if outcome.code == 0 {
      return fault.isHarmless || call.mayFail || isTold ? nil : "the failure was passed over"
    }
    if fault.isHarmless { return "a call that can be gone on with ended it" }
    if outcome.code != 7 { return "not the exit code of a failing system" }
    return isTold ? nil : "it does not say what failed"
  }
}

extension Call {
  /// Whether a command may come to its end without it.
  fileprivate var mayFail: Bool {
    // Nothing relies on the notes in locks.
    if isWrite && (path.hasSuffix("/lock") || path.hasSuffix(".lock")) { return true }
    // A hint that stays is one that nothing confirms; one that is missing people would see.
    if path.contains("/names/") || path.contains(/\/users\/[0-9a-f]+\/chats\//) { return true }
    // What is left of a chat that is deleted, the next change removes.
    return path.contains("/chats/.gone")
  }
}
