import TestTools
import Testing

@testable import reliability

/// The method finds the bugs that it is there for, on builds that can have them, and what other
/// programs lose.
@Suite(.serialized, .slow, .enabled(if: BlockStates().obstacle() == nil))
struct BlockStatesTests {
  @Test(arguments: [
    ("no-sync", "send"), ("no-sync", "edit"), ("no-directory-sync", "profile"),
    ("no-sync=/keys/", "send --key"),
    ("key-not-synced-again", "send --key again, the first not synced"),
    ("cut-log", "send after an unended record"),
  ])
  func `it turns red where there is a bug`(bug: String, scenario: String) throws {
    var method = BlockStates()
    method.scenarios = CrashScenario.all.filter { $0.name == scenario }
    method.formats = [.ext4]
    method.wanted = 40
    #expect(!method.scenarios.isEmpty)
    var target = Target.built
    target.bug = bug
    #expect(!(try method.run(.quick, on: target)).isClean, "\(bug) in \(scenario)")
  }

  @Test(arguments: [("SQLite, WAL, synchronous=FULL", false), ("git, its defaults", true)])
  func `it sees whether a program loses what it has acknowledged`(name: String, loses: Bool) throws
  {
    let comparison = try #require(BlockComparison.all.first { $0.name == name })
    if let obstacle = comparison.obstacle { try Test.cancel("\(obstacle)") }
    // On a thread of its own, which the bench moves into another namespace.
    let losses = Guarded(0)
    try inParallel(1) { _ in
      let found = try comparison.run(40, seed: 1, on: DiskBench())
      losses.use { $0 = found.losses }
    }
    #expect((losses.use { $0 } > 0) == loses)
  }
}
