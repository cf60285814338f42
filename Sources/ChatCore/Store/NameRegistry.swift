import ChatSystem

/// A registry of names: a directory of small documents, each called by the digest of a folded name and
/// holding the ids that go by it. They are hints: an id counts only if its document says the same name.
struct NameRegistry: Sendable {
  let directory: String
  let fileMode: FileMode

  private struct Entry: Codable {
    var ids: [String]
  }

  private func path(of folded: String) -> String {
    "\(directory)/\(SHA256.digest(of: Array(folded.utf8)).hexadecimal).json"
  }

  /// The ids that may go by a folded name, in the order in which they were added.
  func ids(of folded: String) throws(ChatError) -> [String] {
    try Document.read(Entry.self, at: path(of: folded))?.ids ?? []
  }

  /// The ids that may go by any name, in no order.
  func allIDs() throws(ChatError) -> [String] {
    let names = try attemptIfPresent(.list, directory) { () throws(Errno) in
      try Directory.names(in: directory)
    }
    var ids: [String] = []
    for name in names ?? [] where name.hasSuffix(".json") {
      ids += try Document.read(Entry.self, at: "\(directory)/\(name)")?.ids ?? []
    }
    return ids
  }

  /// Adds `id` as the last to go by a folded name; under the store lock.
  func add(_ id: String, as folded: String) throws(ChatError) {
    try set(try ids(of: folded).filter { $0 != id } + [id], as: folded)
  }

  /// Lets just `ids` go by a folded name; under the store lock.
  func set(_ ids: [String], as folded: String) throws(ChatError) {
    try Document.write(Entry(ids: ids), to: path(of: folded), mode: fileMode)
  }
}
