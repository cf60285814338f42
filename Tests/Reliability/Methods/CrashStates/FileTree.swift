import Foundation
import Glibc
import TestTools

/// What is in a file.
final class Content: Sendable {
  let bytes: [UInt8]
  /// Equal for equal bytes, and in practice for no others.
  let digest: Int

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var hasher = Hasher()
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    digest = hasher.finalize()
  }

  static let empty = Content([])
}

/// A file or a directory, whatever it is called.
struct Node: Sendable {
  enum Kind: Sendable {
    case file(Content)
    /// Its entries: which node has a name.
    case directory([String: Int])
  }

  var kind: Kind
  /// The permission bits.
  var mode: mode_t

  var content: Content? { if case .file(let content) = kind { content } else { nil } }
  var entries: [String: Int]? {
    if case .directory(let entries) = kind { entries } else { nil }
  }
  var isDirectory: Bool { entries != nil }
}

/// Files and directories below one directory, node 0, also those that have no name yet or none any
/// more.
struct FileTree: Sendable {
  private(set) var nodes: [Node]

  static let root = 0

  /// Reads what is below a directory.
  init(of folder: URL) throws {
    nodes = []
    try add(folder.path)
  }

  @discardableResult
  private mutating func add(_ path: String) throws -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Failure("\(path)", code: errno) }
    let id = nodes.count
    let mode = status.st_mode & 0o7777
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
      nodes.append(Node(kind: .file(Content(bytes)), mode: mode))
    case S_IFDIR:
      nodes.append(Node(kind: .directory([:]), mode: mode))
      for name in try FileManager.default.contentsOfDirectory(atPath: path) {
        link(try add("\(path)/\(name)"), as: name, in: id)
      }
    default: throw Failure("\(path) is no file and no directory")
    }
    return id
  }

  /// Adds a node that has no name yet.
  mutating func add(_ node: Node) -> Int {
    nodes.append(node)
    return nodes.count - 1
  }

  /// What is at a path below the root, `store/lock`.
  func node(at path: some StringProtocol) -> Int? {
    var node = Self.root
    for name in path.split(separator: "/") {
      guard let next = nodes[node].entries?[String(name)] else { return nil }
      node = next
    }
    return node
  }

  mutating func link(_ node: Int, as name: String, in directory: Int) {
    change(directory) { $0[name] = node }
  }

  mutating func unlink(_ name: String, in directory: Int) { change(directory) { $0[name] = nil } }

  mutating func setMode(_ mode: mode_t, of node: Int) { nodes[node].mode = mode }

  mutating func setBytes(_ bytes: [UInt8], of node: Int) {
    nodes[node].kind = .file(Content(bytes))
  }

  private mutating func change(_ directory: Int, _ body: (inout [String: Int]) -> Void) {
    guard case .directory(var entries) = nodes[directory].kind else { return }
    body(&entries)
    nodes[directory].kind = .directory(entries)
  }

  /// The same without what stands after the last line break of logs.
  func withoutUnendedLines() -> FileTree {
    var copy = self
    for node in nodes {
      for (name, entry) in node.entries ?? [:] where name.hasSuffix(".jsonl") {
        guard let bytes = nodes[entry].content?.bytes,
          let end = bytes.lastIndex(of: UInt8(ascii: "\n")), end + 1 < bytes.count
        else { continue }
        copy.setBytes(Array(bytes[...end]), of: entry)
      }
    }
    return copy
  }

  /// Tells trees with the same nodes apart by what can be reached.
  /// - Parameter isFixed: of each node, whether it and all below it is the same in all of them.
  func key(isFixed: [Bool]) -> Int {
    var hasher = Hasher()
    combine(Self.root, into: &hasher, isFixed)
    return hasher.finalize()
  }

  private func combine(_ node: Int, into hasher: inout Hasher, _ isFixed: [Bool]) {
    hasher.combine(nodes[node].mode)
    switch nodes[node].kind {
    case .file(let content): hasher.combine(content.digest)
    case .directory(let entries):
      hasher.combine(entries.count)
      // Entries come in no order.
      var sum = 0
      for (name, entry) in entries {
        var own = Hasher()
        own.combine(name)
        if isFixed[entry] { own.combine(entry) } else { combine(entry, into: &own, isFixed) }
        sum &+= own.finalize()
      }
      hasher.combine(sum)
    }
  }

  /// Of each node, whether none of these can be found below it, nor is it one.
  func isFixed(without changing: Set<Int>) -> [Bool] {
    var isFixed = nodes.indices.map { !changing.contains($0) }
    func visit(_ node: Int) {
      for entry in (nodes[node].entries ?? [:]).values {
        visit(entry)
        if !isFixed[entry] { isFixed[node] = false }
      }
    }
    visit(Self.root)
    return isFixed
  }
}
