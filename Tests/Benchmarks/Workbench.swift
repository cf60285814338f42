import ChatSystem
import Foundation
import Glibc
import TestTools

/// The directory in which everything is measured, with all that was made there.
///
/// Data is kept between runs. What a run changes or starts is below `run`, and goes with it.
final class Workbench {
  let sizes: Sizes
  let texts = Texts()
  /// The directory of the data, which is the current one.
  let directory: String
  /// Keeps other runs out.
  private let lock: FileLock
  private var supplied: [Supply: Result<Void, any Error>] = [:]
  private var servers: [RunningProgram] = []

  /// Enters the directory; fails where another run uses it.
  /// - Parameter chatctl: the executable that is measured.
  init(in data: String, _ sizes: Sizes, chatctl: URL) throws {
    self.sizes = sizes
    directory = "\(data)/\(sizes.name)"
    let manager = FileManager.default
    try manager.createDirectory(atPath: directory, withIntermediateDirectories: true)
    if !sizes.isShort { try Host.requireDisk(for: directory) }
    guard manager.changeCurrentDirectoryPath(directory) else {
      throw Failure("cannot enter \(directory)")
    }
    do throws(Errno) {
      lock = try FileLock.acquire("lock", creating: FileMode(0o600), timeout: .zero)
    } catch {
      throw Failure("\(directory): \(error == .timedOut ? "another run uses it" : "\(error)")")
    }
    try removeAll("run")
    Leftovers.remove(atEnd: "\(directory)/run")
    try makeDirectory("run")
    for program in [chatctl, Build.program("floor"), Build.program("peak")] {
      try manager.createSymbolicLink(
        atPath: "run/\(program.lastPathComponent)", withDestinationPath: program.path)
    }
  }

  /// Ends the servers.
  func close() { servers.removeAll() }

  /// Makes and starts what a comparison needs.
  /// - Returns: where it is measured.
  func stage(for needs: [Supply]) throws -> Stage {
    for supply in needs { try provide(supply) }
    let scenes = needs.compactMap(\.scene)
    var values: [String: String] = [:]
    if scenes.contains(.million) {
      values["segments"] = try Scene.million.segments().joined(separator: " ")
      values["since"] = try readText(Scene.million.since)
    }
    return Stage(
      sizes: sizes, environment: Stage.environment(state: try state(for: scenes)), values: values)
  }

  /// Provides something once; where that fails, it fails again for the next who needs it.
  private func provide(_ supply: Supply) throws {
    if let result = supplied[supply] { return try result.get() }
    let result = Result { try make(supply) }
    supplied[supply] = result
    try result.get()
  }

  private func make(_ supply: Supply) throws {
    switch supply {
    case .scene(let scene):
      if scene == .million { try provide(.lines) }
      try makeOnce(scene.rawValue) { try SceneMaker(scene: scene, sizes: sizes).make() }
    case .copy(let scene):
      try provide(.scene(scene))
      try Stage.copy(scene, to: "run/\(scene.rawValue)")
    case .lines: try makeOnce(Texts.file) { try texts.write(sizes.messages) }
    case .database: try Peers.makeDatabase()
    case .redis: servers.append(try Peers.startRedis())
    case .mosquitto: servers.append(try Peers.startMosquitto())
    }
  }

  /// Makes data where there is none yet, or where it was made by another recipe. A file beside it
  /// tells, which is written when all is on the disk.
  private func makeOnce(_ name: String, _ make: () throws -> Void) throws {
    let mark = "\(name).made"
    let recipe = "recipe 1: \(sizes.ofData), texts \(texts.source)\n"
    if (try? readText(mark)) == recipe { return }
    Progress.show("making \(directory)/\(name)")
    try removeAll(mark)
    try make()
    sync()
    try writeFile(Array(recipe.utf8), to: mark)
  }

  /// A file of sessions that holds those of these stores and no more, as somebody has who uses
  /// them.
  /// - Returns: its directory.
  private func state(for scenes: [Scene]) throws -> String {
    let names = Set(scenes.map(\.rawValue)).sorted()
    let directory = "run/state-\(names.joined(separator: "-"))"
    if access(directory, F_OK) == 0 { return directory }
    var current: [String: Any] = [:]
    var sessions: [Any] = []
    for name in names {
      let file = try Data(contentsOf: URL(filePath: "\(name).state/chatctl/sessions.json"))
      let object = try JSONSerialization.jsonObject(with: file) as? [String: Any] ?? [:]
      current.merge(object["current"] as? [String: Any] ?? [:]) { $1 }
      sessions += object["sessions"] as? [Any] ?? []
    }
    try makeDirectory(directory)
    try makeDirectory("\(directory)/chatctl")
    let merged = try JSONSerialization.data(
      withJSONObject: ["current": current, "sessions": sessions], options: .sortedKeys)
    try writeFile(Array(merged), to: "\(directory)/chatctl/sessions.json")
    return directory
  }
}
