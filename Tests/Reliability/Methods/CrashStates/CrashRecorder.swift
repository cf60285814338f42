import TestTools

/// Runs scenarios in a lively store, to see what they do; for one thread.
final class CrashRecorder {
  private let lively: World
  private let writer: FolderWriter
  private let start: FileTree

  init(_ target: Target) throws {
    lively = try World(target.executable, environment: try target.plant())
    try lively.populate()
    writer = FolderWriter(lively.folder)
    start = try FileTree(of: lively.folder)
  }

  /// Runs what is to be interrupted, once.
  func record(_ scenario: CrashScenario) throws -> Recording {
    try writer.write(start)
    try scenario.start.prepare(lively)
    var recording = try Recording(of: lively)
    for step in scenario.traced { try recording.run(step, in: lively) }
    return recording
  }
}
