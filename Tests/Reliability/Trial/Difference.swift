import ChatSystem
import Foundation
import TestTools

/// All files of a world as they were once, in memory.
struct Snapshot: Sendable {
  /// By their paths below the world's folder, a directory with nothing.
  fileprivate let files: [String: Entry]
  /// The ids and digests in it.
  fileprivate let names: Set<Substring>

  fileprivate struct Entry: Equatable, Sendable {
    let mode: UInt32
    /// Nil for a directory.
    let contents: Data?
  }

  init(of world: World) throws {
    files = try Self.read(world)
    var names: Set<Substring> = []
    for (path, entry) in files {
      let text = String(decoding: entry.contents?.prefix(256 << 10) ?? Data(), as: UTF8.self)
      for source in [path, text] { names.formUnion(source.matches(of: nameLike).map(\.output)) }
    }
    self.names = names
  }

  fileprivate static func read(_ world: World) throws -> [String: Entry] {
    var files: [String: Entry] = [:]
    var rest = world.parts
    while let path = rest.popLast() {
      let place = world.files.appending(path: path).path
      guard let status = try FileStatus.ifPresent(at: place, followingSymlinks: false) else {
        continue
      }
      if status.kind == .directory {
        files[path] = Entry(mode: status.mode.bits, contents: nil)
        rest += try Directory.names(in: place).map { "\(path)/\($0)" }
      } else {
        let contents = try Data(contentsOf: URL(filePath: place))
        files[path] = Entry(mode: status.mode.bits, contents: isNote(path) ? Data() : contents)
      }
    }
    return files
  }

  /// Whether what is in the file tells nothing: who had a lock last.
  private static func isNote(_ path: String) -> Bool {
    path.hasSuffix("/lock") || path.hasSuffix(".lock")
  }
}

/// What is different in a world's files, in words; ids, digests and dates that are new are replaced
/// by the order in which they come up, so that worlds with one difference look the same to
/// everyone.
struct Difference: Hashable, Sendable {
  let text: String

  var isNone: Bool { text.isEmpty }

  init(of world: World, from before: Snapshot) throws {
    let now = try Snapshot.read(world)
    var lines: [String] = []
    for path in Set(now.keys).union(before.files.keys).sorted() {
      guard let new = now[path] else {
        lines.append("removed \(path)")
        continue
      }
      let old = before.files[path]
      if new == old { continue }
      let mode = String(new.mode, radix: 8)
      let (oldBytes, bytes) = (old?.contents ?? Data(), new.contents ?? Data())
      let isLonger = bytes.count > oldBytes.count && bytes.prefix(oldBytes.count) == oldBytes
      let shown =
        isLonger ? bytes.dropFirst(oldBytes.count) : Self.differingBlocks(of: bytes, from: oldBytes)
      let kind = old == nil ? "new" : isLonger ? "longer" : "other"
      lines.append("\(kind) \(mode) \(path): \(String(decoding: shown, as: UTF8.self))")
    }
    text = Self.normalized(lines.joined(separator: "\n"), knowing: before.names)
  }

  /// What is different, in blocks of 4 KiB; of a log of megabytes that is little.
  private static func differingBlocks(of bytes: Data, from old: Data) -> Data {
    let size = 4 << 10
    var blocks = Data()
    for start in stride(from: 0, to: bytes.count, by: size) {
      let block = bytes.dropFirst(start).prefix(size)
      if block != old.dropFirst(start).prefix(size) { blocks += block }
    }
    return blocks
  }

  private static func normalized(_ text: String, knowing names: Set<Substring>) -> String {
    var new: [Substring: String] = [:]
    return text.replacing(nameLike) { match in
      if names.contains(match.output) { return String(match.output) }
      let name = new[match.output] ?? "<\(new.count)>"
      new[match.output] = name
      return name
    }.replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "<date>")
  }
}

/// What an id, a digest or a secret looks like.
private nonisolated(unsafe) let nameLike = /[0-9a-f]{20,}/
