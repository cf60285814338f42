import Foundation
import Glibc

/// Someone's throw-away home, in which chatctl runs with a cleared environment.
final class TestHome: Sendable {
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
  /// The remembered logins.
  var sessions: URL { folder.appending(path: ".local/state/chatctl/sessions.json") }
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
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> Outcome {
    try run(words, as: account, input: input, configure: configure)
  }

  /// Runs chatctl and waits for its end.
  func run(
    _ words: [any Word], as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> Outcome {
    try start(words, as: account, input: input, configure: configure).finish()
  }

  /// Runs chatctl, which has to exit 0.
  @discardableResult
  func succeed(
    _ words: any Word..., as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> Outcome {
    try succeed(words, as: account, input: input, configure: configure)
  }

  /// Runs chatctl, which has to exit 0.
  @discardableResult
  func succeed(
    _ words: [any Word], as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> Outcome {
    let outcome = try run(words, as: account, input: input, configure: configure)
    guard outcome.code == 0 else {
      let line = words.map { String(decoding: $0.bytes.prefix(60), as: UTF8.self) }
      throw HarnessError(
        "chatctl \(line.joined(separator: " ")): \(outcome.ending) \(outcome.errors)")
    }
    return outcome
  }

  /// Starts chatctl beside the test.
  func start(
    _ words: any Word..., as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> LiveProcess {
    try start(words, as: account, input: input, configure: configure)
  }

  /// Starts chatctl beside the test.
  func start(
    _ words: [any Word], as account: String? = nil, input: Launch.Input = .empty,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> LiveProcess {
    let credential = account.map { ["--as", $0] } ?? []
    return try start(program: [binary] + credential + words, input: input, configure)
  }

  /// Runs a script of bash in which `chatctl` is the one under test.
  func shell(
    _ script: String, configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> Outcome {
    try startShell(script, configure: configure).finish()
  }

  /// Starts a script of bash beside the test.
  func startShell(
    _ script: String, configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> LiveProcess {
    try start(program: ["/bin/bash", "-c", script], input: .empty, configure)
  }

  /// Runs chatctl with all its streams on a terminal, without a pager.
  func onTerminal(
    _ words: any Word..., environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(words) { launch in
      launch.attach(to: try PseudoTerminal())
      launch.environment["PAGER"] = "cat"
      launch.environment.merge(environment) { $1 }
    }
  }

  private func start(
    program words: [any Word], input: Launch.Input, _ configure: (inout Launch) throws -> Void
  ) throws -> LiveProcess {
    var launch = Launch(words: words, environment: environment, input: input)
    if let user { launch.wrap(in: .user(user)) }
    try configure(&launch)
    return try launch.start()
  }

  /// Another user may not reach the build directory, so gets a copy of the binary. A program of its
  /// own makes it: a file that a process about to be started holds open cannot be run.
  private func install() throws {
    let bin = folder.appending(path: "bin")
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: false)
    let how = user == nil ? ["/bin/ln", "-s"] : ["/bin/cp"]
    let installed = try Launch(words: how + [Self.builtBinary, binary]).run()
    guard installed.code == 0 else { throw HarnessError(installed.errors) }
    if let user { chown(folder.path, user.uid, user.gid) }
  }

  /// The binary under test: beside the running test bundle, or where CHATCTL_BINARY says.
  static let builtBinary: String = {
    if let other = ProcessInfo.processInfo.environment["CHATCTL_BINARY"] { return other }
    return products.appending(path: "chatctl").path
  }()

  /// Where the programs of this build are.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
}
