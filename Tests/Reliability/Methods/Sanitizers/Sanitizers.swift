import Foundation
import TestTools

/// The tests of the two lower layers in builds that watch every access to memory, for races between
/// threads and for what is out of bounds or freed.
struct Sanitizers: Method {
  let name = "sanitizers"
  let unit = "unit tests, by thread and address sanitizer"
  let hasQuickTier = false

  /// Which of them; for tests of the method.
  var kinds = ["thread", "address"]

  func goal(of tier: Tier) -> Int { 800 }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    var tally = Tally()
    for sanitizer in kinds {
      Progress.show("\(name): \(sanitizer)")
      try run(sanitizer, bug: target.bug, &tally)
    }
    return tally
  }

  private func run(_ sanitizer: String, bug: String?, _ tally: inout Tally) throws {
    let scratch = Build.root.appending(path: ".build/\(sanitizer)")
    let words = [
      "swift", "test", "--package-path", Build.root.path, "--scratch-path", scratch.path,
      "--sanitize", sanitizer,
    ]
    let passedOver = try passedOver(in: scratch)
    var variables = ProcessInfo.processInfo.environment
    variables["CHATCTL_SANITIZING"] = "1"
    variables["ASAN_OPTIONS"] = "detect_leaks=0:suppressions=\(passedOver.path)"
    variables["CHATCTL_PLANTED_BUG"] = bug
    let outcome = try Launch(words, environment: variables).finish()
    let text = outcome.output + outcome.errors
    let passed = text.firstMatch(of: /Test run with (\d+) tests?.* passed/)
    tally.add(passed.flatMap { Int($0.output.1) } ?? 0)
    if outcome.code == 0, passed != nil { return }
    let lines = text.split(separator: "\n").filter {
      $0.contains("Sanitizer") || $0.contains("✘") || $0.contains("error:")
    }
    tally.report("\(sanitizer): \(lines.prefix(5).joined(separator: "; "))")
  }

  /// What is no error, in the words of the sanitizers: regexec(3) is taken for one that reads up to
  /// a NUL, and with REG_STARTEND it does not. What is never freed in a process that ends is none.
  private func passedOver(in folder: URL) throws -> URL {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "passed-over")
    try Data("interceptor_name:regexec\n".utf8).write(to: file)
    return file
  }
}
