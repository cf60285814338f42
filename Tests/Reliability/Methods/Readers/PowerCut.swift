import Foundation
import TestTools

/// A power cut takes the last line of a log, which a cursor is past already, and another message
/// gets its number: that one has to be shown.
struct PowerCut {
  private let world: World

  init(_ scene: ReaderScene) { world = scene.world }

  /// - Returns: what went wrong.
  func violations() throws -> [String] {
    let log = try ReaderScene.makeChat("cut", in: world)
    try world.succeed(["cursor", "set", "cut", "c", "0"], as: "reader")
    try send("kept")
    _ = try read()
    let synced = try Data(contentsOf: log)
    try send("lost")
    _ = try read()
    try FileHandle(forWritingTo: log).truncate(atOffset: UInt64(synced.count))
    try send("new")
    let seen = try read()
    return seen == ["new"]
      ? [] : ["after a power cut a cursor showed \(seen) in place of what is new"]
  }

  private func send(_ text: String) throws { try world.succeed(["send", "cut", text], as: "w0") }

  private func read() throws -> [String] {
    try world.read(["tail", "cut", "--cursor", "c", "--no-follow"], as: "reader")
      .compactMap { $0.text("body") }
  }
}
