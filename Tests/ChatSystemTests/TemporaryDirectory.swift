import ChatSystem
import Glibc

/// A directory that is removed with all that is in it when nothing refers to it any more.
final class TemporaryDirectory: Sendable {
  let path: String

  init() throws { path = try Directory.createTemporary(in: "/tmp") }

  deinit { try? Directory.removeAll(path) }

  /// Makes a file or replaces its contents, in place.
  @discardableResult
  func put(_ text: String, into name: String, mode: UInt32 = 0o600) throws -> String {
    truncate("\(path)/\(name)", 0)
    let file = try FileDescriptor.openOrCreate("\(path)/\(name)", mode: FileMode(mode))
    try file.write(Array(text.utf8), at: 0)
    try file.setMode(FileMode(mode))
    return "\(path)/\(name)"
  }
}

/// The text in the file at `path`.
func text(of path: String) throws -> String {
  try String(
    decoding: FileDescriptor.open(path, .readOnly).readToEnd(limit: 1 << 20), as: UTF8.self)
}

/// The names in a directory, in order.
func names(in path: String) throws -> [String] { try Directory.names(in: path).sorted() }
