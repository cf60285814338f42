import TestTools
import Testing

@testable import reliability

/// Every method finds the bugs that it is there for, on builds that can have them.
@Suite(.serialized, .slow)
struct PlantedTests {
  @Test(arguments: PlantedTrial.all)
  func `a bug that is planted on purpose is found`(trial: PlantedTrial) throws {
    let method = try #require(MethodTable.methods.first { $0.name == trial.method })
    if let obstacle = method.obstacle() { try Test.cancel("\(obstacle)") }
    #expect(try trial.isFound(on: .built))
  }
}

extension PlantedTrial: CustomTestStringConvertible {
  public var testDescription: String { "\(bug) by \(method)" }
}
