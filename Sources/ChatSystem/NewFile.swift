import Glibc

/// A file that is written bit by bit and stands at its place only when it is complete; whoever
/// makes it holds no lock.
///
/// The bytes go to a hidden file of a random name in the same directory, which is renamed onto the
/// name when it is complete and synced, and removed when that does not come about.
package final class NewFile {
  private let file: FileDescriptor
  private let target: String
  private let temporary: String
  private var size: Int64 = 0
  private var isComplete = false

  /// Begins a file, or what is to replace one.
  ///
  /// A symlink is kept and the file it points to replaced, or made.
  /// - Parameter mode: of the new file, whatever the umask and a file that is replaced.
  /// - Throws: `isDirectory`, `notFile` when something else than a file stands there.
  package init(at path: String, mode: FileMode) throws(Errno) {
    switch try FileStatus.ifPresent(at: path)?.kind {
    case .file, nil: target = try targetOfSymlink(path)
    case .directory: throw .isDirectory
    case .symlink, .other: throw .notFile
    }
    temporary = "\(parentDirectory(of: target))/.chatctl-\(try randomBytes(8).hexadecimal)"
    file = try FileDescriptor.open(
      temporary, [.writeOnly, .create, .exclusive, .noFollow], mode: FileMode(0o600))
    try file.setMode(mode)
  }

  deinit {
    // Nobody is left to tell that it stays.
    if !isComplete { try? removeFile(temporary) }
  }

  /// Adds bytes at the end, pwrite(2).
  package func write(_ bytes: [UInt8]) throws(Errno) {
    try file.write(bytes, at: size)
    size += Int64(bytes.count)
  }

  /// Puts the file at its place, fsync(2) and rename(2).
  package func complete() throws(Errno) {
    try file.synchronize()
    try moveFile(temporary, to: target)
    isComplete = true
    try Directory.synchronize(parentDirectory(of: target))
  }
}
