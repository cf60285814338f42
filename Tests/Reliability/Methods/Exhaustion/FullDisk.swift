import Foundation
import TestTools

/// A file system that has no blocks or no inodes left, or very few.
struct FullDisk: Lack {
  let name: String
  /// Mounts it, given where.
  private let script: @Sendable (String) -> String
  var isQuick: Bool { name == "tmpfs" }

  static let memory = FullDisk(name: "tmpfs") {
    "mount -t tmpfs -o size=1m,nr_inodes=300 none \($0)"
  }

  /// In a file of its own, through a loop device that goes with the mount.
  static let ext4 = FullDisk(name: "ext4") { folder in
    """
    truncate -s 4m \(folder).disk && mkfs.ext4 -q -b 1024 -N 300 -m 0 \(folder).disk \
    && mount -o loop \(folder).disk \(folder) && rm \(folder).disk && rmdir \(folder)/lost+found
    """
  }

  /// What is left of it.
  private enum Room: CaseIterable {
    case nothing, oneBlock, someBlocks, noInode
  }

  func run(_ trials: Exhaustion.Trials, _ tally: inout Tally) throws {
    var namespace: MountNamespace?
    let world: World
    do {
      world = try World(trials.target.chatctl) { folder in
        let new = try MountNamespace(script(folder))
        namespace = new
        return new
      }
    } catch {
      return tally.remark("\(name) cannot be mounted here, and was left out")
    }
    defer { extendLifetime(namespace) }
    for command in trials.commands {
      let trial = try trials.trial(of: command, in: world)
      for room in Room.allCases {
        try trial.reset()
        try fill(world, leaving: room)
        let outcome = try world.run(command.step)
        let reading = try world.run(["log", "town"], as: "bob")
        try clear(world)
        try trial.judge(
          outcome, lacking: "\(name) with \(room)", words: ["no space left on device"], &tally)
        if reading.code != 0 {
          tally.report("\(name) with \(room): log of town: \(reading.inWords)")
        }
      }
    }
  }

  private func fill(_ world: World, leaving room: Room) throws {
    let ballast = world.files.appending(path: "ballast")
    try FileManager.default.createDirectory(at: ballast, withIntermediateDirectories: false)
    let block = ballast.appending(path: "blocks").path
    if room != .noInode {
      let dd = ["dd", "if=/dev/zero", "of=\(block)", "bs=1k"]
      _ = try Launch(dd, environment: world.environment).finish()
      let rest = room == .nothing ? 0 : room == .oneBlock ? 4096 : 4 * 4096
      try Launch(["truncate", "-s", "-\(rest)", block], environment: world.environment).run()
      return
    }
    for number in 0..<400 {
      let path = ballast.appending(path: "\(number)").path
      if !FileManager.default.createFile(atPath: path, contents: nil) { return }
    }
  }

  private func clear(_ world: World) throws {
    try FileManager.default.removeItem(at: world.files.appending(path: "ballast"))
  }
}
