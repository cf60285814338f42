import Glibc

/// A change of files or directories that a crash may take back until it is synced.
enum Operation: Sendable {
  case link(Int, name: String, directory: Int)
  case unlink(name: String, directory: Int)
  /// Either both names change or none: rename(2) is one step.
  case move(Int, from: Entry, to: Entry)
  case write([UInt8], offset: Int, file: Int)
  case truncate(size: Int, file: Int)
  case setMode(mode_t, node: Int)

  /// A name in a directory.
  struct Entry: Equatable, Sendable {
    let name: String
    let directory: Int
  }

  /// The nodes that have to be synced before it is sure to stay.
  var nodes: Set<Int> {
    switch self {
    case .link(_, _, let directory), .unlink(_, let directory): [directory]
    case .move(_, let source, let target): [source.directory, target.directory]
    case .write(_, _, let file), .truncate(_, let file): [file]
    case .setMode(_, let node): [node]
    }
  }

  /// Whether fdatasync(2) is enough.
  var isData: Bool {
    switch self {
    case .write, .truncate: true
    default: false
    }
  }

  /// The bytes that it writes, if it does.
  var written: [UInt8]? { if case .write(let bytes, _, _) = self { bytes } else { nil } }
}

/// What a crash has left of the last write.
enum Tear: Hashable, Sendable {
  case none
  /// Its first bytes only.
  case cut(Int)
  /// Its first bytes, and the size that the file got: NUL where it grew. What stood there before
  /// is not erased by a write that does not come onto the disk.
  case blank(Int)

  /// All tears of so many bytes: at each one, and in a long write at its ends, at the bounds of
  /// sectors and at some places by chance.
  static func all(of count: Int, _ random: inout SeededGenerator) -> [Tear] {
    var places = Set(0..<count)
    if count > 4096 {
      places = Set(0..<64).union(count - 64..<count).union(stride(from: 0, to: count, by: 512))
      for _ in 0..<64 { places.insert(Int.random(in: 0..<count, using: &random)) }
    }
    return places.sorted().flatMap { $0 == 0 ? [.blank(0)] : [.cut($0), .blank($0)] }
  }
}

extension FileTree {
  /// Changes it as a write does of which a crash has left a part.
  mutating func apply(_ operation: Operation, _ tear: Tear) {
    guard case .write(let bytes, let offset, let file) = operation else { return apply(operation) }
    switch tear {
    case .none: apply(operation)
    case .cut(let count): apply(.write(Array(bytes.prefix(count)), offset: offset, file: file))
    case .blank(let count):
      let size = nodes[file].content?.bytes.count ?? 0
      apply(operation, .cut(count))
      apply(.truncate(size: max(size, offset + bytes.count), file: file))
    }
  }

  mutating func apply(_ operation: Operation) {
    switch operation {
    case .link(let node, let name, let directory): link(node, as: name, in: directory)
    case .unlink(let name, let directory): unlink(name, in: directory)
    case .move(let node, let source, let target):
      unlink(source.name, in: source.directory)
      link(node, as: target.name, in: target.directory)
    case .write(let new, let offset, let file):
      guard var bytes = nodes[file].content?.bytes, !new.isEmpty else { return }
      if bytes.count < offset { bytes += [UInt8](repeating: 0, count: offset - bytes.count) }
      bytes.replaceSubrange(offset..<min(offset + new.count, bytes.count), with: new)
      setBytes(bytes, of: file)
    case .truncate(let size, let file):
      guard let bytes = nodes[file].content?.bytes else { return }
      setBytes(
        bytes.prefix(size) + [UInt8](repeating: 0, count: max(0, size - bytes.count)), of: file)
    case .setMode(let mode, let node): setMode(mode, of: node)
    }
  }
}
