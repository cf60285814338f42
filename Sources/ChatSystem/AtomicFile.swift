import CLinux
import Glibc

/// Files that are replaced whole or not at all, also by a power cut.
///
/// The new contents are written to `NAME.new` in the same directory, synced, renamed onto the name,
/// and the directory is synced: rename(2) is the commit point. There is one temporary name per
/// file, removed before use, so a crash leaves at most one and the next writer clears it; writers
/// of one file therefore exclude each other by a lock. A failure at any step leaves the old
/// contents.
package enum AtomicFile {
  /// What a temporary file's name ends in.
  package static let temporarySuffix = ".new"

  /// Replaces the file at `path`, or makes it.
  ///
  /// A symlink is kept and the file it points to replaced, or made. Mode, group and ACL of a file
  /// that is replaced are kept; where the group cannot be kept, the new file grants a group
  /// nothing. What root replaces keeps its owner, and what root makes is given to that of the
  /// directory.
  /// - Parameter mode: of a file that did not exist, whatever the umask.
  /// - Returns: the directory, which is still to be synced for the new contents to stay.
  package static func replace(
    _ path: String, with contents: [UInt8], mode: FileMode
  ) throws(Errno) -> String {
    let target = try targetOfSymlink(path)
    let temporary = target + temporarySuffix
    do throws(Errno) {
      try removeFile(temporary)
    } catch {
      if error != .noSuchEntry { throw error }
    }
    let file = try FileDescriptor.open(
      temporary, [.writeOnly, .create, .exclusive, .noFollow], mode: FileMode(0o600))
    do throws(Errno) {
      try file.write(contents, at: 0)
      try takeOverAttributes(of: target, for: file, newMode: mode)
      try file.synchronize()
      try moveFile(temporary, to: target)
    } catch {
      // The first error is the one to tell; what is left here, the next writer removes.
      try? removeFile(temporary)
      throw error
    }
    return parentDirectory(of: target)
  }

  /// Throws why this process could not replace or make the file at `path`, if so, access(2).
  package static func checkReplaceable(_ path: String) throws(Errno) {
    try checkWritable(parentDirectory(of: targetOfSymlink(path)))
  }

  private static func takeOverAttributes(
    of target: String, for file: borrowing FileDescriptor, newMode: FileMode
  ) throws(Errno) {
    guard let old = try FileStatus.ifPresent(at: target) else {
      try file.giveToOwner(ofDirectoryOf: target)
      return try file.setMode(newMode)
    }
    guard try giveToOwner(of: old, file) else {
      // The bits and the ACL were meant for a group that this file does not have.
      return try file.setMode(old.mode.withoutGroup)
    }
    // The ACL sets the mode as well, to what the old file granted and no more.
    try copyAccessList(of: target, to: file)
    try file.setMode(old.mode)
  }

  /// - Returns: whether the file has the group of `old` now.
  private static func giveToOwner(
    of old: FileStatus, _ file: borrowing FileDescriptor
  ) throws(Errno) -> Bool {
    let new = try file.status()
    do throws(Errno) {
      if geteuid() == 0, new.user != old.user || new.group != old.group {
        try file.setOwner(old.user, group: old.group)
      } else if new.group != old.group {
        try file.setOwner(nil, group: old.group)
      }
      return true
    } catch {
      if error != .notPermitted { throw error }
      return false
    }
  }

  /// Copies the ACL of acl(5), or removes the one that a directory's default ACL gave.
  private static func copyAccessList(
    of target: String, to file: borrowing FileDescriptor
  ) throws(Errno) {
    if let list = try accessList(of: target) {
      try retrying { fsetxattr(file.raw, accessListName, list, list.count, 0) }
      return
    }
    do throws(Errno) {
      try retrying { fremovexattr(file.raw, accessListName) }
    } catch {
      if !error.isLackOfAttribute { throw error }
    }
  }

  /// Whether an ACL of acl(5) says who may use the file, so that the bits for its group are no more
  /// than a limit.
  package static func hasAccessList(_ path: String) throws(Errno) -> Bool {
    try accessList(of: path) != nil
  }

  private static let accessListName = "system.posix_acl_access"

  /// - Returns: nil where there is none, as for most files.
  private static func accessList(of path: String) throws(Errno) -> [UInt8]? {
    while true {
      do throws(Errno) {
        let size = try retrying { getxattr(path, accessListName, nil, 0) }
        var list = [UInt8](repeating: 0, count: size)
        let length = try retrying { getxattr(path, accessListName, &list, size) }
        return Array(list.prefix(length))
      } catch {
        if error.isLackOfAttribute { return nil }
        // It has grown meanwhile.
        if error != Errno(ERANGE) { throw error }
      }
    }
  }
}

extension Errno {
  /// Whether a file has no such extended attribute, or its file system has none at all, xattr(7).
  fileprivate var isLackOfAttribute: Bool { self == Errno(ENODATA) || self == .notSupported }
}

/// Makes a file that is not there yet, with this mode from the beginning whatever the umask, and
/// syncs it with its directory, open(2) with O_EXCL. When that fails, none is left.
/// - Throws: `exists` where there is something already, a dangling symlink too.
package func writeNewFile(_ path: String, _ contents: [UInt8], mode: FileMode) throws(Errno) {
  let file = try FileDescriptor.open(
    path, [.writeOnly, .create, .exclusive, .noFollow], mode: mode)
  do throws(Errno) {
    // The umask may have taken more.
    try file.setMode(mode)
    try file.write(contents, at: 0)
    try file.synchronize()
    try Directory.synchronize(parentDirectory(of: path))
  } catch {
    try? removeFile(path)
    throw error
  }
}
