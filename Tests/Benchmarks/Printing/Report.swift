import Foundation
import TestTools

/// The printed table: a line for each comparison as soon as it was made.
struct Report {
  /// The widths of the columns that hold text.
  private let nameWidth: Int
  private let againstWidth: Int

  init(of comparisons: [Comparison]) {
    nameWidth = comparisons.map(\.name.count).max() ?? 0
    againstWidth = comparisons.map(\.against.count).max() ?? 0
  }

  /// Tells what is measured where, and begins the table.
  func printHead(of workbench: Workbench) throws {
    let sizes = workbench.sizes
    let version = try Launch(["run/chatctl", "--version"], environment: [:]).run().output
    let disk = try Host.fileSystem(of: workbench.directory)
    let date = Date.now.formatted(.iso8601)
    var lines = [
      "\(version.split(separator: "\n").joined()), \(date)",
      "processor  \(try Host.processor())",
      "kernel     \(try Host.kernel())",
      "load       \(try Host.load())\(try Host.isBusy() ? ", too high to measure anything" : "")",
      "data       \(workbench.directory), \(disk.type) on \(disk.source)",
      "messages   \(sizes.messages.grouped), \(workbench.texts.source)",
    ]
    if sizes.isShort {
      lines.append("a short run: it shows that everything works, and its numbers show nothing")
    }
    Swift.print(lines.joined(separator: "\n") + "\n")
    printRow("what", "against", numbers: ["ours", "peer", "ratio", "at most"], verdict: "")
  }

  /// Ends the table.
  func printFoot() throws {
    Swift.print("\nload       \(try Host.load()) at the end")
  }

  /// Prints the line of a comparison.
  func print(_ measurement: Measurement, of comparison: Comparison) {
    let limit =
      switch comparison.limit {
      case .times(let most): "\(fixed(most, 2)) ×"
      case .absolute(let most): most.text
      }
    printRow(
      comparison.name, comparison.against,
      numbers: [
        measurement.ours.text, measurement.peer?.text ?? "",
        measurement.ratio.map { "\(fixed($0, 2)) ×" } ?? "", limit,
      ],
      verdict: measurement.holds(comparison.limit) ? "held" : "NOT HELD")
  }

  /// Prints the line of a comparison that could not be made.
  func print(failure: any Error, of comparison: Comparison) {
    printRow(
      comparison.name, comparison.against, numbers: ["", "", "", ""],
      verdict: "could not be run: \(failure.localizedDescription)")
  }

  private func printRow(
    _ name: String, _ against: String, numbers: [String], verdict: String
  ) {
    let texts = [padded(name, nameWidth), padded(against, againstWidth)]
    let row = (texts + numbers.map { rightAligned($0, 9) } + [verdict]).joined(separator: "  ")
    Progress.clear()
    Swift.print(row.replacing(/\ +$/, with: ""))
    // Whoever reads along in a pipe does not wait for the next ones.
    fflush(nil)
  }
}

extension Quantity {
  /// The number with three or four digits and its unit.
  var text: String {
    switch self {
    case .seconds(let seconds):
      if seconds < 0.001 { return "\(fixed(seconds * 1e6, 0)) µs" }
      if seconds < 1 { return "\(fixed(seconds * 1000, seconds < 0.1 ? 2 : 0)) ms" }
      return "\(fixed(seconds, 2)) s"
    case .bytes(let count): return "\(fixed(Double(count) / 1e6, 1)) MB"
    case .calls(let count): return "\(count) calls"
    }
  }
}

private func fixed(_ value: Double, _ digits: Int) -> String {
  String(format: "%.\(digits)f", value)
}
