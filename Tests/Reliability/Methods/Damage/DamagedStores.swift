import Foundation
import TestTools

/// Damages one place of a store, or two, in every way that files and directories can be damaged,
/// and runs commands there: none of them crashes, waits for ever, loses what was there still, or
/// gives something else than before without a word; and doctor names what they stumble over.
struct DamagedStores: SeededMethod {
  let name = "damaged-stores"
  let unit = "stores that were damaged"
  /// The number of the first case.
  var seed: UInt64 = 1
  /// What is damaged, by the beginning of its kind; all for nothing.
  var place = ""
  /// How many cases there are, where that is not for the tier to say.
  var wanted: Int?

  func goal(of tier: Tier) -> Int {
    wanted ?? (tier == .full ? 50_000 : 1_000)
  }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    let scene = try DamageScene(target.executable)
    let environment = try target.plant()
    let results = Guarded((tally: Tally(), count: DamageCount()))
    let goal = goal(of: tier)
    let workers = 2
    try inParallel(workers) { worker in
      var (tally, count) = (Tally(), DamageCount())
      let trial = try DamageTrial(scene, in: place, environment: environment)
      for number in stride(from: worker, to: goal, by: workers) {
        if number % 100 == 0 { Progress.show("\(name): \(number) of \(goal)") }
        let number = seed + UInt64(number)
        do {
          try trial.run(number, &tally, &count)
        } catch {
          tally.report("\(error.localizedDescription) [case \(number)]")
        }
      }
      let (found, counted) = (tally, count)
      results.use { results in
        results.tally.add(found)
        results.count.add(counted)
      }
    }
    return results.use { results in
      var tally = results.tally
      results.count.tell(&tally)
      return tally
    }
  }
}

/// What became of many damaged stores; of those with one damage.
struct DamageCount: Sendable {
  /// In how many some command has stumbled, and it was for doctor to name it.
  var stumbled = 0
  /// Those of them that doctor did not name, in words.
  var unnamed: [String] = []
  /// Where it cannot be told that there is a damage.
  var untold: [Untold: Int] = [:]
  /// Where commands said nothing, and doctor did.
  var silent: [Silence: Int] = [:]

  /// How many of a hundred doctor has to name.
  private static let leastNamed = 99

  mutating func add(_ other: DamageCount) {
    stumbled += other.stumbled
    unnamed += other.unnamed
    untold.merge(other.untold) { $0 + $1 }
    silent.merge(other.silent) { $0 + $1 }
  }

  /// Tells it, and reports where doctor has named too few.
  func tell(_ tally: inout Tally) {
    let named = stumbled - unnamed.count
    let share = stumbled == 0 ? 100 : Double(named) / Double(stumbled) * 100
    let percentage = String(format: "%.2f", share)
    tally.remark("doctor names \(named) of \(stumbled) that commands stumble over: \(percentage) %")
    for kind in Untold.allCases {
      if let count = untold[kind] { tally.remark("\(count): \(kind.rawValue)") }
    }
    for kind in Silence.allCases {
      if let count = silent[kind] { tally.remark("\(count): \(kind.rawValue)") }
    }
    for text in unnamed.prefix(200) { tally.remark("not named: \(text)") }
    if named * 100 < stumbled * Self.leastNamed {
      tally.report("doctor names \(percentage) % of what commands stumble over, not 99 %")
    }
  }
}
