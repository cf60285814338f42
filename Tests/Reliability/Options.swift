import Foundation
import TestTools

/// What the command line asks for.
struct Options {
  static let usage = """
    usage: reliability [--short] [--seed N] [--planted BUG] [METHOD...]

      --short        a tenth of everything or less, only to show that it works
      --seed N       leave other things to chance, or begin with the case that a finding names
      --planted BUG  test a build that has this bug; 'list' names them; 'all' shows of each that
                     the method finds it that is there for it
      METHOD...      only these, see the table

    """

  private(set) var tier = Tier.full
  private(set) var wantsHelp = false
  private(set) var seed: UInt64?
  private(set) var bug: String?
  private(set) var names: [String] = []

  /// - Throws: why the arguments make no sense.
  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--short": tier = .short
      case "--help", "-h": wantsHelp = true
      case "--seed":
        // Numbers of cases are added to it.
        guard let number = rest.popFirst().flatMap({ UInt32($0) }) else {
          throw Failure("--seed needs a number of 32 bits")
        }
        seed = UInt64(number)
      case "--planted":
        guard let name = rest.popFirst() else { throw Failure("--planted needs a bug") }
        bug = name
      case _ where argument.hasPrefix("-"): throw Failure("unknown option '\(argument)'")
      default: names.append(argument)
      }
    }
  }
}
