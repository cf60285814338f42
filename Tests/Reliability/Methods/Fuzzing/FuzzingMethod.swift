import Foundation
import TestTools

/// Gives odd bytes to all that reads what anybody may have written, by libFuzzer, which is led by
/// what of the code an input reaches. The tests give it those inputs that once were of interest.
struct FuzzingMethod: Method {
  let name = "fuzzing"
  let unit = "inputs, by libFuzzer"
  let hasQuickTier = false

  func goal(of tier: Tier) -> Int { tier == .full ? 6_000_000 : 60_000 }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    let fuzzer = try Fuzzer()
    var tally = Tally()
    for fuzzed in try Fuzzer.targets() {
      Progress.show("\(name): \(fuzzed)")
      tally.add(try fuzzer.run(fuzzed, seconds: tier == .full ? 300 : 10))
    }
    return tally
  }
}
