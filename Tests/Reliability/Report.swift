import Foundation
import TestTools

/// The printed table: a line for each method as soon as it has ended.
struct Report {
  private let nameWidth: Int
  private let unitWidth: Int

  init(of methods: [any Method]) {
    nameWidth = methods.map(\.name.count).max() ?? 0
    unitWidth = methods.map(\.unit.count).max() ?? 0
  }

  func printHead() {
    printRow("method", "what is counted", numbers: ["reached", "goal", "broken", "time"])
  }

  /// - Parameter time: how long it took.
  func print(_ tally: Tally, of method: some Method, _ tier: Tier, in time: Duration) {
    let goal = method.goal(of: tier)
    let counts = [tally.count, goal, tally.violationCount].map { "\($0)" }
    printRow(
      method.name, method.unit,
      numbers: counts + [time.formatted(.time(pattern: .minuteSecond))],
      tally.isClean && tally.count >= goal ? "" : "FAILED")
    for text in tally.violations { Swift.print("  broken: \(text)") }
    for text in tally.remarks { Swift.print("  note: \(text)") }
    fflush(nil)
  }

  func print(skipped method: some Method, because obstacle: String) {
    printRow(
      method.name, method.unit, numbers: ["", "", "", ""], "could not be run: \(obstacle)")
  }

  private func printRow(
    _ name: String, _ unit: String, numbers: [String], _ verdict: String = ""
  ) {
    let texts = [padded(name, nameWidth), padded(unit, unitWidth)]
    let row = (texts + numbers.map { rightAligned($0, 8) } + [verdict]).joined(separator: "  ")
    Progress.clear()
    Swift.print(row.replacing(/\ +$/, with: ""))
    fflush(nil)
  }
}
