import TestTools
import Testing

@testable import reliability

/// The method finds what other programs lose.
@Suite(.serialized, .enabled(if: BlockStates().obstacle() == nil))
struct BlockStatesTests {
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
