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
  /// Where ``folder`` is seen from here: in a mount namespace, elsewhere.
  let files: URL
  /// What starts chatctl.
  private let wrapper: [String]
  /// All that a command may change, below ``folder``.
  let parts: [String]

  /// Where files are in memory.
  static let memory = URL(filePath: "/dev/shm")

  /// An empty directory, gone with this process.
  /// - Parameters:
  ///   - place: where to make it; else in memory.
  ///   - parts: what a command may change.
  ///   - mounted: in which namespace it is to be, given its path.
  init(
    _ chatctl: URL, in place: URL = World.memory,
    environment: [String: String] = [:], parts: [String] = ["store", "state"],
    mounted: ((String) throws -> MountNamespace)? = nil
  ) throws {
    self.parts = parts
    folder = place.appending(path: "chatctl-reliability-\(UUID().uuidString)")
    self.chatctl = chatctl.path
    extraEnvironment = environment
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    Leftovers.remove(atEnd: folder.path)
    let namespace = try mounted?(folder.path)
    wrapper = namespace?.wrapper ?? []
    files = URL(filePath: (namespace?.root ?? "") + folder.path)
  }

  /// A path below its folder without that, to be told.
  func name(of path: String) -> String { path.replacing(folder.path + "/", with: "") }

  deinit { try? FileManager.default.removeItem(at: folder) }

  var environment: [String: String] {
    [
      "HOME": folder.path, "PATH": "/usr/bin:/bin", "TZ": "UTC", "CHATCTL_STORE": store.path,
      "XDG_STATE_HOME": state.path,
    ].merging(extraEnvironment) { $1 }
  }

  /// Runs chatctl to its end, however that is.
  /// - Parameters:
  ///   - wrapper: a program that starts it, and its arguments.
  ///   - executable: to be run instead of the world's.
  ///   - extra: variables beside the world's.
  ///   - delay: after so many microseconds it is killed, if it has not ended before.
  ///   - seconds: the same, without a wait where it ends sooner.
  func run(
    _ words: [String], as account: String? = nil, input: String = "",
    wrappedIn wrapper: [String] = [], executable: String? = nil,
    environment extra: [String: String] = [:], killedAfter delay: Int? = nil,
    atMost seconds: Int? = nil
  ) throws -> Outcome {
    try launch(
      words, as: account, wrappedIn: wrapper, executable: executable, environment: extra
    ).finish(input: Array(input.utf8), killedAfter: delay, atMost: seconds)
  }

  /// A call of chatctl.
  func launch(
    _ words: [String], as account: String? = nil, wrappedIn wrapper: [String] = [],
    executable: String? = nil, environment extra: [String: String] = [:]
  ) -> Launch {
    let credential = account.map { ["--as", $0] } ?? []
    return Launch(
      self.wrapper + wrapper + [executable ?? chatctl] + credential + words,
      environment: environment.merging(extra) { $1 })
  }

  /// Runs a step to its end.
  func run(
    _ step: Step, wrappedIn wrapper: [String] = [], executable: String? = nil,
    environment extra: [String: String] = [:], atMost seconds: Int? = nil
  ) throws -> Outcome {
    try run(
      step.words, as: step.account, input: step.input, wrappedIn: wrapper, executable: executable,
      environment: extra, atMost: seconds)
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
  /// - Parameter isShared: whether it is for the group of whoever runs this.
  func populate(isShared: Bool = false) throws {
    let group = try Launch(["id", "-gn"], environment: environment).finish().output
      .trimmingCharacters(in: .whitespacesAndNewlines)
    try succeed(isShared ? Step("init", "--group", group) : Step("init"))
    try makePasswordsCheap()
    for step in Scene.steps { try succeed(step) }
  }

  /// Lets the store hash passwords as fast as can be.
  func makePasswordsCheap() throws {
    let path = files.appending(path: "store").appending(path: "store.json").path
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try text.replacing(/"passwordCost":\d+/, with: #""passwordCost":1"#)
      .write(toFile: path, atomically: false, encoding: .utf8)
  }

  @discardableResult
  func succeed(_ step: Step) throws -> Outcome {
    try succeed(step.words, as: step.account, input: step.input)
  }

  /// What a command tells that has to succeed without a word of warning.
  /// - Parameter mayBeTorn: whether it may say that lines of a log are damaged, as a writer that is
  ///   killed leaves them.
  func read(
    _ words: [String], as account: String, mayBeTorn: Bool = false
  ) throws -> [JSONRecord] {
    let outcome = try run(["--json", "--quiet"] + words, as: account)
    let warnings = outcome.errors.split(separator: "\n")
      .filter { !mayBeTorn || !$0.contains(/\d+ damaged lines? in the log/) }
    guard outcome.code == 0, warnings.isEmpty else {
      throw Failure(
        "\(words.joined(separator: " ")) of \(account): \(outcome.code): \(outcome.errors)")
    }
    return try JSONRecord.all(in: outcome.output)
  }

  /// Takes over the files of another world.
  func copy(from other: World) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: other.files.path) else {
      throw Failure("\(other.files.path) is gone")
    }
    for part in parts { try? manager.removeItem(at: files.appending(path: part)) }
    let sources = parts.map { other.files.appending(path: $0).path }
      .filter(manager.fileExists)
    if sources.isEmpty { return }
    try Launch(["cp", "-a"] + sources + [files.path], environment: environment).run()
  }
}

/// A command line, and who types it.
struct Step: Sendable {
  var words: [String]
  var account: String?
  var input = ""

  init(_ words: String..., as account: String? = nil, input: String = "") {
    self.init(words: words, account: account, input: input)
  }

  init(words: [String], account: String? = nil, input: String = "") {
    self.words = words
    self.account = account
    self.input = input
  }
}
