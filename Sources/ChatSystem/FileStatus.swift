import CLinux
import Glibc

/// Permission bits of a file, setgid included, the lower 12 bits of st_mode.
package struct FileMode: Equatable, Sendable {
  package let bits: UInt32

  package init(_ bits: UInt32) { self.bits = bits & 0o7777 }

  /// Whether the group or others may do anything with it.
  package var isOpenToOthers: Bool { bits & 0o077 != 0 }
  /// Whether it is that of a directory which a group shares: it may write there, S_IWGRP, and is
  /// given what is made there, S_ISGID.
  package var isShared: Bool { bits & S_IWGRP != 0 && bits & S_ISGID != 0 }
  /// The same without what the group may.
  package var withoutGroup: FileMode { FileMode(bits & ~0o070) }
}

/// What stat(2) tells of a file.
package struct FileStatus: Equatable, Sendable {
  package let device: UInt64
  package let inode: UInt64
  package let size: Int64
  package let mode: FileMode
  package let user: UInt32
  package let group: UInt32
  package let kind: Kind

  /// What is told apart of the types of inode(7).
  package enum Kind: Sendable { case file, directory, symlink, other }

  init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    mode = FileMode(status.st_mode)
    user = status.st_uid
    group = status.st_gid
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .directory
      case S_IFLNK: .symlink
      default: .other
      }
  }

  /// Tells of the file at `path`, stat(2), or of a symlink itself, lstat(2).
  package init(of path: String, followingSymlinks: Bool = true) throws(Errno) {
    var status = stat()
    try retrying { followingSymlinks ? stat(path, &status) : lstat(path, &status) }
    self.init(status)
  }

  /// Tells of what `path` leads to, stat(2), or of a symlink itself, lstat(2).
  /// - Returns: nil where that is nothing.
  package static func ifPresent(
    at path: String, followingSymlinks: Bool = true
  ) throws(Errno) -> FileStatus? {
    do throws(Errno) {
      return try FileStatus(of: path, followingSymlinks: followingSymlinks)
    } catch {
      if error == .noSuchEntry { return nil }
      throw error
    }
  }

  /// Whether both are one file.
  package func isSameFile(as other: FileStatus) -> Bool {
    device == other.device && inode == other.inode
  }
}

/// Whether there is something at `path`; a dangling symlink is something.
package func pathExists(_ path: String) throws(Errno) -> Bool {
  do throws(Errno) {
    _ = try FileStatus(of: path, followingSymlinks: false)
    return true
  } catch {
    if error == .noSuchEntry || error == .notDirectory { return false }
    throw error
  }
}
