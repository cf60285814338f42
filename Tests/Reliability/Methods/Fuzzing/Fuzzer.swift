import Foundation
import TestTools

/// libFuzzer, built with all that it is to look into.
struct Fuzzer {
  /// Inputs to begin with, in a directory for each target.
  private static let corpus = Build.root.appending(path: "Tests/Fuzzing/Corpus")

  /// What can be fuzzed.
  static func targets() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()
  }

  private let program: String
  private let environment: [String: String]
  /// Where inputs of interest are gathered, in a directory for each target.
  private let gathered: URL

  /// - Parameter bug: that is planted; nil for none.
  init(planted bug: String?) throws {
    let environment = ProcessInfo.processInfo.environment
    let scratch = Build.root.appending(path: ".build/fuzzing")
    let words = [
      "swift", "build", "--package-path", Build.root.path, "--scratch-path", scratch.path,
      "--configuration", "release", "--sanitize", "fuzzer", "--product", "fuzzing",
      "-Xswiftc", "-enable-testing", "-Xswiftc", "-DPLANTED_BUGS",
    ]
    let variables = environment.merging(["CHATCTL_FUZZING": "1"]) { $1 }
    try Launch(words, environment: variables).run(output: 2)
    program = scratch.appending(path: "release/fuzzing").path
    self.environment = environment.merging(bug.map { ["CHATCTL_PLANTED_BUG": $0] } ?? [:]) { $1 }
    // What breaks a rule with the bug does not without it.
    gathered = bug.map { scratch.appending(path: "planted/\($0)") } ?? scratch
  }

  /// Looks for inputs that break a rule; an input that does is kept in the directory it works in.
  func run(_ target: String, seconds: Int) throws -> Tally {
    let found = gathered.appending(path: target)
    try FileManager.default.createDirectory(at: found, withIntermediateDirectories: true)
    let words = [
      program, "-max_total_time=\(seconds)", "-print_final_stats=1", "-timeout=10",
      "-max_len=4096", "-artifact_prefix=\(found.path)/broken-", found.path,
      Self.corpus.appending(path: target).path,
    ]
    let variables = environment.merging(["CHATCTL_FUZZ_TARGET": target]) { $1 }
    let outcome = try Launch(words, environment: variables).finish()
    var tally = Tally()
    let executed = outcome.errors.firstMatch(of: /number_of_executed_units: (\d+)/)
    tally.add(executed.flatMap { Int($0.output.1) } ?? 0)
    if outcome.code != 0 {
      let words = outcome.errors.split(separator: "\n").filter {
        $0.contains("Fatal error") || $0.contains("ERROR") || $0.contains("Test unit written")
      }
      tally.report("\(target): \(words.joined(separator: "; "))")
    }
    return tally
  }
}
