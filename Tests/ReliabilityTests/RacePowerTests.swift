import Foundation
import Testing

@testable import reliability

/// What kills writers, reads beside them and races finds bugs that are there on purpose.
@Suite(.serialized, .slow)
struct RacePowerTests {
  @Test func `kills find that locks do nothing`() throws {
    let tally = try KillsMethod().run(kills: 100, mercy: 0.9, on: .built(with: "no-lock"))
    #expect(!tally.isClean)
  }

  @Test func `readers find that locks do nothing`() throws {
    let tally = try ReadersMethod().run(
      seconds: 2, inBoutsOf: 2, starts: 0, on: .built(with: "no-lock"))
    #expect(!tally.isClean)
  }

  @Test func `races find that locks do nothing`() throws {
    let tally = try RacesMethod().run(
      racers: 8, commands: 40, bouts: 1, on: .built(with: "no-lock"))
    #expect(!tally.isClean)
  }

  @Test func `races find that rights are asked for too early`() throws {
    let rush = try RemovalRush(in: world(with: "early-rights"))
    try #expect(rush.violations(turns: 40) != [])
  }

  @Test func `readers find that a cursor is believed by its number`() throws {
    let cut = PowerCut(try ReaderScene(in: world(with: "dateless-cursor")))
    try #expect(cut.violations() != [])
  }

  @Test func `readers find that a follower looks before it watches`() throws {
    var start = try FollowerStart(ReaderScene(in: world(with: "late-watch")), seed: 1)
    try #expect(start.violations(tries: 60) != [])
  }

  private func world(with bug: String) throws -> World {
    let target = Target.built(with: bug)
    return try World(target.executable, environment: try target.plant())
  }
}

extension Target {
  /// The debug build, with a bug.
  fileprivate static func built(with bug: String) -> Target {
    var target = Target.built
    target.bug = bug
    return target
  }
}
