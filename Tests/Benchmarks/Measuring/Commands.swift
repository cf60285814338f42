import ChatSystem
import Foundation
import TestTools

/// The times of two commands, by hyperfine(1): they take turns, so that what else the machine does
/// meets both. Of all turns together the medians are taken.
struct Commands: Measuring {
  private let ours: String
  private let peer: String
  private let before: (ours: String, peer: String)?
  private let output: String

  /// - Parameters:
  ///   - before: commands that are run before each, and not timed.
  ///   - output: where they print to: `null`, `pipe`, or a file's path with a slash.
  init(
    _ ours: String, _ peer: String, before: (ours: String, peer: String)? = nil,
    output: String = "null"
  ) {
    self.ours = ours
    self.peer = peer
    self.before = before
    self.output = output
  }

  func measure(on stage: Stage) throws -> Measurement {
    // Once without being timed: it says why something fails, warms the caches and shows how long it
    // takes.
    let nowhere = try openFile("/dev/null", .writeOnly)
    let clock = ContinuousClock()
    var duration = 0.0
    for (command, before) in [(ours, before?.ours), (peer, before?.peer)] {
      if let before { try stage.launch(before).run() }
      duration +=
        try clock.measure { try stage.launch(command).run(output: nowhere.raw) } / .seconds(1)
    }
    let sizes = stage.sizes
    let isLong = duration > 0.2
    let longRounds = sizes.longRounds
    let rounds =
      isLong
      ? min(max(Int(60 / duration), longRounds.lowerBound), longRounds.upperBound) : sizes.rounds
    var times: (ours: [Double], peer: [Double]) = ([], [])
    for round in 0..<rounds {
      let new = try turn(isLong ? 1 : sizes.runsPerRound, oursFirst: round % 2 == 0, stage)
      times.ours += new.ours
      times.peer += new.peer
    }
    return Measurement(
      ours: .seconds(median(times.ours)), peer: .seconds(median(times.peer)))
  }

  /// Runs both commands so many times.
  private func turn(
    _ runs: Int, oursFirst: Bool, _ stage: Stage
  ) throws -> (ours: [Double], peer: [Double]) {
    let report = "run/hyperfine.json"
    let isWarmed = runs > 1
    var words = [
      "hyperfine", "--shell", "none", "--style", "none", "--runs", String(runs),
      "--warmup", isWarmed ? "1" : "0", "--export-json", report, "--output", output,
    ]
    let commands = [ours, peer].map(stage.filled)
    let preparations = before.map { [$0.ours, $0.peer] } ?? []
    for command in oursFirst ? preparations : preparations.reversed() {
      words += ["--prepare", command]
    }
    words += oursFirst ? commands : commands.reversed()
    try Launch(words, environment: stage.environment).run()
    let data = try Data(contentsOf: URL(filePath: report))
    let results = try JSONDecoder().decode(Report.self, from: data).results.map(\.times)
    guard results.count == 2 else { throw Failure("hyperfine reported \(results.count) commands") }
    return oursFirst ? (results[0], results[1]) : (results[1], results[0])
  }

  /// What hyperfine writes down.
  private struct Report: Decodable {
    let results: [Result]

    struct Result: Decodable {
      /// In seconds.
      let times: [Double]
    }
  }
}

/// The middle one.
func median(_ values: [Double]) -> Double {
  guard !values.isEmpty else { return .nan }
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2)
    ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
