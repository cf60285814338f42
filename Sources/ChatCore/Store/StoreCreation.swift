import ChatSystem

extension Store {
  /// Makes a store in the directory `path`, which must be missing or empty, and opens it.
  ///
  /// `store.json` comes last: before it is there, there is no store, and the next attempt goes on.
  /// - Parameter group: shares the store with this group of users of the host; else it is yours
  ///   alone.
  /// - Throws: `storeExists`, `notEmpty`, `noGroup`, `notInGroup`.
  package static func create(
    at path: String, group: String? = nil, for client: Client
  ) throws(ChatError) -> Store {
    let layout = Layout(root: path)
    let access = group == nil ? Access.owner : Access.group
    let groupID = try group.map { name throws(ChatError) in try Self.groupID(of: name) }
    try createRoot(path, access)
    try checkHoldsNothingElse(layout)
    let lock = try client.acquire(layout.lock, creating: access.fileMode)
    if try manifest(of: layout) != nil { throw .storeExists(path) }
    try checkHoldsNoData(layout)
    try makeDirectories(of: layout, access, groupID)
    let manifest = Manifest(
      format: Manifest.currentFormat, id: try randomText(bytes: 16), created: client.now(),
      passwordCost: Manifest.defaultPasswordCost, unicode: Manifest.unicodeVersion)
    try Document.commit(manifest, to: layout.manifest, mode: access.fileMode, under: lock)
    return try Store(at: path, for: client)
  }

  /// Makes the store's directory, and those above it, which a group must be able to pass.
  private static func createRoot(_ path: String, _ access: Access) throws(ChatError) {
    let parent = parentDirectory(of: path)
    let parentMode = access == .group ? FileMode(0o755) : access.directoryMode
    try attempt(.create, parent) { () throws(Errno) in
      try Directory.createAll(parent, mode: parentMode)
    }
    try attempt(.create, path) { () throws(Errno) in
      try Directory.createAll(path, mode: Access.owner.directoryMode)
    }
    do throws(Errno) {
      // Also where another process has made it, who may not have synced it yet.
      try Directory.synchronize(parent)
    } catch {
      // Whoever may not look into the parent cannot have made anything there.
      if error != .accessDenied { throw .system(.sync, path: parent, error) }
    }
  }

  private static func makeDirectories(
    of layout: Layout, _ access: Access, _ group: UInt32?
  ) throws(ChatError) {
    try attempt(.create, layout.root) { () throws(Errno) in
      try give(layout.root, access, group)
      // An interrupted attempt may have made the lock for its owner alone.
      let lock = try FileDescriptor.open(layout.lock, .readWrite)
      if let group { try lock.setOwner(nil, group: group) }
      try lock.setMode(access.fileMode)
      for directory in layout.directories {
        try createIfMissing(directory, mode: access.directoryMode)
        try give(directory, access, group)
        try Directory.synchronize(directory)
      }
      try Directory.synchronize(layout.root)
    }
  }

  private static func give(
    _ directory: String, _ access: Access, _ group: UInt32?
  ) throws(Errno) {
    if let group { try Directory.setGroup(directory, group) }
    // After the group: giving a directory away takes its setgid bit.
    try Directory.setMode(directory, access.directoryMode)
  }

  /// Opens the store in the directory `path`, and makes a private one where there is none.
  package static func openOrCreate(at path: String, for client: Client) throws(ChatError) -> Store {
    if let store = try ifPresent(at: path, for: client) { return store }
    do throws(ChatError) {
      return try create(at: path, for: client)
    } catch {
      // Another process was faster.
      guard case .storeExists = error else { throw error }
      return try Store(at: path, for: client)
    }
  }

  private static func groupID(of name: String) throws(ChatError) -> UInt32 {
    let found = try attempt(.read, "/etc/group") { () throws(Errno) in
      try UserDatabase().groupID(named: name)
    }
    guard let found else { throw .noGroup(name) }
    guard try attempt(.inspect, "your groups", { () throws(Errno) in try mayGive(to: found) })
    else {
      throw .notInGroup(name)
    }
    return found
  }

  private static func createIfMissing(_ path: String, mode: FileMode) throws(Errno) {
    do throws(Errno) {
      try Directory.create(path, mode: mode)
    } catch {
      if error != .exists { throw error }
    }
  }

  /// A directory that holds other things is not turned into a store by a slip of the hand.
  private static func checkHoldsNothingElse(_ layout: Layout) throws(ChatError) {
    if !Layout.rootEntries.isSuperset(of: try names(in: layout.root)) {
      throw .notEmpty(layout.root)
    }
  }

  /// A store that lost its manifest is not made anew over what it holds.
  private static func checkHoldsNoData(_ layout: Layout) throws(ChatError) {
    for directory in [layout.users, layout.chats] where try !names(in: directory).isEmpty {
      throw .missing(layout.manifest)
    }
  }

  /// The names in a directory; none where there is no such directory.
  private static func names(in directory: String) throws(ChatError) -> [String] {
    try attemptIfPresent(.list, directory) { () throws(Errno) in
      try Directory.names(in: directory)
    } ?? []
  }
}
