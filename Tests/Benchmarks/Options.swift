import Foundation
import TestTools

/// What the command line asks for.
struct Options {
  static let usage = """
    usage: benchmarks [--short] [--data DIR] [WORD...]

      --short     all comparisons with small data and few runs, only to show that they work
      --data DIR  where the data is kept between runs; else .build/benchmarks
      WORD...     only the comparisons that have all these words in their names

    """

  private(set) var isShort = false
  private(set) var wantsHelp = false
  /// Absolute.
  private(set) var data = Build.root.appending(path: ".build/benchmarks").path
  private(set) var words: [String] = []

  /// - Throws: why the arguments make no sense.
  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--short": isShort = true
      case "--help", "-h": wantsHelp = true
      case "--data":
        guard let directory = rest.popFirst(), !directory.isEmpty else {
          throw Failure("--data needs a directory")
        }
        data = URL(filePath: directory).path
      case _ where argument.hasPrefix("-"): throw Failure("unknown option '\(argument)'")
      default: words.append(argument)
      }
    }
  }
}
