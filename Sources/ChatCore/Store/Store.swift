import ChatSystem

/// A store that was found and is of a format we know; the directory that holds everything.
///
/// The truth is in a few documents, replaced whole, and in the logs; registries of names and lists
/// of an account's chats are hints, checked against the truth whenever they are used. Readers take
/// no lock. Changes are made through a ``Transaction``.
package struct Store: Sendable {
  let layout: Layout
  let manifest: Manifest
  let access: Access
  let client: Client

  /// Where the store is.
  package var path: String { layout.root }
  /// Random; tells stores apart wherever they are moved.
  package var id: String { manifest.id }
  /// Whether several users of this host share it.
  package var isShared: Bool { access == .group }

  /// Opens the store in the directory `path`.
  /// - Parameter client: who asks.
  /// - Throws: when there is none, it is damaged or of a newer format.
  package init(at path: String, for client: Client) throws(ChatError) {
    let layout = Layout(root: path)
    let manifest: Manifest?
    do throws(ChatError) {
      manifest = try Self.manifest(of: layout)
    } catch {
      guard case .system(_, _, .accessDenied) = error, let status = try? FileStatus(of: path),
        Access(of: status.mode) == .group
      else { throw error }
      let group = try? UserDatabase().groupName(withID: status.group)
      throw .notAdmitted(store: path, group: group)
    }
    guard let manifest else { throw .noStore(path) }
    let status = try attempt(.inspect, path) { () throws(Errno) in try FileStatus(of: path) }
    self.layout = layout
    self.manifest = manifest
    self.client = client
    access = Access(of: status.mode)
  }

  /// Whether it is still where it was found.
  package var isThere: Bool {
    get throws(ChatError) {
      try attempt(.inspect, layout.manifest) { () throws(Errno) in
        try pathExists(layout.manifest)
      }
    }
  }

  /// Throws when this user cannot write to the store; asked before anything is begun.
  package func requireWritable() throws(ChatError) {
    let isThere = try attempt(.inspect, layout.lock) { () throws(Errno) in
      try pathExists(layout.lock)
    }
    if !isThere { throw .missing(layout.lock) }
    try attempt(.write, layout.lock) { () throws(Errno) in try checkWritable(layout.lock) }
  }

  static func manifest(of layout: Layout) throws(ChatError) -> Manifest? {
    let path = layout.manifest
    let contents = try ifReachable(path) { () throws(ChatError) in
      try Document.contents(at: path)
    }
    guard let contents else { return nil }
    let format = try Document.decode(FormatField.self, from: contents, at: path).format
    if format > Manifest.currentFormat { throw .newerFormat(path: path, found: format) }
    let manifest = try Document.decode(Manifest.self, from: contents, at: path)
    guard (1...11).contains(manifest.passwordCost), format == Manifest.currentFormat else {
      throw .damaged(path: path, reason: "a value in it is out of range")
    }
    return manifest
  }

  /// Opens the store in the directory `path`; nil where there is none.
  package static func ifPresent(
    at path: String, for client: Client
  ) throws(ChatError) -> Store? {
    do throws(ChatError) {
      return try Store(at: path, for: client)
    } catch {
      guard case .noStore = error else { throw error }
      return nil
    }
  }

  /// Runs `changes` under the store lock, and gives back what they return.
  package func transaction<Result>(
    _ changes: (inout Transaction) throws(ChatError) -> Result
  ) throws(ChatError) -> Result {
    var transaction = Transaction(store: self, lock: try client.acquire(layout.lock))
    transaction.clearDeletedChat()
    return try changes(&transaction)
  }
}

/// Changes to the store's documents: accounts, friends, names, and which chats exist.
///
/// One exists only while the store lock is held, so what needs the lock cannot be called without
/// it. Each change has one commit point, the replacement of one document or the renaming of one
/// directory. To add, hints come first and then the truth; to remove, the truth first. What a crash
/// leaves is at most a hint that is ignored, and that the next writer clears.
package struct Transaction: ~Copyable {
  let store: Store
  private let lock: FileLock

  fileprivate init(store: Store, lock: consuming FileLock) {
    self.store = store
    self.lock = lock
  }

  /// Replaces a document of the store that counts for nothing by itself: a hint, or a part of a
  /// draft.
  /// - Parameter mode: of a file that did not exist; nil for that of the store.
  func write<Value: Encodable>(
    _ value: Value, to path: String, mode: FileMode? = nil
  ) throws(ChatError) {
    try Document.write(value, to: path, mode: mode ?? access.fileMode, under: lock)
  }

  /// Replaces a document of the store that is the truth: the commit point of a change.
  /// - Throws: `maybeStored` when it was replaced and that may not stay.
  func commit<Value: Encodable>(
    _ value: Value, to path: String, mode: FileMode? = nil
  ) throws(ChatError) {
    try Document.commit(value, to: path, mode: mode ?? access.fileMode, under: lock)
  }

  /// Makes a document stay that says already what is wanted: whoever wrote it may not have come to
  /// sync it.
  func commitAgain(_ path: String) throws(ChatError) {
    try synchronizeCommitted(parentDirectory(of: path))
  }

  /// Makes a directory of hints that is not there.
  func makeDirectoryIfMissing(_ path: String) throws(ChatError) {
    try makeDirectory(ifMissing: path, mode: access.directoryMode, under: lock)
  }

  var layout: Layout { store.layout }
  var access: Access { store.access }
  var now: Timestamp { store.client.now() }
}

/// Throws `missing` where a directory is gone that every store has, `damaged` where it is something
/// else. A link counts as what it leads to: that may be on a file system that is not mounted.
func requireDirectory(_ path: String) throws(ChatError) {
  let status = try attemptIfPresent(.inspect, path) { () throws(Errno) in
    try FileStatus(of: path)
  }
  guard let status else { throw .missing(path) }
  if status.kind != .directory { throw .damaged(path: path, reason: "it is no directory") }
}
