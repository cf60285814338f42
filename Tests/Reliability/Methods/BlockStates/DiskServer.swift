import CLinux
import Foundation
import Glibc
import Synchronization
import TestTools

/// Shows a disk as a file: a file system of FUSE that is that one file, in the kernel's own
/// protocol (linux/fuse.h), since a library for it may not be there.
///
/// It is served by a thread with descriptors of its own. When this process is killed, the kernel
/// closes them with that thread, and whoever still waits for the disk is told that it is gone; with
/// descriptors that all threads share, the one that waits would keep them open and wait for ever.
enum DiskServer {
  /// Mounts it, in the mount namespace of this thread, and serves it until it is unmounted.
  /// - Parameter path: of a file.
  static func mount(_ disk: LoggedDisk, at path: String) throws {
    let failure = Guarded<Failure?>(nil)
    let isReady = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      do throws(Failure) {
        let device = try open(path)
        isReady.signal()
        serve(disk, device)
      } catch {
        failure.use { $0 = error }
        isReady.signal()
      }
    }
    isReady.wait()
    if let failure = failure.use({ $0 }) { throw failure }
  }

  /// - Returns: where the kernel asks.
  private static func open(_ path: String) throws(Failure) -> Int32 {
    guard unshare_descriptors() == 0 else { throw Failure("close_range", code: errno) }
    let device = Glibc.open("/dev/fuse", O_RDWR | O_CLOEXEC)
    guard device >= 0 else { throw Failure("/dev/fuse", code: errno) }
    let options = "fd=\(device),rootmode=100600,user_id=0,group_id=0,allow_other"
    guard Glibc.mount("chatctl", path, "fuse", UInt(MS_NOSUID | MS_NODEV), options) == 0 else {
      let failure = Failure("mounting FUSE at \(path)", code: errno)
      close(device)
      throw failure
    }
    return device
  }

  private static func serve(_ disk: LoggedDisk, _ device: Int32) {
    defer { close(device) }
    var request = [UInt8](repeating: 0, count: mostBytes + (64 << 10))
    while true {
      let count = read(device, &request, request.count)
      if count < 0 {
        // The asker was interrupted meanwhile.
        if errno == EINTR || errno == ENOENT || errno == EAGAIN { continue }
        // It was unmounted.
        return
      }
      guard let answer = answer(to: request[..<count], of: disk) else { continue }
      // Who asked may be gone.
      _ = Glibc.write(device, answer, answer.count)
    }
  }

  /// In one request.
  private static let mostBytes = 1 << 20

  /// - Returns: nil where none is wanted.
  private static func answer(to request: ArraySlice<UInt8>, of disk: LoggedDisk) -> [UInt8]? {
    let header = request.first(as: fuse_in_header.self)
    let body = request.dropFirst(MemoryLayout<fuse_in_header>.size)
    func answer(_ bytes: [UInt8] = [], error: Int32 = 0) -> [UInt8] {
      let size = MemoryLayout<fuse_out_header>.size + bytes.count
      return [UInt8](
        memoryOf: fuse_out_header(len: UInt32(size), error: -error, unique: header.unique)) + bytes
    }
    switch fuse_opcode(header.opcode) {
    case FUSE_INIT:
      var out = fuse_init_out()
      out.major = UInt32(FUSE_KERNEL_VERSION)
      out.minor = 31
      out.flags = UInt32(FUSE_MAX_PAGES | FUSE_BIG_WRITES)
      out.max_write = UInt32(mostBytes)
      out.max_pages = UInt16(mostBytes / 4096)
      out.max_background = 16
      return answer([UInt8](memoryOf: out))
    case FUSE_GETATTR, FUSE_SETATTR:
      var out = fuse_attr_out()
      out.attr_valid = 3600
      out.attr.ino = 1
      out.attr.mode = S_IFREG | 0o600
      out.attr.nlink = 1
      out.attr.size = UInt64(disk.size)
      out.attr.blksize = 4096
      return answer([UInt8](memoryOf: out))
    case FUSE_OPEN:
      var out = fuse_open_out()
      // Each write comes here at once, as it was made.
      out.open_flags = UInt32(FOPEN_DIRECT_IO)
      return answer([UInt8](memoryOf: out))
    case FUSE_READ:
      let read = body.first(as: fuse_read_in.self)
      return answer(disk.bytes(at: Int(read.offset), count: Int(read.size)))
    case FUSE_WRITE:
      let write = body.first(as: fuse_write_in.self)
      let bytes = body.dropFirst(MemoryLayout<fuse_write_in>.size).prefix(Int(write.size))
      disk.write(bytes, at: Int(write.offset))
      return answer([UInt8](memoryOf: fuse_write_out(size: write.size, padding: 0)))
    case FUSE_FSYNC:
      disk.flush()
      return answer()
    case FUSE_FLUSH, FUSE_RELEASE, FUSE_DESTROY: return answer()
    case FUSE_STATFS: return answer([UInt8](memoryOf: fuse_statfs_out()))
    case FUSE_FORGET, FUSE_BATCH_FORGET, FUSE_INTERRUPT: return nil
    default: return answer(error: ENOSYS)
    }
  }
}

extension ArraySlice<UInt8> {
  /// The value that it begins with; what a short one lacks is zero.
  fileprivate func first<Value: BitwiseCopyable>(as type: Value.Type) -> Value {
    var bytes = [UInt8](repeating: 0, count: MemoryLayout<Value>.size)
    bytes.replaceSubrange(..<Swift.min(count, bytes.count), with: prefix(bytes.count))
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: type) }
  }
}

extension [UInt8] {
  fileprivate init(memoryOf value: some BitwiseCopyable) {
    self = Swift.withUnsafeBytes(of: value) { Array($0) }
  }
}
