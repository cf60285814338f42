import Foundation

/// The files of a store, as anyone with an editor sees them.
struct StoreFiles {
  let folder: URL

  init(_ folder: URL) { self.folder = folder }

  var path: String { folder.path }
  var settings: URL { folder.appending(path: "store.json") }

  /// The profiles, one per account.
  var profiles: [URL] { get throws { try children(of: "users", file: "profile.json") } }
  var secrets: [URL] { get throws { try children(of: "users", file: "secret.json") } }
  var chats: [URL] { get throws { try children(of: "chats", file: "chat.json") } }

  /// The segments of all logs, in order within each chat.
  var segments: [URL] {
    get throws {
      try chats.flatMap { chat in
        try Self.list(chat.deletingLastPathComponent().appending(path: "messages"))
      }
    }
  }

  /// The messages of all logs as they stand in the files, without other records.
  var messages: [StoredMessage] {
    get throws {
      try segments.flatMap { segment in
        try Data(contentsOf: segment).split(separator: UInt8(ascii: "\n"))
          .filter { $0.firstRange(of: Data(#","n":"#.utf8)) != nil }
          .map { try JSONDecoder().decode(StoredMessage.self, from: $0) }
      }
    }
  }

  /// Every file and directory below the store with its bytes, to see that nothing has changed;
  /// locks only tell who held them last.
  func snapshot() throws -> [String: Data] {
    var found: [String: Data] = [:]
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    for path in paths where !path.hasSuffix("lock") {
      let item = folder.appending(path: path)
      found[path] = item.isDirectory ? Data() : try Data(contentsOf: item)
    }
    return found
  }

  /// Makes password hashes quick: each costs 1 MiB instead of 128.
  func makePasswordsCheap() throws {
    let object = try JSONSerialization.jsonObject(with: Data(contentsOf: settings))
    guard var object = object as? [String: Any] else {
      throw HarnessError("store.json is no object")
    }
    object["passwordCost"] = 1
    try overwrite(settings, with: JSONSerialization.data(withJSONObject: object))
  }

  /// Replaces a text in a file, as someone with an editor could.
  func replace(_ text: String, with other: String, in file: URL) throws {
    let old = try String(contentsOf: file, encoding: .utf8)
    guard old.contains(text) else { throw HarnessError("no '\(text)' in \(file.path)") }
    try overwrite(file, with: Data(old.replacing(text, with: other).utf8))
  }

  /// Writes into a file in place, so that its mode and owner stay.
  func overwrite(_ file: URL, with bytes: Data) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  /// Appends bytes to a file.
  func append(_ bytes: [UInt8], to file: URL) throws {
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(contentsOf: bytes)
    try handle.close()
  }

  private func children(of directory: String, file: String) throws -> [URL] {
    try Self.list(folder.appending(path: directory)).map { $0.appending(path: file) }
  }

  private static func list(_ directory: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
      .map { directory.appending(path: $0) }
  }
}

/// A message as a line of a log.
struct StoredMessage: Decodable, Equatable {
  let seq: Int
  let n: Int
  let date: String
  let user: String
  let name: String
  let body: String
}

/// The permission bits of a file or directory.
func mode(of file: URL) throws -> Int? {
  try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
}

extension URL {
  var isDirectory: Bool {
    (try? resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? false
  }
}
