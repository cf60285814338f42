import Foundation
import TestTools
import Testing

@testable import reliability

/// Each method in its quick form. README tells how to run all of them.
@Suite(.serialized)
struct MethodTests {
  @Test(arguments: MethodTable.methods.filter(\.hasQuickTier).map(\.name))
  func `what the store promises holds`(name: String) throws {
    let method = try #require(MethodTable.methods.first { $0.name == name })
    if let obstacle = method.obstacle() {
      try Test.cancel("\(obstacle)")
    }
    let tally = try method.run(.quick, on: .built)
    #expect(tally.violations == [])
    #expect(tally.count >= method.goal(of: .quick))
  }
}

extension Target {
  /// The build for tests, and the one as people build it where that is of the same sources: it
  /// starts in a quarter of the time.
  static let built: Target = {
    let dynamic = Build.program("chatctl")
    return Target(chatctl: (try? Build.builtChatctl()) ?? dynamic, dynamic: dynamic)
  }()
}
