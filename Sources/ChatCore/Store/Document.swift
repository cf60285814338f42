import ChatSystem
import FoundationEssentials

/// Small JSON files: read whole, replaced whole.
///
/// A document that cannot be understood is refused by its path and never overwritten: what is in it
/// may be all that is left.
enum Document {
  /// More than any document of ours; a larger file is none of ours.
  private static let sizeLimit = 16 << 20

  /// Reads the document at `path`.
  /// - Returns: nil when there is no such file.
  static func read<Content: DocumentContent>(
    _ type: Content.Type, at path: String
  ) throws(ChatError) -> Content? {
    guard let contents = try contents(at: path) else { return nil }
    if PlantedBug.damageTakenForNothing.isPlanted {
      return try? decode(type, from: contents, at: path)
    }
    return try decode(type, from: contents, at: path)
  }

  /// Throws when a document that holds secrets is none any more, as ssh(1) does with its keys:
  /// `readableByOthers`, `damaged`. One that is missing is fine.
  static func requireSecret(at path: String) throws(ChatError) {
    let status = try attemptIfPresent(.inspect, path) { () throws(Errno) in
      try FileStatus(of: path)
    }
    guard let status else { return }
    if status.kind != .file { throw .damaged(path: path, reason: "it is no file") }
    if status.mode.isOpenToOthers { throw .readableByOthers(path) }
  }

  /// Reads the document at `path`, which is the truth of the directory it is in.
  /// - Returns: nil when there is no such directory.
  /// - Throws: `missing` when the directory is there without it.
  static func readTruth<Content: DocumentContent>(
    _ type: Content.Type, at path: String
  ) throws(ChatError) -> Content? {
    if let content = try read(type, at: path) { return content }
    let directory = parentDirectory(of: path)
    let isThere = try attempt(.inspect, directory) { () throws(Errno) in try pathExists(directory) }
    // A directory that came into place meanwhile did so with the document in it.
    guard isThere else { return nil }
    guard let content = try read(type, at: path) else { throw .missing(path) }
    return content
  }

  /// Reads the bytes of the document at `path`.
  /// - Returns: nil when there is no such file.
  static func contents(at path: String) throws(ChatError) -> [UInt8]? {
    let contents = try attemptIfPresent(.read, path) { () throws(Errno) in
      try FileDescriptor.contents(of: path, limit: sizeLimit + 1)
    }
    if let contents, contents.count > sizeLimit {
      throw .damaged(path: path, reason: "it is too large")
    }
    return contents
  }

  /// Decodes a document's `contents`; `path` is for the error.
  static func decode<Content: DocumentContent>(
    _ type: Content.Type, from contents: [UInt8], at path: String
  ) throws(ChatError) -> Content {
    guard let value = JSONValue(contents) else {
      throw .damaged(path: path, reason: contents.isEmpty ? "it is empty" : "it is not valid JSON")
    }
    do throws(DocumentFault) {
      return try Content(value)
    } catch {
      throw .damaged(path: path, reason: error.reason)
    }
  }

  /// A document as it is written, one line of JSON.
  static func encoded<Value: Encodable>(_ value: Value) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
  }

  /// Replaces the document at `path`.
  /// - Parameters:
  ///   - mode: of a file that did not exist.
  ///   - lock: the one that guards the document, held.
  static func write<Value: Encodable>(
    _ value: Value, to path: String, mode: FileMode, under lock: borrowing FileLock
  ) throws(ChatError) {
    try synchronizeDirectory(replace(value, at: path, mode: mode))
  }

  /// The same for a document that is the truth: what it says counts from then on.
  /// - Throws: `maybeStored` when it was replaced and that may not stay.
  static func commit<Value: Encodable>(
    _ value: Value, to path: String, mode: FileMode, under lock: borrowing FileLock
  ) throws(ChatError) {
    try synchronizeCommitted(replace(value, at: path, mode: mode))
  }

  /// - Returns: the directory, which is still to be synced.
  private static func replace<Value: Encodable>(
    _ value: Value, at path: String, mode: FileMode
  ) throws(ChatError) -> String {
    let contents: [UInt8]
    do {
      contents = try encoded(value)
    } catch {
      throw .damaged(path: path, reason: "it cannot be written as JSON")
    }
    if contents.count > sizeLimit { throw .documentTooLarge(path) }
    do throws(Errno) {
      return try AtomicFile.replace(path, with: contents, mode: mode)
    } catch {
      throw .system(.replace.orCreate(path), path: path, error)
    }
  }
}

/// Makes what was changed in a directory survive a power cut.
func synchronizeDirectory(_ path: String) throws(ChatError) {
  try attempt(.sync, path) { () throws(Errno) in try Directory.synchronize(path) }
}

/// The same after a commit point.
/// - Throws: `maybeStored`, since the change is there already.
func synchronizeCommitted(_ directory: String) throws(ChatError) {
  do throws(Errno) {
    try Directory.synchronize(directory)
  } catch {
    throw .maybeStored(.sync, path: directory, error)
  }
}
