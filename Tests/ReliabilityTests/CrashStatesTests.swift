import Foundation
import TestTools
import Testing

@testable import reliability

/// The method finds the bugs that it is there for; on builds that can have them, which are those
/// for tests.
@Suite(.serialized, .slow)
struct CrashStatesTests {
  @Test(arguments: [
    ("no-sync", "send"), ("no-sync", "profile"), ("no-directory-sync", "friends add"),
    ("no-directory-sync", "send --key"), ("no-sync=/keys/", "send --key"),
    ("no-sync=/messages/", "send that begins a segment, the one before not synced"),
    ("no-sync=/messages/", "send --key again, the first not synced"),
    ("key-after-message", "send --key"),
    ("key-not-synced-again", "send --key again, the first not synced"),
    ("document-before-hint", "signup"), ("cut-log", "send after an unended record"),
    ("line-left-torn", "send after a torn line"), ("line-left-torn", "send"),
  ])
  func `it turns red where there is a bug`(bug: String, scenario: String) throws {
    var method = CrashStates()
    if let obstacle = method.obstacle() { try Test.cancel("\(obstacle)") }
    method.scenarios = CrashScenario.all.filter { $0.name == scenario }
    method.wanted = 200
    #expect(!method.scenarios.isEmpty)
    var target = Target.built
    target.bug = bug
    #expect(!(try method.run(.quick, on: target)).isClean, "\(bug) in \(scenario)")
  }
}
