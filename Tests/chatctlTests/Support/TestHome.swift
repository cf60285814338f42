import Foundation
import Glibc

/// Someone's throw-away home, in which chatctl runs with a cleared environment.
final class TestHome {
  /// What the home begins with.
  enum Store {
    /// A store at the default place, with cheap passwords.
    case created
    /// None.
    case absent
    /// One that is somewhere else, by its path.
    case at(String)
  }

  /// The search path of everything that is started.
  static let path = "/usr/bin:/bin"

  let folder: URL
  /// The store's directory.
  let store: StoreFiles
  let environment: [String: String]
  private let user: OSUser?
  private let binary: String

  /// - Parameter user: whose home it is; nil for whoever runs the tests.
  init(_ store: Store = .created, user: OSUser? = nil) throws {
    self.user = user
    folder = FileManager.default.temporaryDirectory
      .appending(path: "chatctl-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    var environment = [
      "HOME": folder.path, "PATH": "\(folder.path)/bin:\(Self.path)", "TZ": "UTC",
    ]
    if case .at(let path) = store {
      environment["CHATCTL_STORE"] = path
      self.store = StoreFiles(URL(filePath: path))
    } else {
      self.store = StoreFiles(folder.appending(path: ".local/share/chatctl"))
    }
    self.environment = environment
    binary = folder.appending(path: "bin/chatctl").path
    try install()
    if case .created = store {
      try succeed("init")
      try self.store.makePasswordsCheap()
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs chatctl and waits for its end.
  /// - Parameters:
  ///   - account: passed with `--as`.
  ///   - configure: changes what it is given.
  func run(
    _ words: any Word..., as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) -> Void = { _ in }
  ) throws -> Outcome {
    try start(words, as: account, input: input, configure: configure).finish()
  }

  /// Runs chatctl, which has to exit 0.
  @discardableResult
  func succeed(
    _ words: any Word..., as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) -> Void = { _ in }
  ) throws -> Outcome {
    try succeed(words, as: account, input: input, configure: configure)
  }

  /// Starts chatctl beside the test.
  func start(
    _ words: any Word..., as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) -> Void = { _ in }
  ) throws -> LiveProcess {
    try start(words, as: account, input: input, configure: configure)
  }

  /// Runs a script of bash in which `chatctl` is the one under test.
  func shell(_ script: String, configure: (inout Launch) -> Void = { _ in }) throws -> Outcome {
    try start(program: ["/bin/bash", "-c", script], input: .empty, configure).finish()
  }

  /// Signs up and logs in, with the password `pw`.
  func signUp(_ usernames: String...) throws {
    for username in usernames {
      try succeed("signup", username, "--password-stdin", input: .text("pw"))
    }
  }

  /// Makes accounts who are friends, the first of whom is logged in and owns the chat `r`.
  func makeRoom(_ owner: String = "alice", _ friends: String...) throws {
    try signUp(owner)
    for friend in friends {
      try signUp(friend)
      try succeed("friends", "add", friend, as: owner)
    }
    try succeed("switch", owner)
    try makeChat("r", of: owner, with: friends)
  }

  /// Makes a chat, a public one where there are no friends.
  func makeChat(_ name: String, of owner: String, with friends: [String] = []) throws {
    let words = ["chat", "create", name] + (friends.isEmpty ? ["--public"] : friends)
    try succeed(words, as: owner, input: .empty) { _ in }
  }

  @discardableResult
  private func succeed(
    _ words: [any Word], as account: String?, input: Launch.Input,
    configure: (inout Launch) -> Void
  ) throws -> Outcome {
    let outcome = try start(words, as: account, input: input, configure: configure).finish()
    guard outcome.code == 0 else {
      let line = words.map { String(decoding: $0.bytes.prefix(60), as: UTF8.self) }
      throw HarnessError(
        "chatctl \(line.joined(separator: " ")): \(outcome.ending) \(outcome.errors)")
    }
    return outcome
  }

  private func start(
    _ words: [any Word], as account: String?, input: Launch.Input,
    configure: (inout Launch) -> Void
  ) throws -> LiveProcess {
    let credential = account.map { ["--as", $0] } ?? []
    return try start(program: [binary] + credential + words, input: input, configure)
  }

  private func start(
    program words: [any Word], input: Launch.Input, _ configure: (inout Launch) -> Void
  ) throws -> LiveProcess {
    var launch = Launch(words: words, environment: environment, input: input)
    if let user { launch.wrap(in: .user(user)) }
    configure(&launch)
    return try launch.start()
  }

  /// Another user may not reach the build directory, so gets a copy of the binary.
  private func install() throws {
    let manager = FileManager.default
    let bin = folder.appending(path: "bin")
    try manager.createDirectory(at: bin, withIntermediateDirectories: false)
    if let user {
      try manager.copyItem(atPath: Self.builtBinary, toPath: binary)
      chown(folder.path, user.uid, user.gid)
    } else {
      try manager.createSymbolicLink(atPath: binary, withDestinationPath: Self.builtBinary)
    }
  }

  /// The binary under test: beside the running test bundle, or where CHATCTL_BINARY says.
  static let builtBinary: String = {
    if let other = ProcessInfo.processInfo.environment["CHATCTL_BINARY"] { return other }
    let bundle = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appending(path: "chatctl").path
  }()
}
