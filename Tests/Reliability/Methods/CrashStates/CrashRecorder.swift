import TestTools

/// Runs scenarios in a lively store, to see what they do; for one thread.
final class CrashRecorder {
  private let target: Target
  /// The store of one user, and the one that a group shares, when they are needed first.
  private var places: [Bool: Place] = [:]

  /// A lively store.
  private struct Place {
    let world: World
    let writer: FolderWriter
    let start: FileTree
  }

  init(_ target: Target) { self.target = target }

  /// Runs what is to be interrupted, once.
  func record(_ scenario: CrashScenario) throws -> Recording {
    let place = try place(isShared: scenario.isShared)
    try place.writer.write(place.start)
    try scenario.start.prepare(place.world)
    var recording = try Recording(of: place.world)
    for step in scenario.traced { try recording.run(step, in: place.world) }
    return recording
  }

  private func place(isShared: Bool) throws -> Place {
    if let place = places[isShared] { return place }
    let world = try World(target.executable, environment: try target.plant())
    try world.populate(isShared: isShared)
    let place = Place(
      world: world, writer: FolderWriter(world.folder), start: try FileTree(of: world.folder))
    places[isShared] = place
    return place
  }
}
