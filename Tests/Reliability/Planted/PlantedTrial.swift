import Foundation
import TestTools

/// A bug that a build for tests has on purpose, and how a method finds it.
struct PlantedTrial: Sendable {
  /// As `shim.c` or ``PlantedBug`` calls it.
  let bug: String
  /// What is wrong then.
  let meaning: String
  /// The method that has to find it.
  let method: String
  /// What it has to say then, in part; one of these.
  let findings: [String]
  /// Whether it is found without luck, and without a build of its own.
  var isSure = true
  /// Runs the part of the method that finds it.
  private let hunt: @Sendable (Target) throws -> Tally

  /// Whether the method finds it.
  /// - Parameter target: without a bug.
  func isFound(on target: Target) throws -> Bool {
    var target = target
    target.bug = bug
    return try hunt(target).violations.contains { findings.contains(where: $0.contains) }
  }

  static let all =
    crashStates + blockStates + faults + exhaustion + kills + readers + races + permissions
    + damagedStores + fuzzing + sanitizers
}

extension PlantedTrial {
  private static let races = [
    PlantedTrial(
      bug: "no-lock", meaning: "locks do nothing", method: RacesMethod().name,
      findings: ["acknowledged, there 0×"], isSure: false
    ) { target in
      try RacesMethod().run(racers: 8, commands: 40, bouts: 1, on: target)
    },
    lockTrace(
      "posix-lock", "locks are of the process, not of the open file",
      finding: "a lock is of the process"),
    lockTrace(
      "early-release", "where other hosts may write, a lock is let go before the sync",
      finding: "is not synced before its lock is let go"),
    PlantedTrial(
      bug: "early-rights", meaning: "the right to write is asked for before the lock is there only",
      method: RacesMethod().name, findings: ["after they were taken out"], isSure: false
    ) { target in
      try judged { try RemovalRush(in: world(of: target)).violations(turns: 40) }
    },
  ]

  private static func lockTrace(
    _ bug: String, _ meaning: String, finding: String
  ) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: RacesMethod().name, findings: [finding]) {
      target in
      try judged { try LockTrace(on: target).violations() }
    }
  }

  private static let crashStates = [
    crash("no-sync", "nothing is synced", in: "send", lost),
    crash("no-directory-sync", "no directory is synced", in: "friends add", lost),
    crash(
      "no-sync=/messages/", "a full segment is not synced before the next",
      in: "send that begins a segment, the one before not synced", lost),
    crash(
      "no-sync=/keys/", "the file of a key is not synced", in: "send --key",
      "typed again, it exits with 7"),
    crash(
      "key-after-message", "the file of a key is written after the message", in: "send --key",
      "it has 1 steps between before and after, of which 0 have names"),
    crash(
      "key-not-synced-again", "who sends under a key again does not sync the message",
      in: "send --key again, the first not synced", lost),
    crash(
      "document-before-hint", "a document is there before its hint", in: "signup", "/names/"),
    crash(
      "cut-log", "what a crash left of a log is cut off, not ended",
      in: "send after an unended record", "1 message is missing"),
    crash(
      "line-left-torn", "what a crash left of a line is not ended", in: "send after a torn line",
      "has a damaged line"),
    crash(
      "text-left-in-edits", "what is erased stays in the edits", in: "delete", "is still in"),
  ]

  private static let lost = "it was acknowledged, but"

  private static func crash(
    _ bug: String, _ meaning: String, in scenario: String, _ finding: String
  ) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: CrashStates().name, findings: [finding]) {
      target in
      var method = CrashStates()
      method.scenarios = CrashScenario.all.filter { $0.name == scenario }
      method.wanted = 200
      return try method.run(.quick, on: target)
    }
  }

  private static let blockStates = [
    disk("no-sync", "nothing is synced", in: "send"),
    disk("no-directory-sync", "no directory is synced", in: "profile"),
  ]

  private static func disk(_ bug: String, _ meaning: String, in scenario: String) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: BlockStates().name, findings: [lost]) {
      target in
      var method = BlockStates()
      method.scenarios = CrashScenario.all.filter { $0.name == scenario }
      method.formats = [.ext4]
      method.wanted = 40
      return try method.run(.quick, on: target)
    }
  }

  private static let faults = [
    fault(
      "ignored-sync-error", "a failed sync counts as done", .inputOutput,
      "the failure was passed over"),
    fault(
      "ignored-lock-error", "a lock that cannot be taken counts as taken", .inputOutput,
      "the failure was passed over"),
    fault(
      "short-write-unnoticed", "a write that was cut short counts as whole", .short,
      "what is there is before"),
  ]

  private static func fault(
    _ bug: String, _ meaning: String, _ kind: Fault.Kind, _ finding: String
  ) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: Faults().name, findings: [finding]) { target in
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

  private static let kills = [
    PlantedTrial(
      bug: "no-lock", meaning: "locks do nothing", method: KillsMethod().name,
      findings: ["[kills, seed 1"], isSure: false
    ) { target in
      try KillsMethod().run(kills: 400, mercy: 0.9, on: target)
    }
  ]

  private static let readers = [
    PlantedTrial(
      bug: "no-lock", meaning: "locks do nothing", method: ReadersMethod().name,
      findings: [
        "acknowledged, there 0×", "what stood in the log's file was changed",
        "neither whole nor torn",
      ], isSure: false
    ) { target in
      try ReadersMethod().run(seconds: 2, inBoutsOf: 2, starts: 0, on: target)
    },
    PlantedTrial(
      bug: "dateless-cursor", meaning: "a cursor is believed by its number alone",
      method: ReadersMethod().name, findings: ["in place of what is new"]
    ) { target in
      try judged { try PowerCut(ReaderScene(in: world(of: target))).violations() }
    },
    PlantedTrial(
      bug: "late-watch", meaning: "a follower looks before it watches",
      method: ReadersMethod().name, findings: ["a follower that was started"], isSure: false
    ) { target in
      try judged {
        var start = try FollowerStart(ReaderScene(in: world(of: target)), seed: 1)
        return try start.violations(tries: 60)
      }
    },
  ]

  private static let exhaustion = [
    PlantedTrial(
      bug: "short-write-unnoticed", meaning: "a write that was cut short counts as whole",
      method: Exhaustion().name, findings: ["other messages are there"]
    ) { target in
      var tally = Tally()
      try FillingUp().run(target, messageSize: 20_000, asLines: false, &tally)
      return tally
    }
  ]

  private static let damagedStores = [
    damage(
      "damage-taken-for-nothing", "a damaged document counts as one that was never written",
      "without a word, other results"),
    damage("unchecked-cursors", "doctor does not look at cursors", "doctor names"),
  ]

  private static func damage(
    _ bug: String, _ meaning: String, _ finding: String
  ) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: DamagedStores().name, findings: [finding]) {
      target in
      var method = DamagedStores()
      method.wanted = 60
      method.place = "store/chats/ID/cursors/CURSOR.json"
      return try method.run(.quick, on: target)
    }
  }

  private static let permissions = [
    mode("open-mode=sessions.json:0644", "the file of the sessions is made for all to read"),
    mode("fchmod-mode=secret.json:0644", "the secrets of an account are opened to all"),
  ]

  private static func mode(_ bug: String, _ meaning: String) -> PlantedTrial {
    PlantedTrial(bug: bug, meaning: meaning, method: Permissions().name, findings: ["has mode 644"])
    {
      target in
      var tally = Tally()
      try ModeTrace(umask: "022", isShared: false, .quick, target).run(&tally)
      return tally
    }
  }

  private static let fuzzing = [
    PlantedTrial(
      bug: "unescaped-controls", meaning: "controls stand in a text of JSON as they are",
      method: FuzzingMethod().name, findings: ["is another text when it was JSON"], isSure: false
    ) { target in
      var method = FuzzingMethod()
      method.only = ["text"]
      return try method.run(.short, on: target)
    }
  ]

  private static let sanitizers = [
    PlantedTrial(
      bug: "search-too-far", meaning: "a search looks at the byte after the last",
      method: Sanitizers().name, findings: ["heap-buffer-overflow"], isSure: false
    ) { target in
      var method = Sanitizers()
      method.kinds = ["address"]
      return try method.run(.short, on: target)
    }
  ]

  private static func judged(_ look: () throws -> [String]) throws -> Tally {
    var tally = Tally()
    for violation in try look() { tally.report(violation) }
    return tally
  }

  private static func world(of target: Target) throws -> World {
    try World(target.executable, environment: try target.plant())
  }
}
