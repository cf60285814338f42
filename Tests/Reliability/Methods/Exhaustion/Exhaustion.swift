import Foundation
import TestTools

/// Takes away what a command needs: room on the disk, leave to write, files that may grow, inotify,
/// memory.
struct Exhaustion: Method {
  let name = "exhaustion"
  let unit = "commands that lacked something"

  func goal(of tier: Tier) -> Int {
    switch tier {
    case .quick: 10
    case .short: 150
    case .full: 600
    }
  }

  func obstacle() -> String? { MountNamespace.obstacle() }

  func run(_ tier: Tier, on target: Target) throws -> Tally {
    let start = try World(target.chatctl)
    try start.populate()
    let stage = Stage.ordinary(start)
    let opening = try stage.opening()
    var tally = Tally()
    for lack in Self.all where tier != .quick || lack.isQuick {
      Progress.show("\(name): \(lack.name)")
      try lack.run(.init(stage: stage, opening: opening, tier: tier, target: target), &tally)
    }
    return tally
  }

  /// Everything that can be lacking.
  static let all: [any Lack] = [
    FillingUp(), FileSizeLimit(), FullDisk.memory, FullDisk.ext4, ReadOnlyMount(), NoInotify(),
    LittleMemory(),
  ]
}

/// Something that is lacking.
protocol Lack: Sendable {
  var name: String { get }
  /// Whether it is short enough for the quick tier.
  var isQuick: Bool { get }
  func run(_ trials: Exhaustion.Trials, _ tally: inout Tally) throws
}

extension Exhaustion {
  /// What commands are tried on.
  struct Trials {
    let stage: Stage
    let opening: Stage.Opening
    let tier: Tier
    let target: Target

    /// The commands to try.
    var commands: [WritingCommand] {
      switch tier {
      case .quick: stage.commands.filter { $0.name == "delete" }
      case .short: stage.commands.filter { $0.name.count % 3 == 0 || $0.name == "send" }
      case .full: stage.commands
      }
    }

    /// Tries a command that has what it needs.
    func trial(of command: WritingCommand, in world: World) throws -> CommandTrial {
      try CommandTrial(command, at: stage, opening, in: world) { try $0.run(command.step) }
    }
  }
}

extension CommandTrial {
  /// Judges a command that lacked something.
  /// - Parameters:
  ///   - lack: what that was, and how it can be seen again.
  ///   - words: what an error has to say, one of them.
  func judge(
    _ outcome: Outcome, lacking lack: String, words: [String], _ tally: inout Tally
  ) throws {
    tally.add()
    let hasFailed = outcome.code != 0
    let complaint =
      if let complaint = outcome.complaint {
        complaint
      } else if hasFailed && outcome.code != 7 {
        "not the exit code of a failing system"
      } else if hasFailed && !words.contains(where: outcome.errors.contains) {
        "it does not say what is lacking"
      } else {
        try self.complaint(after: outcome, mayEndAnywhere: false)
      }
    if let complaint {
      tally.report("\(command.name), \(lack): \(outcome.inWords): \(complaint)")
    }
  }
}
