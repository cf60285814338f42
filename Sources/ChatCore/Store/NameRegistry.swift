import ChatSystem

/// A registry of names: a directory of small documents, each called by the digest of a folded name
/// and holding the ids that go by it. They are hints: an id counts only if its document says the
/// same name.
struct NameRegistry: Sendable {
  let directory: String
  /// Whether one that is gone is empty and made again, as the truth is elsewhere and whole; else it
  /// is said, since a name that cannot be found could be taken twice.
  var mayBeMissing = false

  fileprivate struct Entry: DocumentContent {
    var ids: [String]

    enum CodingKeys: CodingKey { case ids }
  }

  var layout: RegistryLayout { RegistryLayout(root: directory) }

  /// The ids that may go by a folded name, in the order in which they were added.
  func ids(of folded: String) throws(ChatError) -> [String] {
    if let ids = try Self.ids(inDocument: layout.document(of: folded)) { return ids }
    try requireUsable()
    return []
  }

  /// The ids that one of its documents holds; nil where there is no such document.
  static func ids(inDocument path: String) throws(ChatError) -> [String]? {
    try Document.read(Entry.self, at: path)?.ids
  }

  /// The ids that may go by any name, those of each name in the order in which they were added.
  /// - Parameter report: is told of each document that cannot be read.
  func allIDs(
    passingOver report: Store.DamageReport = Store.stopping
  ) throws(ChatError) -> [String] {
    let names = try attemptIfPresent(.list, directory) { () throws(Errno) in
      try Directory.names(in: directory)
    }
    if names == nil { try requireUsable() }
    var ids: [String] = []
    for path in (names ?? []).compactMap(layout.document(inFile:)) {
      do throws(ChatError) {
        ids += try Self.ids(inDocument: path) ?? []
      } catch {
        try report(error)
      }
    }
    return ids
  }

  /// A link that leads to nothing is not missing: the list may be on a file system that is not
  /// mounted.
  private func requireUsable() throws(ChatError) {
    if mayBeMissing {
      let isThere = try attempt(.inspect, directory) { () throws(Errno) in
        try pathExists(directory)
      }
      if !isThere { return }
    }
    try requireDirectory(directory)
  }
}

extension NameRegistry.Entry {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    ids = try fields.required(.ids)
  }
}

extension Transaction {
  /// Lets just `ids` go by a folded name.
  ///
  /// Without any, its document is removed, and the directory is not synced: what a power cut brings
  /// back is a hint that nothing confirms, and a chat may have thousands of participants whose
  /// hints go.
  func set(_ ids: [String], in registry: NameRegistry, as folded: String) throws(ChatError) {
    try set(ids, in: registry, at: registry.layout.document(of: folded))
  }

  /// The same for the name whose document is at `path`.
  func set(_ ids: [String], in registry: NameRegistry, at path: String) throws(ChatError) {
    if !ids.isEmpty {
      if registry.mayBeMissing { try makeDirectoryIfMissing(registry.directory) }
      return try write(NameRegistry.Entry(ids: ids), to: path)
    }
    _ = try attemptIfPresent(.remove, path) { () throws(Errno) in try removeFile(path) }
  }
}
