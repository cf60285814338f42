import ChatSystem

/// Where a repair keeps what it changes or removes: in the store, `repairs/DATE/` and the path that
/// it had, for whoever repairs alone.
struct RepairCopies {
  private let store: Store
  private let root: String

  init(_ store: Store) {
    self.store = store
    root = "\(store.layout.repairs)/\(store.client.now().rfc3339)"
  }

  /// Keeps a copy of a file; nothing where there is none. When it returns that is on the disk.
  func keep(_ path: String) throws(ChatError) {
    let contents = try attemptIfPresent(.read, path) { () throws(Errno) in
      try FileDescriptor.openFile(path, .readOnly).readToEnd(limit: .max)
    }
    guard let contents else { return }
    let copy = root + path.dropFirst(store.layout.root.count)
    try attempt(.create, copy) { () throws(Errno) in
      try Directory.createAll(store.layout.repairs, mode: store.access.directoryMode)
      try Directory.createAll(parentDirectory(of: copy), mode: Access.owner.directoryMode)
      // It stays as it was before the first change.
      if try pathExists(copy) { return }
      try Directory.synchronize(
        AtomicFile.replace(copy, with: contents, mode: Access.owner.fileMode))
    }
  }
}
