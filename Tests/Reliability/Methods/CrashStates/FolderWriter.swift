import Foundation
import Glibc
import TestTools

/// Makes a directory hold what a tree does, over and over, touching only what differs.
///
/// A file that it writes gets a time of change that tells its content. Whoever writes to it changes
/// that, so that it need not be read to see whether it is still as it was left.
struct FolderWriter {
  private let folder: URL

  init(_ folder: URL) { self.folder = folder }

  func write(_ tree: FileTree) throws {
    let directory = Glibc.open(folder.path, O_RDONLY | O_DIRECTORY)
    guard directory >= 0 else { throw Failure(folder.path, code: errno) }
    defer { close(directory) }
    try write(tree.nodes[FileTree.root].entries ?? [:], of: tree, into: directory)
  }

  private func write(_ entries: [String: Int], of tree: FileTree, into directory: Int32) throws {
    for name in try names(in: directory) where entries[name] == nil {
      try remove(name, in: directory)
    }
    for (name, id) in entries {
      let node = tree.nodes[id]
      switch node.kind {
      case .file(let content): try write(content, node.mode, as: name, in: directory)
      case .directory(let entries):
        let child = try openDirectory(name, node.mode, in: directory)
        defer { close(child) }
        try write(entries, of: tree, into: child)
      }
    }
  }

  private func openDirectory(_ name: String, _ mode: mode_t, in directory: Int32) throws -> Int32 {
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    var child = openat(directory, name, flags)
    if child == -1 {
      try remove(name, in: directory)
      guard mkdirat(directory, name, 0o700) == 0 else {
        throw Failure("mkdir \(name)", code: errno)
      }
      child = openat(directory, name, flags)
      guard child >= 0 else { throw Failure("open \(name)", code: errno) }
    }
    fchmod(child, mode)
    return child
  }

  private func write(
    _ content: Content, _ mode: mode_t, as name: String, in directory: Int32
  ) throws {
    let mark = content.mark
    var status = stat()
    if fstatat(directory, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      if status.st_mode == S_IFREG | mode, status.st_size == content.bytes.count,
        status.st_mtim.tv_sec == mark.tv_sec, status.st_mtim.tv_nsec == mark.tv_nsec
      {
        return
      }
      try remove(name, in: directory)
    }
    let file = openat(directory, name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0 else { throw Failure("open \(name)", code: errno) }
    defer { close(file) }
    var written = 0
    while written < content.bytes.count {
      let count = content.bytes.withUnsafeBytes { buffer in
        Glibc.write(file, buffer.baseAddress.map { $0 + written }, buffer.count - written)
      }
      guard count > 0 else { throw Failure("write \(name)", code: errno) }
      written += count
    }
    fchmod(file, mode)
    var times = [mark, mark]
    guard futimens(file, &times) == 0 else { throw Failure("futimens \(name)", code: errno) }
  }

  private func names(in directory: Int32) throws -> [String] {
    let copy = openat(directory, ".", O_RDONLY | O_DIRECTORY)
    guard let stream = fdopendir(copy) else { throw Failure("opendir", code: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  private func remove(_ name: String, in directory: Int32) throws {
    if unlinkat(directory, name, 0) == 0 || errno == ENOENT { return }
    let child = openat(directory, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    guard child >= 0 else { throw Failure("open \(name)", code: errno) }
    defer { close(child) }
    for name in try names(in: child) { try remove(name, in: child) }
    guard unlinkat(directory, name, AT_REMOVEDIR) == 0 else {
      throw Failure("rmdir \(name)", code: errno)
    }
  }
}

extension Content {
  /// A time long ago that tells what the content is.
  fileprivate var mark: timespec {
    let number = UInt(bitPattern: digest)
    return timespec(
      tv_sec: Int(number % 1_000_000_000), tv_nsec: Int(number / 1_000_000_000 % 1_000_000_000))
  }
}
