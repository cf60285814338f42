import ChatCore
import ChatSystem

/// What a command gets to work with. What it declares in its ``Needs`` was opened before.
struct Context {
  var output: Output
  let environment: Environment
  let client: Client
  /// Where the store is, or is to be made.
  let storePath: String
  let sessionFile: SessionFile
  /// Whether nothing may be asked on the terminal.
  let mayAsk: Bool
  /// Set when a signal ended the command's work, which is then to end the process.
  var signal: Signal?

  private let username: String?
  private var openedStore: Store?
  private var openedIdentity: Identity?

  init(_ invocation: Invocation, output: Output, environment: Environment) throws(ChatError) {
    self.output = output
    self.environment = environment
    client = Client(
      command: invocation.command.fullName, lockTimeout: try invocation.lockTimeout,
      now: { Timestamp(milliseconds: SystemClock.milliseconds) })
    if let path = invocation.value(of: GlobalOptions.store) {
      // An empty path would be the root directory.
      if path.isEmpty { throw .invalidValue(path, of: "--store", expected: "a directory") }
      storePath = path
    } else {
      storePath = try environment.storePath()
    }
    sessionFile = SessionFile(in: try environment.statePath(), for: client)
    mayAsk = !invocation.has(GlobalOptions.noInput)
    username = invocation.value(of: GlobalOptions.user) ?? environment.user
  }

  /// Opens what a command needs, or throws what there is to say about it.
  mutating func open(_ needs: Needs) throws(ChatError) {
    if needs.store == .none { return }
    let store = try Store(at: storePath, for: client)
    if needs.store == .write { try store.requireWritable() }
    openedStore = store
    if needs.account == .none { return }
    guard let entry = try session(in: store) else {
      if needs.account == .optional && username == nil { return }
      throw username.map(ChatError.notLoggedInAs) ?? .notLoggedIn
    }
    openedIdentity = try store.identity(of: entry)
  }

  /// The remembered session that the command is to act with, if there is one.
  func session(in store: Store) throws(ChatError) -> SessionEntry? {
    let sessions = try sessionFile.load()
    guard let username else { return sessions.current(in: store) }
    return sessions.session(of: username, in: store)
  }

  /// The store, in a command that needs one.
  var store: Store {
    get throws(ChatError) {
      guard let openedStore else { throw .noStore(storePath) }
      return openedStore
    }
  }

  /// Who acts, in a command that needs an account.
  var identity: Identity {
    get throws(ChatError) {
      guard let openedIdentity else { throw .notLoggedIn }
      return openedIdentity
    }
  }

  var now: Timestamp { client.now() }
}

extension Invocation {
  fileprivate var lockTimeout: Duration {
    get throws(ChatError) {
      guard let text = value(of: GlobalOptions.lockTimeout) else { return .seconds(10) }
      return try DurationExpression.parse(text, of: "--lock-timeout")
    }
  }
}
