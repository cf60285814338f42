import Foundation
import TestTools

/// A bug that a build for tests has on purpose, and how a method finds it in seconds.
struct PlantedTrial: Sendable {
  /// As `shim.c` or ``PlantedBug`` calls it.
  let bug: String
  /// What is wrong then.
  let meaning: String
  /// The method that has to find it.
  let method: String
  /// The part of the method that does.
  private let hunt: @Sendable (Target) throws -> Tally

  /// Whether the method finds it.
  /// - Parameter target: without a bug.
  func isFound(on target: Target) throws -> Bool {
    var target = target
    target.bug = bug
    return !(try hunt(target)).isClean
  }

  static let all: [PlantedTrial] = [
    races("no-lock", "locks do nothing"),
    races("posix-lock", "locks are of the process, not of the open file", traceLocks),
    races(
      "early-release", "where other hosts may write, a lock is let go before the sync", traceLocks),
    races("early-rights", "the right to write is asked for before the lock is there only") {
      target in
      try judged { try RemovalRush(in: world(of: target)).violations(turns: 40) }
    },
    crash("no-sync", "nothing is synced", in: "send"),
    crash("no-directory-sync", "no directory is synced", in: "friends add"),
    crash(
      "no-sync=/messages/", "a full segment is not synced before the next",
      in: "send that begins a segment, the one before not synced"),
    crash("no-sync=/keys/", "the file of a key is not synced", in: "send --key"),
    crash("key-after-message", "the file of a key is written after the message", in: "send --key"),
    crash(
      "key-not-synced-again", "who sends under a key again does not sync the message",
      in: "send --key again, the first not synced"),
    crash("document-before-hint", "a document is there before its hint", in: "signup"),
    crash(
      "cut-log", "what a crash left of a log is cut off, not ended",
      in: "send after an unended record"),
    crash(
      "line-left-torn", "what a crash left of a line is not ended", in: "send after a torn line"),
    crash("text-left-in-edits", "what is erased stays in the edits", in: "delete"),
    disk("no-sync", "nothing is synced", in: "send"),
    disk("no-directory-sync", "no directory is synced", in: "profile"),
    faults("ignored-sync-error", "a failed sync counts as done", .inputOutput),
    faults("ignored-lock-error", "a lock that cannot be taken counts as taken", .inputOutput),
    faults("short-write-unnoticed", "a write that was cut short counts as whole", .short),
    PlantedTrial(bug: "no-lock", meaning: "locks do nothing", method: "kills") { target in
      try KillsMethod().run(kills: 400, mercy: 0.9, on: target)
    },
    readers("no-lock", "locks do nothing") { target in
      try ReadersMethod().run(seconds: 2, inBoutsOf: 2, starts: 0, on: target)
    },
    readers("dateless-cursor", "a cursor is believed by its number alone") { target in
      try judged { try PowerCut(ReaderScene(in: world(of: target))).violations() }
    },
    readers("late-watch", "a follower looks before it watches") { target in
      try judged {
        var start = try FollowerStart(ReaderScene(in: world(of: target)), seed: 1)
        return try start.violations(tries: 60)
      }
    },
    damage("damage-taken-for-nothing", "a damaged document counts as one that was never written"),
    damage("unchecked-cursors", "doctor does not look at cursors"),
    modes("open-mode=sessions.json:0644", "the file of the sessions is made for all to read"),
    modes("fchmod-mode=secret.json:0644", "the secrets of an account are opened to all"),
  ]
}

extension PlantedTrial {
  private static func races(
    _ bug: String, _ meaning: String,
    _ hunt: @escaping @Sendable (Target) throws -> Tally = { target in
      try RacesMethod().run(racers: 8, commands: 40, bouts: 1, on: target)
    }
  ) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: RacesMethod().name, hunt: hunt)
  }

  @Sendable private static func traceLocks(on target: Target) throws -> Tally {
    try judged { try LockTrace(on: target).violations() }
  }

  private static func crash(
    _ bug: String, _ meaning: String, in scenario: String
  ) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: CrashStates().name) { target in
      var method = CrashStates()
      method.scenarios = CrashScenario.all.filter { $0.name == scenario }
      method.wanted = 200
      return try method.run(.quick, on: target)
    }
  }

  private static func disk(_ bug: String, _ meaning: String, in scenario: String) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: BlockStates().name) { target in
      var method = BlockStates()
      method.scenarios = CrashScenario.all.filter { $0.name == scenario }
      method.formats = [.ext4]
      method.wanted = 40
      return try method.run(.quick, on: target)
    }
  }

  private static func faults(_ bug: String, _ meaning: String, _ kind: Fault.Kind) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: Faults().name) { target in
      let start = try World(target.chatctl)
      try start.populate()
      let stage = Stage.ordinary(start)
      var tally = Tally()
      for command in stage.commands where command.name == "send" {
        let trial = try FaultTrial(command, at: stage, stage.opening(), on: target)
        let fault = Fault(kind: kind, isForEver: false)
        for call in trial.calls where fault.concerns(call) {
          if let violation = try trial.violation(of: fault, at: call.number) {
            tally.report(violation)
          }
        }
      }
      return tally
    }
  }

  private static func readers(
    _ bug: String, _ meaning: String, _ hunt: @escaping @Sendable (Target) throws -> Tally
  ) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: ReadersMethod().name, hunt: hunt)
  }

  private static func damage(_ bug: String, _ meaning: String) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: DamagedStores().name) { target in
      var method = DamagedStores()
      method.wanted = 60
      method.place = "store/chats/ID/cursors/CURSOR.json"
      return try method.run(.quick, on: target)
    }
  }

  private static func modes(_ bug: String, _ meaning: String) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: Permissions().name) { target in
      var tally = Tally()
      try ModeTrace(umask: "022", isShared: false, .quick, target).run(&tally)
      return tally
    }
  }

  private static func judged(_ look: () throws -> [String]) throws -> Tally {
    var tally = Tally()
    for violation in try look() { tally.report(violation) }
    return tally
  }

  private static func world(of target: Target) throws -> World {
    try World(target.executable, environment: try target.plant())
  }
}
