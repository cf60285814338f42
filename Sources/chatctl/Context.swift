import ChatCore
import ChatSystem

/// What a command gets to work with. What it declares in its ``Needs`` was opened before.
struct Context {
  var output: Output
  let environment: Environment
  let client: Client
  /// Whether the user may be asked on the terminal.
  let mayAsk: Bool
  /// Set when a signal ended the command's work, which is then to end the process.
  var signal: Signal?
  /// The exit code when all went well: 0, or what tells the answer.
  var answer: Int32 = 0
  /// Whether the answer is no.
  var answersNo: Bool {
    get { answer == ExitCode.no }
    set { answer = newValue ? ExitCode.no : 0 }
  }
  /// What was passed over, of which it is to tell first.
  private var failures: [ChatError] = []

  private let storeOption: String?
  private let userOption: String?
  private let tokenOption: String?
  private var openedStore: Store?
  private var openedIdentity: Identity?

  init(_ invocation: Invocation, output: Output, environment: Environment) throws(ChatError) {
    self.output = output
    self.environment = environment
    client = Client(
      command: invocation.command.fullName, lockTimeout: try invocation.lockTimeout,
      now: { Timestamp(milliseconds: SystemClock.milliseconds) })
    storeOption = invocation.value(of: GlobalOptions.store)
    // An empty path would be the root directory.
    if let storeOption, storeOption.isEmpty {
      throw .invalidValue(storeOption, of: "--store", expected: "a directory")
    }
    userOption = invocation.value(of: GlobalOptions.user)
    if userOption?.isEmpty == true {
      throw .invalidValue("", of: "--as", expected: "a username")
    }
    tokenOption = invocation.value(of: GlobalOptions.tokenFile)
    mayAsk = !invocation.has(GlobalOptions.noInput)
  }

  /// Opens what a command needs, or throws what there is to say about it.
  mutating func open(_ needs: Needs) throws(ChatError) {
    if needs.right == nil, let source = try tokenSource() {
      throw .commandNeedsSession(client.command, token: source.name)
    }
    if needs.store == .none { return }
    let store = try Store(at: storePath, for: client)
    if needs.store == .write { try store.requireWritable() }
    openedStore = store
    if needs.account == .none { return }
    let identity = try identify(in: store)
    if let right = needs.right { try identity.require(right) }
    openedIdentity = identity
  }

  /// Who acts, by the token that was given, else by a session; a token that is not valid does not
  /// fall back to one.
  private func identify(in store: Store) throws(ChatError) -> Identity {
    guard let tokenSource = try tokenSource() else {
      return try store.identity(of: try requireSession(in: store))
    }
    let identity = try store.identity(of: try tokenSource.read())
    // An option beats the environment.
    let username = tokenOption == nil ? self.username : userOption
    if let username, !identity.account.holds(username) {
      throw .credentialsDisagree(username: username, owner: identity.account.username)
    }
    return identity
  }

  /// An error as it is told: one about the token that was given says where it came from.
  func locating(_ error: ChatError) -> ChatError {
    guard let source = try? tokenSource(), source.isConcerned(by: error) else { return error }
    return .token(from: source.name, error)
  }

  /// Whether the token that was given comes from a pipe or a terminal.
  var tokenMayKeepWaiting: Bool {
    get throws(ChatError) {
      guard case .file(let path, _) = try tokenSource() else { return false }
      return try attempt(.inspect, path) { () throws(Errno) in
        try FileStatus(of: path).kind != .file
      }
    }
  }

  private func tokenSource() throws(ChatError) -> TokenSource? {
    try TokenSource(option: tokenOption, environment)
  }

  /// The account to act as, where one was named.
  private var username: String? { userOption ?? environment.user }

  /// The remembered session of an account, by default of the one that the command is to act as.
  func requireSession(
    of username: String? = nil, in store: Store
  ) throws(ChatError) -> SessionEntry {
    let sessions = try sessionFile.load()
    if let username = username ?? self.username {
      return try sessions.requireSession(of: username, in: store)
    }
    guard let entry = sessions.current(in: store) else { throw .notLoggedIn }
    return entry
  }

  /// Where the store is, or is to be made.
  var storePath: String {
    get throws(ChatError) {
      if let storeOption { return storeOption }
      return try environment.storePath()
    }
  }

  /// Where logins are remembered.
  var sessionFile: SessionFile {
    get throws(ChatError) { SessionFile(in: try environment.statePath(), for: client) }
  }

  /// The store, in a command that needs one.
  var store: Store {
    get throws(ChatError) {
      guard let openedStore else { throw .noStore(try storePath) }
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

  /// The chat that a command is about, by its first operand.
  /// - Throws: as ``Store/chat(_:for:)``.
  func chat(_ invocation: Invocation) throws(ChatError) -> Chat {
    try store.chat(invocation.operands[0], for: identity)
  }

  /// Changes the store for whoever runs the command, in one transaction.
  func change<Result>(
    _ changes: (inout Transaction, Identity) throws(ChatError) -> Result
  ) throws(ChatError) -> Result {
    let identity = try identity
    return try store.transaction { transaction throws(ChatError) in
      try changes(&transaction, identity)
    }
  }

  /// Tells of something that cannot be done while the rest can, once; the exit code tells at the
  /// end.
  mutating func passOver(_ failure: ChatError) {
    if failures.contains(failure) { return }
    failures.append(failure)
    output.error(failure)
  }

  /// What was passed over first; nil where nothing was.
  var failure: ChatError? { failures.first }

  /// The exit code of a command that came to its end.
  var exitCode: Int32 { failure?.exitCode ?? answer }

  var now: Timestamp { client.now() }

  /// How wide the terminal is now that results go to.
  var terminalColumns: Int {
    StreamTraits.columns(
      environment: environment.value, terminal: StandardStream.output.columns)
  }
}

extension Invocation {
  fileprivate var lockTimeout: Duration {
    get throws(ChatError) {
      guard let text = value(of: GlobalOptions.lockTimeout) else { return .seconds(10) }
      return try DurationExpression.parse(text, of: "--lock-timeout")
    }
  }
}

/// Where a token was given.
private enum TokenSource {
  /// - name: of the option or the variable.
  case file(String, name: String)
  case text(String, name: String)

  /// - Returns: nil when none was given. The option beats the environment.
  init?(option path: String?, _ environment: Environment) throws(ChatError) {
    if let path {
      let name = GlobalOptions.tokenFile.spellings[0]
      if path.isEmpty { throw .invalidValue(path, of: name, expected: "a file") }
      self = .file(path, name: name)
      return
    }
    let (file, text) = ("CHATCTL_TOKEN_FILE", "CHATCTL_TOKEN")
    switch (try environment.tokenFile(), environment.token) {
    case (let path?, nil): self = .file(path, name: file)
    case (nil, let token?): self = .text(token, name: text)
    case (nil, nil): return nil
    case (_?, _?): throw .conflictingOptions(file, text)
    }
  }

  var name: String {
    switch self {
    case .file(_, let name), .text(_, let name): name
    }
  }

  func read() throws(ChatError) -> TokenText {
    switch self {
    case .file(let path, _): try TokenText(contentsOf: path)
    case .text(let text, _): try TokenText(Array(text.utf8))
    }
  }

  /// Whether an error is about this token or its file.
  func isConcerned(by error: ChatError) -> Bool {
    switch (error, self) {
    case (.badToken, _), (.emptyToken, _), (.tokenOfAnotherStore, _), (.tokenExpired, _),
      (.tokenRevoked, _), (.tokenMayNot, _),
      (.tokenNotFor, _), (.noTokenFile, _), (.tokenForFile, _):
      true
    case (.system(_, let path, _), .file(let own, _)),
      (.readableByOthers(let path), .file(let own, _)):
      path == own
    default: false
    }
  }
}
