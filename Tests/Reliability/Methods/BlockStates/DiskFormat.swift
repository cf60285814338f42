import Foundation
import TestTools

/// A file system that is made on disks.
struct DiskFormat: Sendable {
  /// As mount(8) calls it.
  let name: String
  fileprivate let size: Int
  /// Where its superblocks are, each a block of 4 KiB, which it takes to be written whole or not at
  /// all: with half of one, it cannot be mounted.
  let superblocks: [Int]
  /// What makes it, without the file.
  fileprivate let program: [String]
  fileprivate let package: String

  /// Its tables are written at once, and not by the kernel while something else is recorded.
  static let ext4 = DiskFormat(
    name: "ext4", size: 32 << 20, superblocks: [0],
    program: [
      "mkfs.ext4", "-q", "-F", "-b", "4096", "-N", "2048", "-m", "0",
      "-E", "lazy_itable_init=0,lazy_journal_init=0",
    ], package: "e2fsprogs")

  static let btrfs = DiskFormat(
    name: "btrfs", size: 128 << 20, superblocks: [64 << 10, 64 << 20],
    program: ["mkfs.btrfs", "-q"], package: "btrfs-progs")

  /// The one with fewer states comes first, so that the other can make up for it.
  static let all = [btrfs, ext4]

  /// Why there can be none; nil where there can.
  var obstacle: String? {
    let known = try? String(contentsOfFile: "/proc/filesystems", encoding: .utf8)
    guard let known, known.split(whereSeparator: \.isWhitespace).contains(Substring(name)) else {
      return "this kernel does not know \(name)"
    }
    let isThere = (try? Launch(program, environment: Self.environment).program()) != nil
    return isThere ? nil : "the Debian package \(package) is not installed"
  }

  /// A new disk that has nothing but the file system, with an id of its own.
  func make() throws -> DiskImage {
    let path = World.memory.appending(path: "chatctl-disk-\(UUID().uuidString)").path
    Leftovers.remove(atEnd: path)
    defer { try? FileManager.default.removeItem(atPath: path) }
    try Data().write(to: URL(filePath: path))
    try FileHandle(forWritingTo: URL(filePath: path)).truncate(atOffset: UInt64(size))
    try Launch(program + [path], environment: Self.environment).run()
    return try DiskImage(reading: path)
  }

  private static let environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
}
