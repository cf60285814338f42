import Foundation
import TestTools

/// A throw-away directory with a store and its people, in which chatctl runs with a cleared
/// environment.
final class World: Sendable {
  /// Where all of it is.
  let folder: URL
  /// The executable that runs.
  let chatctl: String
  /// What it is given beside the usual, such as the library that is loaded before it.
  let extraEnvironment: [String: String]

  /// The store's directory; the state with the sessions is beside it.
  var store: URL { folder.appending(path: "store") }
  var state: URL { folder.appending(path: "state") }
  /// All that a command may change, below ``folder``.
  static let parts = ["store", "state"]

  /// An empty directory, gone with this process.
  /// - Parameter place: where to make it; else in memory.
  init(
    _ chatctl: URL, in place: URL = URL(filePath: "/dev/shm"),
    environment: [String: String] = [:]
  ) throws {
    folder = place.appending(path: "chatctl-reliability-\(UUID().uuidString)")
    self.chatctl = chatctl.path
    extraEnvironment = environment
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    Leftovers.remove(atEnd: folder.path)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var environment: [String: String] {
    [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "CHATCTL_STORE": store.path,
      "XDG_STATE_HOME": state.path,
    ].merging(extraEnvironment) { $1 }
  }

  /// Runs chatctl to its end, however that is.
  func run(
    _ words: [String], as account: String? = nil, input: String = "",
    wrappedIn wrapper: [String] = []
  ) throws -> Outcome {
    let credential = account.map { ["--as", $0] } ?? []
    return try Launch(wrapper + [chatctl] + credential + words, environment: environment)
      .finish(input: Array(input.utf8))
  }

  /// Runs chatctl, which has to exit with 0.
  @discardableResult
  func succeed(
    _ words: [String], as account: String? = nil, input: String = ""
  ) throws -> Outcome {
    let outcome = try run(words, as: account, input: input)
    guard outcome.code == 0 else {
      throw Failure("chatctl \(words.joined(separator: " ")): \(outcome.code): \(outcome.errors)")
    }
    return outcome
  }

  /// Fills it with what a lively store has: see ``Scene``.
  func populate() throws {
    try succeed(Step("init"))
    try makePasswordsCheap()
    for step in Scene.steps { try succeed(step) }
  }

  private func makePasswordsCheap() throws {
    let path = store.appending(path: "store.json").path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing(/"passwordCost":\d+/, with: #""passwordCost":1"#)
      .write(toFile: path, atomically: false, encoding: .utf8)
  }

  @discardableResult
  func succeed(_ step: Step) throws -> Outcome {
    try succeed(step.words, as: step.account, input: step.input)
  }

  /// Takes over the files of another world.
  func copy(from other: World) throws {
    let manager = FileManager.default
    for part in Self.parts {
      let (source, copy) = (other.folder.appending(path: part), folder.appending(path: part))
      try? manager.removeItem(at: copy)
      if manager.fileExists(atPath: source.path) {
        try Launch(["cp", "-a", source.path, copy.path], environment: environment).run()
      }
    }
  }
}

/// A command line, and who types it.
struct Step: Sendable {
  let words: [String]
  var account: String?
  var input = ""

  init(_ words: String..., as account: String? = nil, input: String = "") {
    self.words = words
    self.account = account
    self.input = input
  }
}
