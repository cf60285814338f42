import ChatSystem

/// Where a user of this host remembers being logged in: `sessions.json`, 0600, beside their other
/// state, outside every store.
package struct SessionFile: Sendable {
  private let directory: String
  private let client: Client

  /// - Parameter directory: holds the file and its lock; made when something is first remembered.
  package init(in directory: String, for client: Client) {
    self.directory = directory
    self.client = client
  }

  private var path: String { "\(directory)/sessions.json" }

  /// What is remembered; nothing when there is no file yet.
  /// - Throws: `readableByOthers` when it is no secret any more.
  package func load() throws(ChatError) -> Sessions {
    try Document.requireSecret(at: path)
    return try Document.read(Sessions.self, at: path) ?? Sessions()
  }

  /// Changes what is remembered, under the file's lock.
  package func update(_ change: (inout Sessions) -> Void) throws(ChatError) {
    let lock = try acquireLock()
    var sessions = try load()
    change(&sessions)
    try Document.commit(sessions, to: path, mode: Access.secretMode, under: lock)
  }

  /// Throws when nothing can be remembered; asked before something is begun that is to be.
  package func requireWritable() throws(ChatError) {
    _ = try acquireLock()
    _ = try load()
    try attempt(.write, path) { () throws(Errno) in try AtomicFile.checkReplaceable(path) }
  }

  private func acquireLock() throws(ChatError) -> FileLock {
    try attempt(.create, directory) { () throws(Errno) in
      try Directory.createAll(directory, mode: FileMode(0o700))
    }
    return try client.acquire("\(directory)/sessions.lock", creating: Access.secretMode)
  }
}

/// The remembered logins of a user of this host, of all stores.
package struct Sessions: Codable, Equatable, Sendable {
  /// The current account's id, by the store's id.
  private var current: [String: String] = [:]
  /// In the order in which they were current.
  private var sessions: [SessionEntry] = []

  /// The session of the account that is current in a store.
  package func current(in store: Store) -> SessionEntry? {
    guard let user = current[store.id] else { return nil }
    return sessions.first { $0.store == store.id && $0.user == user }
  }

  /// The sessions of a store, in the order in which they were current.
  package func all(in store: Store) -> [SessionEntry] {
    sessions.filter { $0.store == store.id && !$0.isPending }
  }

  /// The session of the account with this username in a store.
  package func session(of username: String, in store: Store) -> SessionEntry? {
    let folded = foldedName(username)
    let found = sessions.filter { $0.store == store.id && foldedName($0.username) == folded }
    return found.last { !$0.isPending } ?? found.last
  }

  /// The same, where it has to be there; the account may have another username since.
  /// - Throws: `notLoggedInAs`.
  package func requireSession(
    of username: String, in store: Store
  ) throws(ChatError) -> SessionEntry {
    if let entry = session(of: username, in: store) { return entry }
    if let holder = try store.holder(of: username),
      let entry = sessions.first(where: { $0.store == store.id && $0.user == holder.id.text })
    {
      return entry
    }
    throw .notLoggedInAs(username, guest: session(of: "~\(username)", in: store)?.username)
  }

  /// Remembers a login instead of an earlier one of that account or username, and makes it current.
  package mutating func add(_ entry: SessionEntry) {
    let folded = foldedName(entry.username)
    sessions.removeAll {
      $0.store == entry.store && ($0.user == entry.user || foldedName($0.username) == folded)
    }
    sessions.append(entry)
    current[entry.store] = entry.user
  }

  /// Remembers a login that counts only once its account is there, and changes nothing else.
  package mutating func remember(_ entry: SessionEntry) {
    var pending = entry
    pending.isPending = true
    sessions.append(pending)
  }

  /// Makes an account current, if it is still remembered.
  package mutating func makeCurrent(_ entry: SessionEntry) {
    guard var entry = sessions.first(where: { $0.isSame(as: entry) }) else { return }
    entry.isPending = false
    sessions.removeAll { $0.store == entry.store && $0.user == entry.user }
    sessions.append(entry)
    current[entry.store] = entry.user
  }

  /// Forgets an account; the one that was current before becomes so again.
  package mutating func forget(_ entry: SessionEntry) {
    let store = entry.store
    sessions.removeAll { $0.isSame(as: entry) }
    // It may have logged in again meanwhile.
    let isThere = sessions.contains { $0.store == store && $0.user == entry.user }
    if current[store] != entry.user || isThere { return }
    current[store] = sessions.last { $0.store == store && !$0.isPending }?.user
  }
}

/// One remembered login.
package struct SessionEntry: Codable, Equatable, Sendable {
  let store: String
  package let user: String
  /// At the time of the login.
  package let username: String
  let secret: String
  /// Written before its account was made, which a crash may have kept from being.
  private var pending: Bool?

  var isPending: Bool {
    get { pending ?? false }
    set { pending = newValue ? true : nil }
  }

  /// Whether it is the same login; a later one of the account has another secret.
  func isSame(as other: SessionEntry) -> Bool {
    store == other.store && user == other.user && secret == other.secret
  }

  init(store: String, user: String, username: String, secret: String) {
    self.store = store
    self.user = user
    self.username = username
    self.secret = secret
  }
}

extension SessionEntry {
  /// The first session of an account that is about to be made.
  package init(firstOf new: NewAccount, in store: Store) {
    self.init(
      store: store.id, user: new.id.text, username: new.username.text, secret: new.secret.text)
  }

  /// A session that was begun.
  package init(of account: Account, secret: SessionSecret, in store: Store) {
    self.init(
      store: store.id, user: account.id.text, username: account.username, secret: secret.text)
  }
}
