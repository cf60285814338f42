import TestTools
import Testing

@testable import reliability

/// Every method finds the bugs that it is there for, on builds that can have them.
@Suite(.serialized, .slow)
struct PlantedTests {
  @Test(arguments: PlantedTrial.all.indices)
  func `a bug that is planted on purpose is found`(index: Int) throws {
    let trial = PlantedTrial.all[index]
    let method = try #require(MethodTable.methods.first { $0.name == trial.method })
    if let obstacle = method.obstacle() { try Test.cancel("\(obstacle)") }
    #expect(try trial.isFound(on: .built), "\(trial.bug) by \(trial.method)")
  }
}
