import Foundation
import Synchronization
import TestTools

/// States that a power cut can leave, by what system calls promise: each command is run under
/// strace(1), and after each of its calls every combination of what is not synced is put together,
/// with the last write torn at each byte. The next commands then have to work, and what was
/// acknowledged has to be there.
struct CrashStates: SeededMethod {
  let name = "crash-states"
  let unit = "states after a crash"
  /// Which scenarios; for tests of the method.
  var scenarios = CrashScenario.all
  /// For how many states, in place of the tier's goal.
  var wanted: Int?
  var seed: UInt64 = 20_261_130

  func goal(of tier: Tier) -> Int {
    if let wanted { return wanted }
    return tier == .full ? 200_000 : 5_000
  }

  func obstacle() -> String? {
    let isThere = FileManager.default.isExecutableFile(atPath: "/usr/bin/strace")
    return isThere ? nil : "the Debian package strace is not installed"
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    // Those with fewer states come first, so that the others can make up for them.
    let plans = try plans(on: target).sorted { $0.rawCount < $1.rawCount }
    var tally = Tally()
    for (index, plan) in plans.enumerated() {
      Progress.show("\(name): \(tally.count), \(plan.scenario.name)")
      let share = max(0, goal(of: tier) - tally.count) / (plans.count - index)
      tally.add(try plan.run(share, onEach: tier == .quick ? 4 : 1, on: target))
    }
    tally.remark(
      "seed \(seed); \(plans.reduce(0) { $0 + $1.rawCount }) states of \(plans.count) scenarios, "
        + "equal ones counted again")
    return tally
  }

  /// Runs what is to be interrupted, once.
  private func plans(on target: Target) throws -> [CrashPlan] {
    let recorder = CrashRecorder(target)
    var plans: [CrashPlan] = []
    for scenario in scenarios {
      Progress.show("\(name): \(scenario.name)")
      let recording = try recorder.record(scenario)
      plans.append(CrashPlan(scenario, try CrashModel(recording, seed: seed), seed: seed))
    }
    return plans
  }
}

/// The states of a scenario.
struct CrashPlan: Sendable {
  let scenario: CrashScenario
  private let model: CrashModel
  private let seed: UInt64

  /// How many states there are, equal ones counted again.
  var rawCount: Int { model.whole.count + model.torn.count }

  init(_ scenario: CrashScenario, _ model: CrashModel, seed: UInt64) {
    (self.scenario, self.model, self.seed) = (scenario, model, seed)
  }

  /// Checks states: in turn one whose last write is whole and one whose is torn, by chance.
  /// - Parameters:
  ///   - goal: how many different ones.
  ///   - interval: of how many one is gone on with; the others are only looked at.
  func run(_ goal: Int, onEach interval: Int, on target: Target) throws -> Tally {
    var random = SeededGenerator(seed: seed)
    let (whole, torn) = (
      model.whole.shuffled(using: &random), model.torn.shuffled(using: &random)
    )
    let shared = min(whole.count, torn.count)
    let candidates =
      zip(whole, torn).flatMap { [$0, $1] } + whole.dropFirst(shared) + torn.dropFirst(shared)
    let expectations: CrashExpectations
    do {
      expectations = try CrashExpectations(scenario, model, on: CrashStage(target))
    } catch let complaint as Complaint {
      var tally = Tally()
      tally.report("\(scenario.name): \(complaint.text)")
      return tally
    }
    let queue = Mutex(Queue())
    try inParallel(2) { _ in
      let stage = try CrashStage(target)
      while let (candidate, tree, number) = next(of: candidates, goal, queue) {
        let isAcknowledged = model.boundaries[candidate.boundary].isAcknowledged
        var fault: String?
        do {
          let goesOn = isAcknowledged || number % interval == 0
          let outcome = try stage.outcome(of: tree, in: scenario, goingOn: goesOn)
          fault = try expectations.fault(
            in: outcome, isAcknowledged: isAcknowledged, on: stage)
        } catch let complaint as Complaint {
          fault = complaint.text
        }
        let violation = fault.map {
          "\(scenario.name): \(model.description(of: candidate)); seed \(seed): \($0)"
        }
        queue.withLock { queue in
          queue.tally.add()
          if let violation { queue.tally.report(violation) }
        }
      }
    }
    return queue.withLock { $0.tally }
  }

  private struct Queue: Sendable {
    var next = 0
    var keys: Set<Int> = []
    var tally = Tally()
  }

  /// The next state that none was equal to.
  private func next(
    of candidates: [CrashModel.Candidate], _ goal: Int, _ queue: borrowing Mutex<Queue>
  ) -> (CrashModel.Candidate, FileTree, number: Int)? {
    while true {
      let index = queue.withLock { queue in
        defer { queue.next += 1 }
        return queue.keys.count < goal && queue.next < candidates.count ? queue.next : nil
      }
      guard let index else { return nil }
      let candidate = candidates[index]
      let tree = model.tree(of: candidate)
      let key = model.key(of: tree, candidate)
      let number = queue.withLock { queue in
        queue.keys.count < goal && queue.keys.insert(key).inserted ? queue.keys.count : nil
      }
      if let number { return (candidate, tree, number) }
    }
  }
}
