import CLinux
import Foundation
import Glibc
import TestTools

/// Where disks are mounted, one after the other: a directory of a mount namespace that only the
/// thread has that makes it, and programs that it starts. What is mounted there is gone with it.
final class DiskBench {
  /// Where a disk is mounted.
  let mountPoint: URL
  private let folder: URL
  private var diskFile: String { folder.appending(path: "disk").path }
  /// What is mounted for a look.
  private let state: Int32

  /// Moves this thread into a namespace of its own, for good, and gives it descriptors of its own:
  /// programs that others start must have none that keeps a disk busy.
  init() throws {
    folder = World.memory.appending(path: "chatctl-reliability-\(UUID().uuidString)")
    mountPoint = folder.appending(path: "mounted")
    guard unshare_descriptors() == 0 else { throw Failure("close_range", code: errno) }
    guard unshare(UNSHARE_MOUNTS) == 0 else { throw Failure("unshare", code: errno) }
    guard Glibc.mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0 else {
      throw Failure("mount --make-rprivate /", code: errno)
    }
    Leftovers.remove(atEnd: folder.path)
    try FileManager.default.createDirectory(at: mountPoint, withIntermediateDirectories: true)
    state = memfd_create("chatctl", UInt32(MEMFD_CLOEXEC))
    guard state >= 0 else { throw Failure("memfd_create", code: errno) }
    try Data().write(to: URL(filePath: diskFile))
  }

  deinit {
    close(state)
    try? FileManager.default.removeItem(at: folder)
  }

  /// Writes down what reaches a new disk.
  /// - Parameters:
  ///   - prepare: puts there what is to stay whatever happens.
  ///   - act: does what is written down, and acknowledges it.
  func record(
    on format: DiskFormat, prepare: () throws -> Void,
    act: (_ acknowledge: () -> Void) throws -> Void
  ) throws -> BlockRecording {
    let disk = LoggedDisk(try format.make())
    try DiskServer.mount(disk, at: diskFile)
    defer { umount2(diskFile, Int32(MNT_DETACH)) }
    let file = open(diskFile, O_RDWR | O_CLOEXEC)
    guard file >= 0 else { throw Failure(diskFile, code: errno) }
    defer { close(file) }
    try mount(file, format)
    try untilUnmounted(format) {
      try prepare()
      try synchronize()
      disk.beginRecording()
      try act(disk.acknowledge)
      // Let there be writes after what was acknowledged, too.
      try synchronize()
    }
    guard let recording = disk.endRecording() else { throw Failure("nothing was recorded") }
    return recording
  }

  /// Mounts a disk, which then may be changed.
  /// - Throws: ``Complaint`` where it cannot be mounted.
  func look<Result>(
    at image: DiskImage, _ format: DiskFormat, _ body: () throws -> Result
  ) throws -> Result {
    try image.write(to: state)
    try mount(state, format)
    return try untilUnmounted(format, body)
  }

  private func mount(_ file: Int32, _ format: DiskFormat) throws {
    let device = try LoopDevice.over(file)
    guard Glibc.mount(device.path, mountPoint.path, format.name, 0, nil) == 0 else {
      throw Complaint("\(Failure("it cannot be mounted", code: errno))")
    }
  }

  private func untilUnmounted<Result>(
    _ format: DiskFormat, _ body: () throws -> Result
  ) throws -> Result {
    let result = Swift.Result { try body() }
    guard umount2(mountPoint.path, 0) == 0 else {
      throw Failure("unmounting \(format.name)", code: errno)
    }
    return try result.get()
  }

  private func synchronize() throws {
    let file = open(mountPoint.path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Failure(mountPoint.path, code: errno) }
    defer { close(file) }
    guard syncfs(file) == 0 else { throw Failure("syncfs", code: errno) }
  }
}
