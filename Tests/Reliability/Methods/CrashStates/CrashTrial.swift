import Foundation
import Synchronization
import TestTools

/// What people find after a crash, and what comes of going on.
struct CrashOutcome: Hashable, Sendable {
  /// What reading commands show.
  var seen: String
  /// How typing the command again ends, and what there is to see when more was done after that;
  /// nil where nobody went on.
  var next: Next?

  struct Next: Hashable, Sendable {
    var code: Int32
    var seen: String
  }
}

/// A place where states are put, one after the other, and chatctl is run on them.
final class CrashStage {
  private let world: World
  private let writer: FolderWriter
  private let reader = GlanceReader()

  convenience init(_ target: Target) throws {
    self.init(in: try World(target.executable, environment: try target.plant()))
  }

  init(in world: World) {
    self.world = world
    writer = FolderWriter(world.folder)
  }

  /// Puts a state there and looks at it.
  /// - Parameter goingOn: whether to type the command again and to do something more.
  /// - Throws: ``Complaint`` where something does not work that has to.
  func outcome(
    of tree: FileTree, in scenario: CrashScenario, goingOn: Bool
  ) throws -> CrashOutcome {
    try writer.write(tree)
    return try outcome(in: scenario, goingOn: goingOn)
  }

  /// Looks at the state that is there.
  func outcome(in scenario: CrashScenario, goingOn: Bool) throws -> CrashOutcome {
    let seen = try reader.look(at: world, with: scenario.glances)
    guard goingOn, let repeated = scenario.repeated else { return CrashOutcome(seen: seen) }

    let again = try world.run(repeated.words, as: repeated.account, input: repeated.input)
    // Refusals are fine where they are those of a command that was done; see CrashExpectations.
    guard again.code < 6 else {
      throw Complaint("typed again, it exits with \(again.code): \(again.errors)")
    }
    if let erased = scenario.erased, let log = try world.log(holding: erased) {
      throw Complaint("'\(erased)' is still in \(log)")
    }
    let step = scenario.afterwards
    let afterwards = try world.run(step.words, as: step.account, input: step.input)
    guard afterwards.code == 0 else {
      throw Complaint(
        "'\(step.words.joined(separator: " "))' exits with \(afterwards.code): \(afterwards.errors)"
      )
    }
    let last = try reader.look(at: world, with: scenario.glances + scenario.lastGlances)
    if let complaint = try Doctor.complaint(about: world) { throw Complaint(complaint) }
    return CrashOutcome(seen: seen, next: .init(code: again.code, seen: last))
  }
}

/// Which outcomes are right.
final class CrashExpectations: Sendable {
  private let scenario: CrashScenario
  private let model: CrashModel
  private let before: CrashOutcome
  private let after: CrashOutcome
  private let right: Mutex<Right>

  private struct Right {
    var outcomes: Set<CrashOutcome>
    var hasIntermediates = false
  }

  init(_ scenario: CrashScenario, _ model: CrashModel, on stage: CrashStage) throws {
    (self.scenario, self.model) = (scenario, model)
    let killed = model.killed
    before = try stage.outcome(of: model.tree(of: killed[0]), in: scenario, goingOn: true)
    after = try stage.outcome(
      of: model.tree(of: killed[killed.count - 1]), in: scenario, goingOn: true)
    right = Mutex(Right(outcomes: [before, after]))
    if let fault = faultWithoutCrash() { throw Complaint("without any crash: \(fault)") }
  }

  /// What the command does not do even where all goes well.
  private func faultWithoutCrash() -> String? {
    for outcome in [before, after] where outcome.next?.seen.count(of: "afterwards") == 0 {
      return "the message that was sent afterwards is not there"
    }
    guard let body = scenario.body else { return nil }
    if after.seen.count(of: body) != before.seen.count(of: body) + 1 {
      return "'\(body)' is there \(after.seen.count(of: body)) times, and was "
        + "\(before.seen.count(of: body)) times before"
    }
    return nil
  }

  /// - Returns: what is wrong with an outcome.
  func fault(
    in outcome: CrashOutcome, isAcknowledged: Bool, on stage: CrashStage
  ) throws -> String? {
    if isAcknowledged {
      return Self.matches(outcome, after)
        ? nil : "it was acknowledged, but:\n\(Self.difference(outcome, from: after))"
    }
    return try right.withLock { right in
      if right.outcomes.contains(where: { Self.matches(outcome, $0) }) { return nil }
      if !right.hasIntermediates {
        right.hasIntermediates = true
        let steps = try intermediates(on: stage)
        right.outcomes.formUnion(steps)
        let names = scenario.intermediates
        if steps.count != names.count {
          return "it has \(steps.count) steps between before and after, of which "
            + "\(names.count) have names:\n"
            + steps.map { Self.difference($0, from: before) }.joined(separator: "\n")
        }
        if scenario.isAppending {
          let all = [before] + steps + [after]
          for (earlier, later) in zip(all, all.dropFirst()) {
            right.outcomes.insert(CrashOutcome(seen: earlier.seen, next: later.next))
          }
          // A record that lacked its end may be lost: nobody was told that it is there.
          let tree = model.tree(of: model.killed[0]).withoutUnendedLines()
          right.outcomes.insert(try stage.outcome(of: tree, in: scenario, goingOn: true))
        }
        if right.outcomes.contains(where: { Self.matches(outcome, $0) }) { return nil }
      }
      return "neither before nor after nor between:\n"
        + "against before: \(Self.difference(outcome, from: before))\n"
        + "against after: \(Self.difference(outcome, from: after))"
    }
  }

  /// What a process leaves that is killed between its steps, and what is left of a write when only
  /// its first lines are there.
  private func intermediates(on stage: CrashStage) throws -> [CrashOutcome] {
    var found: [CrashOutcome] = []
    var keys: Set<Int> = []
    for candidate in model.killed.flatMap(model.cutAtLines) {
      let tree = model.tree(of: candidate)
      guard keys.insert(model.key(of: tree, candidate)).inserted else { continue }
      let outcome = try stage.outcome(of: tree, in: scenario, goingOn: true)
      if outcome != before, outcome != after, !found.contains(outcome) { found.append(outcome) }
    }
    return found
  }

  private static func matches(_ outcome: CrashOutcome, _ right: CrashOutcome) -> Bool {
    outcome.seen == right.seen && (outcome.next == nil || outcome.next == right.next)
  }

  private static func difference(_ outcome: CrashOutcome, from other: CrashOutcome) -> String {
    var words = difference(outcome.seen, from: other.seen).map { "seen \($0)" }
    if let next = outcome.next, let right = other.next {
      if next.code != right.code { words.append("typed again: \(next.code), not \(right.code)") }
      words += difference(next.seen, from: right.seen).map { "at last seen \($0)" }
    }
    return words.joined(separator: "\n  ")
  }

  /// The lines of which one has more than the other.
  private static func difference(_ text: String, from other: String) -> [String] {
    var counts: [Substring: Int] = [:]
    for line in text.split(separator: "\n") { counts[line, default: 0] += 1 }
    for line in other.split(separator: "\n") { counts[line, default: 0] -= 1 }
    let found = counts.filter { $0.value != 0 }.sorted { $0.key < $1.key }
    if found.isEmpty && text != other { return ["in another order"] }
    return found.map { "\($0.value > 0 ? "+" : "-") \($0.key.prefix(300))" }
  }
}

extension World {
  /// The file of a log that holds a text, by its path; nil where none does.
  fileprivate func log(holding text: String) throws -> String? {
    let chats = files.appending(path: "store/chats").path
    return try FileManager.default.subpathsOfDirectory(atPath: chats).first { path in
      guard path.hasSuffix(".jsonl") else { return false }
      let contents = try Data(contentsOf: URL(filePath: "\(chats)/\(path)"))
      return contents.firstRange(of: Data(text.utf8)) != nil
    }
  }
}

extension String {
  /// How many messages of this text there are in lines of JSON.
  fileprivate func count(of body: String) -> Int { ranges(of: "\"body\":\"\(body)\"").count }
}
