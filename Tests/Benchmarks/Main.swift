import Foundation
import TestTools

/// Measures chatctl against what people would use instead, and against the least that is possible.
@main
struct Main {
  static func main() {
    let options: Options
    do throws(Failure) {
      options = try Options(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Progress.say("\(error)\n\(Options.usage)")
      exit(2)
    }
    if options.wantsHelp {
      print(Options.usage, terminator: "")
      exit(0)
    }
    Leftovers.clearWhenInterrupted()
    do {
      let isComplete = try run(options)
      exit(isComplete ? 0 : 1)
    } catch {
      Progress.say(error.localizedDescription)
      exit(1)
    }
  }

  /// - Returns: whether all comparisons that were asked for could be run.
  private static func run(_ options: Options) throws -> Bool {
    let sizes = options.isShort ? Sizes.short : .full
    let comparisons = ComparisonTable.comparisons(sizes).filter { $0.isNamed(by: options.words) }
    if comparisons.isEmpty {
      throw Failure("no comparison has \(options.words.joined(separator: " and ")) in its name")
    }
    let workbench = try Workbench(in: options.data, sizes, chatctl: try Build.chatctl())
    defer { workbench.close() }
    let report = Report(of: comparisons)
    try report.printHead(of: workbench)
    var isComplete = true
    for comparison in comparisons {
      do {
        let stage = try workbench.stage(for: comparison.needs)
        Progress.show("measuring \(comparison.name), \(comparison.against)")
        report.print(try comparison.measure.measure(on: stage), of: comparison)
      } catch {
        isComplete = false
        report.print(failure: error, of: comparison)
      }
    }
    try report.printFoot()
    return isComplete
  }
}
