import Foundation
import TestTools

/// The store is mounted so that nobody can write to it.
struct ReadOnlyMount: Lack {
  let name = "read-only mount"
  let isQuick = true

  func run(_ trials: Exhaustion.Trials, _ tally: inout Tally) throws {
    var namespace: MountNamespace?
    let world = try World(trials.target.chatctl) { folder in
      let new = try MountNamespace("mount --bind \(folder) \(folder)")
      namespace = new
      return new
    }
    defer { extendLifetime(namespace) }
    for command in trials.commands {
      let trial = try trials.trial(of: command, in: world)
      for stateToo in [false, true] {
        try trial.reset()
        let folder = stateToo ? world.folder.path : world.store.path
        // Of the folder, what is mounted there; of the store, which is no mount yet, a new one.
        if !stateToo { try namespace?.run("mount --bind \(folder) \(folder)") }
        try namespace?.run("mount -o remount,bind,ro \(folder)")
        let outcome = try world.run(command.step)
        let view = Result { try View(of: world) }
        try namespace?.run(
          stateToo ? "mount -o remount,bind,rw \(folder)" : "umount \(folder)")
        if outcome.code == 0 && command.isVisible {
          tally.report("\(command.name), read-only mount: it exits with 0")
        }
        switch view {
        case .success(let view) where view == trials.opening.view: break
        case .success: tally.report("\(command.name), read-only mount: something has changed")
        case .failure(let error):
          tally.report("\(command.name), read-only mount: reading fails: \(error)")
        }
        try trial.judge(
          outcome, lacking: "leave to write to \(stateToo ? "store and state" : "the store")",
          words: ["read-only"], &tally)
      }
    }
  }
}
