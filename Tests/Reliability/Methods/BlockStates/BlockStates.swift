import Foundation
import Glibc
import Synchronization
import TestTools

/// States that a power cut can leave, by what file systems do with a disk: commands run on one
/// whose writes and flushes are written down, and each state that it can be in is mounted, which
/// has the file system repair itself. The next commands then have to work, and what was
/// acknowledged has to be there, as in ``CrashStates``.
struct BlockStates: SeededMethod {
  let name = "block-states"
  let unit = "states of a disk after a power cut"
  /// Which scenarios; for tests of the method.
  var scenarios = CrashScenario.all
  var formats = DiskFormat.all
  /// For how many states, in place of the tier's goal.
  var wanted: Int?
  var seed: UInt64 = 20_261_130

  func goal(of tier: Tier) -> Int {
    if let wanted { return wanted }
    return switch tier {
    case .quick: 300
    case .short: 1_000
    case .full: 5_000
    }
  }

  func obstacle() -> String? {
    if let obstacle = CrashStates().obstacle() ?? DiskFormat.ext4.obstacle { return obstacle }
    do {
      // On a thread of its own, which is what changes its namespace.
      try inParallel(1) { _ in
        _ = try DiskBench().record(on: .ext4, prepare: {}, act: { _ in })
      }
      return nil
    } catch {
      return "it needs root, FUSE and loop devices (\(error.localizedDescription))"
    }
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    let usable = formats.filter { $0.obstacle == nil }
    // In the quick tier each scenario on one of them.
    let plans =
      tier == .quick
      ? scenarios.enumerated().map { index, scenario in
        BlockPlan(scenario: scenario, format: usable[index % usable.count])
      }
      : usable.flatMap { format in
        scenarios.map { BlockPlan(scenario: $0, format: format) }
      }
    let queue = Mutex(Queue(plans, goal: goal(of: tier)))
    try inParallel(2) { _ in
      let judge = try BlockJudge(target, onEach: tier == .quick ? 4 : 1)
      while let (plan, share, round) = queue.withLock({ $0.next() }) {
        Progress.show("\(name): \(plan.scenario.name) on \(plan.format.name)")
        let tally = try judge.run(plan, share, seed: seed + round)
        queue.withLock { $0.end(share, tally) }
      }
    }
    var tally = queue.withLock { $0.tally }
    tally.remark("seed \(seed); \(plans.count) commands on disks")
    for format in formats {
      if let obstacle = format.obstacle { tally.remark("\(format.name) left out: \(obstacle)") }
    }
    if target.bug == nil { try compare(tier, &tally) }
    return tally
  }

  /// Does the same to programs that people know, which shows what the method can see.
  private func compare(_ tier: Tier, _ tally: inout Tally) throws {
    let remarks = Guarded<[String]>([])
    try inParallel(1) { _ in
      let bench = try DiskBench()
      for comparison in BlockComparison.all {
        if let obstacle = comparison.obstacle {
          remarks.use { $0.append("\(comparison.name): not compared, \(obstacle)") }
          continue
        }
        Progress.show("\(name): \(comparison.name)")
        let (states, losses) = try comparison.run(
          tier == .quick ? 40 : 250, seed: seed, on: bench)
        let found = "lost acknowledged commits in \(losses) of \(states) states"
        remarks.use { $0.append("\(comparison.name): \(found)") }
      }
    }
    for remark in remarks.use({ $0 }) { tally.remark(remark) }
  }

  private struct Queue: Sendable {
    private let plans: [BlockPlan]
    private var rest: ArraySlice<BlockPlan>
    /// How often all have been begun before.
    private var round: UInt64 = 0
    /// How many states are still to be looked at, by those that nobody has begun.
    private var goal: Int
    private(set) var tally = Tally()

    init(_ plans: [BlockPlan], goal: Int) {
      (self.plans, self.goal) = (plans, goal)
      rest = plans[...]
    }

    /// A plan, and at how many states to look. Where all together have too few, they are begun
    /// again: on other disks there are others.
    mutating func next() -> (BlockPlan, share: Int, round: UInt64)? {
      if rest.isEmpty, round < 2 {
        rest = plans[...]
        round += 1
      }
      guard goal > 0, let plan = rest.popFirst() else { return nil }
      let share = (goal + rest.count) / (rest.count + 1)
      goal -= share
      return (plan, share, round)
    }

    /// Has the next plans make up for one that had fewer states than it was to have.
    mutating func end(_ share: Int, _ new: Tally) {
      goal += share - new.count
      tally.add(new)
    }
  }
}

/// What is done on which disk.
struct BlockPlan: Sendable {
  let scenario: CrashScenario
  let format: DiskFormat
}

/// Has chatctl run on disks and looks at the states of them; for one thread.
private final class BlockJudge {
  private let target: Target
  private let interval: Int
  private let bench: DiskBench
  private let recorder: CrashRecorder
  /// Where it is seen what is right.
  private let model: CrashStage

  /// - Parameter interval: of how many states one is gone on with; the others are only looked at.
  init(_ target: Target, onEach interval: Int) throws {
    (self.target, self.interval) = (target, interval)
    bench = try DiskBench()
    recorder = CrashRecorder(target)
    model = try CrashStage(target)
  }

  /// Looks at so many states of a plan.
  func run(_ plan: BlockPlan, _ share: Int, seed: UInt64) throws -> Tally {
    let scenario = plan.scenario
    var tally = Tally()
    let calls = try recorder.record(scenario)
    let expectations: CrashExpectations
    do {
      expectations = try CrashExpectations(
        scenario, try CrashModel(calls, seed: seed), on: model)
    } catch let complaint as Complaint {
      tally.report("\(scenario.name): \(complaint.text)")
      return tally
    }
    let (world, blocks) = try record(plan, calls)
    let stage = CrashStage(in: world)
    let states = BlockModel(blocks, on: plan.format, seed: seed)
    let count = try states.survey(share) { candidate, image, number in
      let isAcknowledged = states.acknowledged(in: candidate) > 0
      var fault: String?
      do {
        let outcome = try bench.look(at: image, plan.format) {
          try stage.outcome(
            in: scenario, goingOn: isAcknowledged || number % interval == 0)
        }
        fault = try expectations.fault(in: outcome, isAcknowledged: isAcknowledged, on: model)
      } catch let complaint as Complaint {
        fault = complaint.text
      }
      if let fault {
        tally.report(
          "\(scenario.name) on \(plan.format.name): \(states.description(of: candidate)); "
            + "seed \(seed): \(fault)")
      }
    }
    tally.add(count)
    return tally
  }

  private func record(
    _ plan: BlockPlan, _ calls: Recording
  ) throws -> (World, BlockRecording) {
    var made: World?
    let recording = try bench.record(on: plan.format) {
      let world = try World(
        target.executable, in: bench.mountPoint, environment: try target.plant())
      try FolderWriter(world.folder).write(calls.base)
      made = world
    } act: { acknowledge in
      guard let made else { return }
      var cuts = calls.cuts[...]
      for traced in plan.scenario.traced {
        if traced.kill != nil, let cut = cuts.popFirst() {
          let outcome = try made.run(traced.step, wrappedIn: cut.wrapper)
          // With some bugs there is no such sync.
          if outcome.code < 128 && target.bug == nil {
            throw Failure("\(plan.scenario.name): nothing was killed")
          }
        } else {
          try made.succeed(traced.step)
        }
      }
      acknowledge()
    }
    guard let made else { throw Failure("there is no world") }
    return (made, recording)
  }
}
