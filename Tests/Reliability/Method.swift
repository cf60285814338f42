import Foundation

/// One way to look for a break of what the store promises.
protocol Method: Sendable {
  /// What the table and the command line call it, `kills`.
  var name: String { get }
  /// What it counts, in the plural, `kills at random moments`.
  var unit: String { get }
  /// Whether it can be run as one of the tests; else tests of its own do what takes its place.
  var hasQuickTier: Bool { get }
  /// How many it has to reach.
  func goal(of tier: Tier) -> Int
  /// Why it cannot be run here, where it needs more than any machine has; nil where it can.
  func obstacle() -> String?
  /// Looks until the goal is reached.
  func run(_ tier: Tier, on target: Target) throws -> Tally
}

extension Method {
  var hasQuickTier: Bool { true }

  func obstacle() -> String? { nil }
}

/// One that leaves something to chance.
protocol SeededMethod: Method {
  /// From which all follows that is left to chance, or of the first of many cases; what is found
  /// names it.
  var seed: UInt64 { get set }
}

/// How far a run goes.
enum Tier: Sendable {
  /// In a minute each or less, as part of `swift test`.
  case quick
  /// Some minutes, to show that all of it works.
  case short
  /// All that the table asks for.
  case full
}

/// What is put to the test.
struct Target: Sendable {
  /// The executable as people build it.
  let chatctl: URL
  /// One that is linked dynamically, so that a library can be loaded before it; built for tests,
  /// and can have bugs planted.
  let dynamic: URL
  /// The bug that it has on purpose; nil for none.
  var bug: String?

  /// The one that has the bug.
  var executable: URL { bug == nil ? chatctl : dynamic }

  /// What switches the bug on, in the environment of ``dynamic``: it is one of chatctl's own, or of
  /// the system's, as it were, which the library plants.
  func plant() throws -> [String: String] {
    guard let bug else { return [:] }
    return try Shim.environment(bug: bug).merging(["CHATCTL_PLANTED_BUG": bug]) { $1 }
  }
}

/// What a method has found.
struct Tally: Sendable {
  /// How many cases were looked at.
  private(set) var count = 0
  /// The first breaks of a promise, in words.
  private(set) var violations: [String] = []
  /// How many there are.
  private(set) var violationCount = 0
  /// What else is worth a word, such as what was left out here.
  private(set) var remarks: [String] = []

  var isClean: Bool { violationCount == 0 }

  mutating func add(_ cases: Int = 1) { count += cases }

  /// - Parameter violation: what was promised and did not happen, and how to see it again.
  mutating func report(_ violation: String) {
    violationCount += 1
    if violations.count < 10 { violations.append(violation) }
  }

  /// Reports what `look` gives, and where it could not come to its end: then commands fail that
  /// have no reason to.
  /// - Parameter place: how to see it again.
  mutating func judge(_ place: String, _ look: () throws -> [String]) {
    do {
      for violation in try look() { report("\(violation) [\(place)]") }
    } catch {
      report("\(error.localizedDescription) [\(place)]")
    }
  }

  mutating func remark(_ text: String) {
    if !remarks.contains(text) { remarks.append(text) }
  }

  mutating func add(_ other: Tally) {
    count += other.count
    violationCount += other.violationCount
    violations = Array((violations + other.violations).prefix(10))
    for text in other.remarks { remark(text) }
  }
}
