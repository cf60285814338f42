import Foundation
import TestTools
import Testing

@testable import reliability

/// Each method in its quick form. README tells how to run all of them.
@Suite(.serialized, .slow)
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
  /// The debug build beside the running test bundle.
  static let built: Target = {
    let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let chatctl = bundle.deletingLastPathComponent().appending(path: "chatctl")
    return Target(chatctl: chatctl, dynamic: chatctl)
  }()
}
