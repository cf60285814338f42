import CLinux
import Glibc

/// Directories: making, listing, syncing, removing.
package enum Directory {
  /// Makes a directory with just this mode, whatever the umask, mkdir(2) and chmod(2).
  ///
  /// It begins as 0700, so that it is never wider open than `mode`.
  package static func create(_ path: String, mode: FileMode) throws(Errno) {
    try retrying { mkdir(path, 0o700) }
    // A umask may keep its owner from opening it, but not from changing its mode.
    guard geteuid() == 0 else {
      try retrying { chmod(path, mode.bits) }
      return
    }
    // Not by its path, where its owner may have put a link meanwhile.
    let directory = try FileDescriptor.open(path, [.readOnly, .directory, .noFollow])
    try giveToDirectoryOwner(path) { fchown(directory.raw, $0, $1) }
    try directory.setMode(mode)
  }

  /// Makes the entries of a directory survive a power cut, fsync(2) on it.
  package static func synchronize(_ path: String) throws(Errno) {
    try FileDescriptor.open(path, [.readOnly, .directory]).synchronize()
  }

  /// The names in a directory without `.` and `..`, in no order.
  ///
  /// Names that are not UTF-8 are left out: nothing that chatctl makes is called so.
  package static func names(in path: String) throws(Errno) -> [String] {
    try entries(in: path).names
  }

  /// The names in a directory, and apart from them those that are not UTF-8, as far as they can be
  /// shown.
  package static func entries(
    in path: String
  ) throws(Errno) -> (names: [String], misspelt: [String]) {
    var names: [String] = []
    var misspelt: [String] = []
    try forEachName(in: path) { bytes in
      if let name = try? UTF8Span(validating: bytes) {
        names.append(String(copying: name))
      } else {
        misspelt.append(bytes.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) })
      }
    }
    return (names, misspelt)
  }

  /// Gives the bytes of each name in a directory, getdents64(2), as ``names(in:)`` does; without
  /// what opendir(3) does beside, as thousands of small ones are read.
  package static func forEachName(
    in path: String, _ body: (Span<UInt8>) -> Void
  ) throws(Errno) {
    let directory = try FileDescriptor.open(path, [.readOnly, .directory])
    var failure: Errno?
    withUnsafeTemporaryAllocation(byteCount: 32 << 10, alignment: 8) { buffer in
      do throws(Errno) {
        while true {
          let count = try retrying {
            getdents64(directory.raw, buffer.baseAddress, buffer.count)
          }
          if count == 0 { break }
          forEachName(in: UnsafeRawBufferPointer(rebasing: buffer[..<count]), body)
        }
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  /// - Parameter entries: as getdents64(2) gives them.
  private static func forEachName(
    in entries: UnsafeRawBufferPointer, _ body: (Span<UInt8>) -> Void
  ) {
    // Of struct linux_dirent64: where the entry's length is, and where its name begins.
    let (lengthOffset, nameOffset) = (16, 19)
    var offset = 0
    while offset + nameOffset < entries.count {
      let length = Int(
        entries.loadUnaligned(fromByteOffset: offset + lengthOffset, as: UInt16.self))
      let name = entries[offset + nameOffset..<offset + length].prefix { $0 != 0 }
      offset += length
      if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { continue }
      UnsafeRawBufferPointer(rebasing: name).withMemoryRebound(to: UInt8.self) { body($0.span) }
    }
  }

  /// Makes `path` and what is missing above it, each with `mode` and each synced into its parent.
  package static func createAll(_ path: String, mode: FileMode) throws(Errno) {
    do throws(Errno) {
      let status = try FileStatus(of: path)
      if status.kind != .directory { throw Errno.notDirectory }
      return
    } catch {
      if error != .noSuchEntry { throw error }
    }
    let parent = parentDirectory(of: path)
    try createAll(parent, mode: mode)
    do throws(Errno) {
      try create(path, mode: mode)
    } catch {
      if error != .exists { throw error }
    }
    try synchronize(parent)
  }

  /// Makes a directory with a new name, for this user alone, mkdtemp(3).
  package static func createTemporary(in parent: String) throws(Errno) -> String {
    var template = Array("\(parent)/chatctl.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.current }
    return String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Sets the permission bits of a directory, chmod(2).
  package static func setMode(_ path: String, _ mode: FileMode) throws(Errno) {
    try retrying { chmod(path, mode.bits) }
  }

  /// Gives a directory to a group, chown(2).
  package static func setGroup(_ path: String, _ group: UInt32) throws(Errno) {
    try retrying { chown(path, UInt32.max, group) }
  }

  /// Removes what is at `path`, directories with all that is in them; symlinks are not followed.
  /// Nothing there is fine.
  package static func removeAll(_ path: String) throws(Errno) {
    let status: FileStatus
    do throws(Errno) {
      status = try FileStatus(of: path, followingSymlinks: false)
    } catch {
      if error == .noSuchEntry { return }
      throw error
    }
    guard status.kind == .directory else { return try removeFile(path) }
    do throws(Errno) {
      for name in try names(in: path) { try removeAll("\(path)/\(name)") }
    } catch {
      // Another user's that we may not look into can still be removed when it is empty.
      if error != .accessDenied { throw error }
    }
    try retrying { rmdir(path) }
  }
}

/// Removes a file, unlink(2).
package func removeFile(_ path: String) throws(Errno) {
  try retrying { unlink(path) }
}

/// Moves a file or directory onto a name in one step, rename(2).
package func moveFile(_ path: String, to target: String) throws(Errno) {
  try retrying { rename(path, target) }
}

/// The directory that holds `path`, as dirname(3) has it.
package func parentDirectory(of path: String) -> String {
  // By bytes: with a combining mark after it, a slash is another Character.
  let slash = UInt8(ascii: "/")
  var parent = Array(path.utf8)
  while parent.count > 1, parent.last == slash { parent.removeLast() }
  guard let end = parent.lastIndex(of: slash) else { return "." }
  parent.removeSubrange(end...)
  while parent.last == slash { parent.removeLast() }
  return parent.isEmpty ? "/" : String(decoding: parent, as: UTF8.self)
}

/// The path without symlinks and relative parts, realpath(3).
package func resolvedPath(_ path: String) throws(Errno) -> String {
  guard let resolved = realpath(path, nil) else { throw Errno.current }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// What a symlink says, readlink(2), from where it stands; what is there may lead on.
func linkTarget(_ path: String) throws(Errno) -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = try retrying { readlink(path, &buffer, buffer.count) }
  // What was repaired would be another name.
  guard let target = String(validating: buffer.prefix(count), as: UTF8.self) else {
    throw .invalidArgument
  }
  return target.hasPrefix("/") ? target : "\(parentDirectory(of: path))/\(target)"
}

/// The path of what is there, or is to be, behind a symlink at `path`; else `path`.
func targetOfSymlink(_ path: String) throws(Errno) -> String {
  guard try FileStatus.ifPresent(at: path, followingSymlinks: false)?.kind == .symlink else {
    return path
  }
  if try FileStatus.ifPresent(at: path) != nil { return try resolvedPath(path) }
  // Of a chain of links that leads nowhere, the last one says what is to be made.
  var target = path
  while try pathExists(target) { target = try linkTarget(target) }
  return target
}

/// Gives what root has made at `path` to the owner and group of the directory that it is in:
/// whoever it belongs to would be locked out else. Where a group shares the directory, it stays its
/// maker's.
/// - Parameter change: chown(2) of what was made.
func giveToDirectoryOwner(
  _ path: String, _ change: (_ user: UInt32, _ group: UInt32) -> Int32
) throws(Errno) {
  if geteuid() != 0 { return }
  let directory = try FileStatus(of: parentDirectory(of: path))
  if directory.mode.isShared { return }
  do throws(Errno) {
    try retrying { change(directory.user, directory.group) }
  } catch {
    // In a user namespace, root can give nothing to who is outside.
    if error != .invalidArgument { throw error }
  }
}

/// Throws why this process may not write to `path`, if so, access(2).
package func checkWritable(_ path: String) throws(Errno) {
  try retrying { access(path, W_OK) }
}
