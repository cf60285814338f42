import CLinux
import Glibc

/// What kind of file system holds a file; decides how writers sync and how followers watch.
package struct FileSystem: Equatable, Sendable {
  private let magic: UInt64

  /// Asks about the file system that holds `path`, statfs(2).
  package init(of path: String) throws(Errno) {
    var status = statfs()
    try retrying { statfs(path, &status) }
    magic = UInt64(truncatingIfNeeded: status.f_type) & 0xFFFF_FFFF
  }

  /// Asks about the file system that holds an open file, fstatfs(2).
  package init(of file: borrowing FileDescriptor) throws(Errno) {
    let raw = file.raw
    var status = statfs()
    try retrying { fstatfs(raw, &status) }
    magic = UInt64(truncatingIfNeeded: status.f_type) & 0xFFFF_FFFF
  }

  /// Whether it is known to be on this machine alone, so that all processes share one page cache
  /// and inotify(7) sees every change. A name that is missing here costs speed, never a message.
  package var isLocal: Bool {
    // f_type of statfs(2). Asked by each send, of which a Set would take a tenth to come up.
    switch magic {
    case 0xEF53: true  // ext2 to ext4
    case 0x5846_5342: true  // XFS
    case 0x9123_683E: true  // Btrfs
    case 0xF2F5_2010: true  // F2FS
    case 0x0102_1994, 0x8584_58F6: true  // tmpfs, ramfs
    case 0x794C_7630: true  // overlayfs
    case 0x2FC1_2FC1: true  // ZFS
    case 0xCA45_1A4E: true  // bcachefs
    default: false
    }
  }
}
