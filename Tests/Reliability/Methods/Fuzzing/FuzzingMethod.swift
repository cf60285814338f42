import Foundation
import TestTools

/// Gives odd bytes to all that reads what anybody may have written, by libFuzzer, which is led by
/// what of the code an input reaches. The tests give it those inputs that once were of interest.
struct FuzzingMethod: Method {
  let name = "fuzzing"
  let unit = "inputs, by libFuzzer"
  let hasQuickTier = false
  /// What is fuzzed; nil for all that can be.
  var only: [String]?

  func goal(of tier: Tier) -> Int { tier == .full ? 6_000_000 : 60_000 }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    let fuzzer = try Fuzzer(planted: target.bug)
    let fuzzed = try only ?? Fuzzer.targets()
    let results = Guarded(Tally())
    // A fuzzer has one thread.
    try inParallel(over: fuzzed) { _, subject in
      Progress.show("\(name): \(subject)")
      let tally = try fuzzer.run(subject, seconds: tier == .full ? 300 : 8)
      results.use { $0.add(tally) }
    }
    return results.use { $0 }
  }
}
