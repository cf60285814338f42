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
  package func load() throws(ChatError) -> Sessions {
    try Document.read(Sessions.self, at: path) ?? Sessions()
  }

  /// Changes what is remembered, under the file's lock.
  package func update(_ change: (inout Sessions) -> Void) throws(ChatError) {
    let lock = try acquireLock()
    var sessions = try load()
    change(&sessions)
    try Document.write(sessions, to: path, mode: Access.secretMode, under: lock)
  }

  /// Throws when nothing can be remembered; asked before something is begun that is to be.
  package func requireWritable() throws(ChatError) {
    _ = try acquireLock()
    _ = try load()
    try attempt(.write, directory) { () throws(Errno) in try checkWritable(directory) }
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
  private var sessions: [SessionEntry] = []

  /// The session of the account that is current in a store.
  package func current(in store: Store) -> SessionEntry? {
    guard let user = current[store.id] else { return nil }
    return sessions.first { $0.store == store.id && $0.user == user }
  }

  /// The session of the account with this username in a store.
  package func session(of username: String, in store: Store) -> SessionEntry? {
    let folded = foldedName(username)
    return sessions.first { $0.store == store.id && foldedName($0.username) == folded }
  }

  /// Remembers a login instead of an earlier one of that account, and makes it current.
  package mutating func add(_ secret: SessionSecret, of account: Account, in store: Store) {
    forget(account.id.text, in: store.id)
    sessions.append(
      SessionEntry(
        store: store.id, user: account.id.text, username: account.username, secret: secret.text))
    current[store.id] = account.id.text
  }

  /// Makes an account current that is remembered.
  package mutating func makeCurrent(_ entry: SessionEntry) {
    current[entry.store] = entry.user
  }

  /// Forgets an account; the one that logged in last becomes current in its place.
  package mutating func forget(_ entry: SessionEntry) {
    forget(entry.user, in: entry.store)
  }

  private mutating func forget(_ user: String, in store: String) {
    sessions.removeAll { $0.store == store && $0.user == user }
    if current[store] == user { current[store] = sessions.last { $0.store == store }?.user }
  }
}

/// One remembered login.
package struct SessionEntry: Codable, Equatable, Sendable {
  let store: String
  package let user: String
  /// At the time of the login.
  package let username: String
  let secret: String
}
