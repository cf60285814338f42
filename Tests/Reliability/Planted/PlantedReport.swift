import Foundation
import TestTools

/// The printed table of bugs that are planted on purpose: a line for each.
struct PlantedReport {
  private let trials = PlantedTrial.all

  /// - Returns: true, as nothing can be missed.
  func printList() -> Bool {
    for trial in trials { printRow(trial) }
    return true
  }

  /// Lets the methods look for all of them.
  /// - Returns: whether each was found, and the executable that people build has none.
  func run(on target: Target) throws -> Bool {
    var found = 0
    for trial in trials {
      Progress.show("\(trial.method): \(trial.bug)")
      let isFound = try trial.isFound(on: target)
      found += isFound ? 1 : 0
      printRow(trial, isFound ? "found" : "MISSED")
    }
    let built = try Data(contentsOf: target.chatctl)
    let leftOver = (trials.map(\.bug) + ["CHATCTL_PLANTED_BUG"]).filter {
      built.firstRange(of: Data($0.utf8)) != nil
    }
    for text in leftOver { print("'\(text)' is in \(target.chatctl.path)") }
    print("\(found) of \(trials.count) found")
    return found == trials.count && leftOver.isEmpty
  }

  private func printRow(_ trial: PlantedTrial, _ verdict: String = "") {
    let bugWidth = trials.map(\.bug.count).max() ?? 0
    let methodWidth = trials.map(\.method.count).max() ?? 0
    let texts = [padded(trial.bug, bugWidth), padded(trial.method, methodWidth), verdict]
    Progress.clear()
    print((texts.filter { !$0.isEmpty } + [trial.meaning]).joined(separator: "  "))
    fflush(nil)
  }
}
