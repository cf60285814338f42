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
    // The home of a system user may lead through a file.
    let sessions = try ifReachable(path) { () throws(ChatError) in
      try Document.requireSecret(at: path)
      return try Document.read(Sessions.self, at: path)
    }
    return sessions ?? Sessions()
  }

  /// Changes what is remembered, under the file's lock.
  package func update(_ change: (inout Sessions) -> Void) throws(ChatError) {
    let lock = try acquireLock()
    var sessions = try load()
    change(&sessions)
    try save(sessions, under: lock)
  }

  private func save(
    _ sessions: Sessions, under lock: borrowing FileLock
  ) throws(ChatError) {
    try Document.commit(sessions, to: path, mode: Access.secretMode, under: lock)
  }

  /// Remembers a session and makes it current.
  ///
  /// It is remembered before the store knows it, beside those that it replaces, so that whatever
  /// stops this in between, one that counts is remembered. Meanwhile nobody else changes the file.
  /// - Parameter begin: begins it in the store, and ends there what it replaces.
  /// - Returns: what `begin` does, and why the session was begun and is not current, if so.
  package func add<Result>(
    _ entry: SessionEntry, _ begin: (SessionEntry) throws(ChatError) -> Result
  ) throws(ChatError) -> (result: Result, failure: ChatError?) {
    let lock = try acquireLock()
    let before = try load()
    var sessions = before
    let remembered = sessions.remember(entry)
    try save(sessions, under: lock)
    let result: Result
    do throws(ChatError) {
      result = try begin(remembered)
    } catch {
      if case .maybeStored = error { throw error }
      // The first error is the one to tell; what stays is no session and hides none.
      try? save(before, under: lock)
      throw error
    }
    sessions.add(entry)
    do throws(ChatError) {
      try save(sessions, under: lock)
      return (result, nil)
    } catch {
      return (result, error)
    }
  }

  /// Throws when nothing can be remembered; asked before something is begun that is to be.
  package func requireWritable() throws(ChatError) {
    _ = try acquireLock()
    _ = try load()
    try attempt(.write.orCreate(path), path) { () throws(Errno) in
      try AtomicFile.checkReplaceable(path)
    }
  }

  private func acquireLock() throws(ChatError) -> FileLock {
    try attempt(.create, directory) { () throws(Errno) in
      try Directory.createAll(directory, mode: FileMode(0o700))
    }
    return try client.acquire("\(directory)/sessions.lock", creating: Access.secretMode)
  }
}

/// The remembered logins of a user of this host, of all stores.
package struct Sessions: Encodable, Equatable, Sendable {
  /// In the order in which they were current: the last one of a store is so now.
  private var sessions: [SessionEntry] = []

  enum CodingKeys: CodingKey { case sessions }

  /// The session of the account that is current in a store.
  package func current(in store: Store) -> SessionEntry? {
    sessions.last { $0.store == store.id && !$0.isPending }
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
    throw try notLoggedIn(as: username, in: store)
  }

  /// Why someone is not, with who is and may be meant.
  ///
  /// That nobody goes by a name is told as far as whoever is logged in would be told anyway.
  private func notLoggedIn(
    as username: String, in store: Store
  ) throws(ChatError) -> ChatError {
    for name in ["~\(username)", nameWithoutAt(username)] {
      if let entry = session(of: name, in: store) {
        return .notLoggedInAs(username, meant: entry.username)
      }
    }
    let usernames = all(in: store).map(\.username)
    // Who goes by that name is meant.
    let isThere = try store.holder(of: nameWithoutAt(username)) != nil
    if usernames.isEmpty || isThere { return .notLoggedInAs(username, meant: nil) }
    return .notLoggedInAs(
      username, meant: nearestName(to: username, among: usernames), isUnknown: true)
  }

  /// Remembers a login instead of an earlier one of that account or username, and makes it current.
  package mutating func add(_ entry: SessionEntry) {
    let folded = foldedName(entry.username)
    sessions.removeAll {
      $0.store == entry.store && ($0.user == entry.user || foldedName($0.username) == folded)
    }
    sessions.append(entry)
  }

  /// Remembers a login that is about to begin: beside the session of that account, else as one that
  /// counts only when it has begun.
  /// - Returns: the login, with what it replaces.
  mutating func remember(_ entry: SessionEntry) -> SessionEntry {
    var entry = entry
    let index = sessions.firstIndex { $0.store == entry.store && $0.user == entry.user }
    if let index {
      entry.take(over: sessions[index])
      sessions[index] = entry
    } else {
      entry.isPending = true
      sessions.append(entry)
    }
    return entry
  }

  /// Makes an account current, if it is still remembered.
  package mutating func makeCurrent(_ entry: SessionEntry) {
    guard var entry = sessions.first(where: { $0.isSame(as: entry) }) else { return }
    entry.isPending = false
    sessions.removeAll { $0.store == entry.store && $0.user == entry.user }
    sessions.append(entry)
  }

  /// Forgets an account; the one that was current before becomes so again.
  package mutating func forget(_ entry: SessionEntry) {
    sessions.removeAll { $0.isSame(as: entry) }
  }
}

/// One remembered login.
package struct SessionEntry: Encodable, Equatable, Sendable {
  let store: String
  package let user: String
  /// At the time of the login.
  package let username: String
  let secret: String
  /// The secrets of the sessions that it was to replace, which a crash may have kept from being;
  /// nil where there are none.
  private var former: [String]? = nil
  /// Written before it began, which a crash may have kept from being.
  private var pending: Bool? = nil

  enum CodingKeys: CodingKey { case store, user, username, secret, former, pending }

  /// By which the store knows it.
  var digest: String { SessionSecret(text: secret).digest }

  /// The same, and those of the sessions that it replaces; the store knows one of them at most.
  var digests: [String] { [digest] + (former ?? []).map { SessionSecret(text: $0).digest } }

  var isPending: Bool {
    get { pending ?? false }
    set { pending = newValue ? true : nil }
  }

  /// Counts beside an earlier login of the account until that is replaced by it.
  fileprivate mutating func take(over earlier: SessionEntry) {
    former = [earlier.secret] + (earlier.former ?? [])
    pending = earlier.pending
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

extension Sessions: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    sessions = try fields.required(.sessions)
  }
}

extension SessionEntry: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    store = try fields.required(.store)
    user = try fields.required(.user)
    username = try fields.required(.username)
    secret = try fields.required(.secret)
    former = try fields.optional(.former)
    pending = try fields.optional(.pending)
  }
}

extension SessionEntry {
  /// The first session of an account that is about to be made.
  package init(firstOf new: NewAccount, in store: Store) {
    self.init(
      store: store.id, user: new.id.text, username: new.username.text, secret: new.secret.text)
  }

  /// A session that is about to begin.
  package init(of account: Account, secret: SessionSecret, in store: Store) {
    self.init(
      store: store.id, user: account.id.text, username: account.username, secret: secret.text)
  }
}
