import TestTools
import Testing

@testable import reliability

/// The methods find the bugs that they are there for, on builds that can have them; those that need
/// luck or builds of their own, `reliability --planted all` looks for.
@Suite(.serialized)
struct PlantedTests {
  @Test(arguments: PlantedTrial.all.filter(\.isSure))
  func `a bug that is planted on purpose is found`(trial: PlantedTrial) throws {
    let method = try #require(MethodTable.methods.first { $0.name == trial.method })
    if let obstacle = method.obstacle() { try Test.cancel("\(obstacle)") }
    #expect(try trial.isFound(on: .built))
  }
}

extension PlantedTrial: CustomTestStringConvertible {
  public var testDescription: String { "\(bug) by \(method)" }
}
