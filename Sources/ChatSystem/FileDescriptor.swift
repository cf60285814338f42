import CLinux
import Glibc

/// An open file, closed when it goes out of scope.
package struct FileDescriptor: ~Copyable, Sendable {
  package let raw: Int32

  /// Takes over `raw`, which nobody else closes.
  init(owning raw: Int32) { self.raw = raw }

  deinit { Glibc.close(raw) }

  /// Opens `path`, open(2); always with O_CLOEXEC.
  /// - Parameters:
  ///   - flags: O_RDONLY and so on.
  ///   - mode: of a file that O_CREAT makes, less the umask.
  package static func open(
    _ path: String, _ flags: OpenFlags, mode: FileMode = FileMode(0)
  ) throws(Errno) -> FileDescriptor {
    FileDescriptor(
      owning: try retrying { Glibc.open(path, flags.rawValue | O_CLOEXEC, mode.bits) })
  }

  /// Opens a regular file, open(2) with O_NONBLOCK, so that a FIFO in its place makes nobody wait.
  /// - Throws: `notFile` for anything else.
  package static func openFile(_ path: String, _ flags: OpenFlags) throws(Errno) -> FileDescriptor {
    var size: Int64 = 0
    return try openFile(path, flags, size: &size)
  }

  /// The same, and tells how large the file is, in bytes.
  package static func openFile(
    _ path: String, _ flags: OpenFlags, size: inout Int64
  ) throws(Errno) -> FileDescriptor {
    let file = try open(path, flags.union(.nonBlocking))
    let status = try file.status()
    if status.kind != .file { throw .notFile }
    size = status.size
    return file
  }

  /// Reads a regular file to its end, in one call where its size is told rightly.
  /// - Parameter limit: how many bytes to read at most.
  /// - Throws: `notFile` for anything else.
  package static func contents(of path: String, limit: Int) throws(Errno) -> [UInt8] {
    var size: Int64 = 0
    let file = try openFile(path, .readOnly, size: &size)
    // To ask for one byte more shows whether it ends there: network file systems may tell an old
    // size.
    let block = Int(min(size, Int64(limit))) + 1
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let wanted = min(max(block, bytes.count), limit - bytes.count)
      let read = try file.readOnce(upTo: wanted, at: Int64(bytes.count), into: &bytes)
      if read == 0 || bytes.count == Int(size) && read < wanted { break }
    }
    return bytes
  }

  /// Opens `path` to read and write, and makes it where it is missing, open(2) and fchmod(2); of a
  /// symlink, its target.
  /// - Parameter mode: of a file that did not exist, whatever the umask; it begins as 0600.
  package static func openOrCreate(_ path: String, mode: FileMode) throws(Errno) -> FileDescriptor {
    let path = try targetOfSymlink(path)
    do throws(Errno) {
      let file = try open(path, [.readWrite, .create, .exclusive], mode: FileMode(0o600))
      try file.giveToOwner(ofDirectoryOf: path)
      try file.setMode(mode)
      return file
    } catch {
      if error != .exists { throw error }
      return try openFile(path, .readWrite)
    }
  }

  /// Makes a file in memory that holds `bytes`, to be read from its start, memfd_create(2).
  package static func inMemory(_ bytes: [UInt8]) throws(Errno) -> FileDescriptor {
    let file = FileDescriptor(
      owning: try retrying { memfd_create("chatctl", UInt32(MEMFD_CLOEXEC)) })
    try file.write(bytes, at: 0)
    return file
  }

  /// Reads at most `count` bytes at `offset`, pread(2); fewer only at the end of the file.
  package func read(upTo count: Int, at offset: Int64) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    try read(upTo: count, at: offset, into: &bytes)
    return bytes
  }

  /// Reads at most `count` bytes at `offset` and appends them to `bytes`, pread(2).
  /// - Returns: how many were read, fewer than `count` only at the end of the file.
  @discardableResult
  package func read(
    upTo count: Int, at offset: Int64, into bytes: inout [UInt8]
  ) throws(Errno) -> Int {
    var total = 0
    while total < count {
      let read = try readOnce(upTo: count - total, at: offset + Int64(total), into: &bytes)
      if read == 0 { break }
      total += read
    }
    return total
  }

  /// The same in one call, which need not read all that there is.
  /// - Returns: how many bytes were read, none only at the end of the file.
  package func readOnce(
    upTo count: Int, at offset: Int64, into bytes: inout [UInt8]
  ) throws(Errno) -> Int {
    var read = 0
    var failure: Errno?
    bytes.append(addingCapacity: count) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        do throws(Errno) {
          let place = buffer.baseAddress.map { $0 + initialized }
          read = try retrying { pread(raw, place, count, off_t(offset)) }
          initialized += read
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    return read
  }

  /// Reads the file from its start to its end, pread(2).
  /// - Parameter limit: how many bytes to read at most.
  package func readToEnd(limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    var block = 4 << 10
    while bytes.count < limit {
      let wanted = min(block, limit - bytes.count)
      if try read(upTo: wanted, at: Int64(bytes.count), into: &bytes) < wanted { break }
      block *= 2
    }
    return bytes
  }

  /// Reads to the end, waiting for what is to come, read(2): for pipes and devices.
  /// - Parameter limit: how many bytes to read at most.
  package func readStream(limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let block = try readAvailable(upTo: limit - bytes.count)
      if block.isEmpty { break }
      bytes += block
    }
    return bytes
  }

  /// Reads what is there now, at most `count` bytes, read(2): for pipes and event descriptors.
  /// - Returns: nothing at the end of the input.
  package func readAvailable(upTo count: Int) throws(Errno) -> [UInt8] {
    try readSome(upTo: count, from: raw)
  }

  /// Writes all of `bytes` at `offset`, pwrite(2), going on after short writes.
  package func write(_ bytes: [UInt8], at offset: Int64) throws(Errno) {
    var written = 0
    while written < bytes.count {
      written += try retrying {
        bytes.withUnsafeBytes { buffer in
          pwrite(
            raw, buffer.baseAddress.map { $0 + written }, buffer.count - written,
            off_t(offset + Int64(written)))
        }
      }
    }
  }

  /// Writes all of `bytes`, write(2): for pipes and terminals.
  package func write(_ bytes: [UInt8]) throws(Errno) { try writeAll(bytes, to: raw) }

  /// Makes the file and its attributes survive a power cut, fsync(2).
  package func synchronize() throws(Errno) {
    try retrying { fsync(raw) }
  }

  /// Makes the file's data survive a power cut, fdatasync(2).
  package func synchronizeData() throws(Errno) {
    try retrying { fdatasync(raw) }
  }

  /// What the file is, fstat(2).
  package func status() throws(Errno) -> FileStatus {
    var status = stat()
    try retrying { fstat(raw, &status) }
    return FileStatus(status)
  }

  /// Sets the permission bits whatever the umask, fchmod(2).
  package func setMode(_ mode: FileMode) throws(Errno) {
    try retrying { fchmod(raw, mode.bits) }
  }

  /// Gives the file to whose the directory of `path` is, where root makes it, fchown(2).
  func giveToOwner(ofDirectoryOf path: String) throws(Errno) {
    try giveToDirectoryOwner(path) { fchown(raw, $0, $1) }
  }

  /// Sets owner and group, fchown(2); nil leaves one as it is.
  package func setOwner(_ user: UInt32?, group: UInt32?) throws(Errno) {
    try retrying { fchown(raw, user ?? UInt32.max, group ?? UInt32.max) }
  }
}

/// How a file is opened, the O_ flags of open(2).
package struct OpenFlags: OptionSet, Sendable {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// The one of every option set looks up generic types at run time, a fifth of what a `send` costs.
  package init(arrayLiteral elements: OpenFlags...) {
    self.init(rawValue: elements.reduce(0) { $0 | $1.rawValue })
  }

  package static let readOnly = OpenFlags([])
  package static let writeOnly = OpenFlags(rawValue: O_WRONLY)
  package static let readWrite = OpenFlags(rawValue: O_RDWR)
  package static let create = OpenFlags(rawValue: O_CREAT)
  package static let exclusive = OpenFlags(rawValue: O_EXCL)
  package static let directory = OpenFlags(rawValue: O_DIRECTORY)
  package static let noFollow = OpenFlags(rawValue: O_NOFOLLOW)
  package static let nonBlocking = OpenFlags(rawValue: O_NONBLOCK)
  package static let noControllingTerminal = OpenFlags(rawValue: O_NOCTTY)
}
