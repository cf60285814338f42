import ChatSystem

/// A registry of names: a directory of small documents, each called by the digest of a folded name and
/// holding the ids that go by it. They are hints: an id counts only if its document says the same name.
struct NameRegistry: Sendable {
  let directory: String

  fileprivate struct Entry: Codable {
    var ids: [String]
  }

  fileprivate func path(of folded: String) -> String {
    "\(directory)/\(SHA256.digest(of: Array(folded.utf8)).hexadecimal).json"
  }

  /// The ids that may go by a folded name, in the order in which they were added.
  func ids(of folded: String) throws(ChatError) -> [String] {
    if let entry = try Document.read(Entry.self, at: path(of: folded)) { return entry.ids }
    try requireDirectory(directory)
    return []
  }

  /// The ids that may go by any name, in no order.
  func allIDs() throws(ChatError) -> [String] {
    let names = try attemptIfPresent(.list, directory) { () throws(Errno) in
      try Directory.names(in: directory)
    }
    guard let names else { throw .missing(directory) }
    var ids: [String] = []
    for name in names where name.hasSuffix(".json") {
      ids += try Document.read(Entry.self, at: "\(directory)/\(name)")?.ids ?? []
    }
    return ids
  }
}

extension Transaction {
  /// Lets just `ids` go by a folded name.
  func set(_ ids: [String], in registry: NameRegistry, as folded: String) throws(ChatError) {
    let path = registry.path(of: folded)
    if !ids.isEmpty { return try write(NameRegistry.Entry(ids: ids), to: path) }
    _ = try attemptIfPresent(.remove, path) { () throws(Errno) in try removeFile(path) }
  }

  /// Lets nobody go by a folded name.
  func clear(_ registry: NameRegistry, as folded: String) throws(ChatError) {
    let path = registry.path(of: folded)
    _ = try attemptIfPresent(.remove, path) { () throws(Errno) in try removeFile(path) }
    try synchronizeDirectory(registry.directory)
  }
}
