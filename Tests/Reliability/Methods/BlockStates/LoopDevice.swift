import CLinux
import Foundation
import Glibc
import TestTools

/// A block device that is a file, gone by itself when nobody uses it any more: it is closed and
/// what is mounted from it, unmounted.
struct LoopDevice: ~Copyable {
  /// `/dev/loop0`.
  let path: String
  private let device: Int32

  private init(path: String, device: Int32) { (self.path, self.device) = (path, device) }

  deinit { close(device) }

  /// - Parameter file: open for writing.
  static func over(_ file: Int32) throws -> LoopDevice {
    let control = open("/dev/loop-control", O_RDWR | O_CLOEXEC)
    guard control >= 0 else { throw Failure("/dev/loop-control", code: errno) }
    defer { close(control) }
    while true {
      let number = ioctl(control, UInt(LOOP_CTL_GET_FREE))
      guard number >= 0 else { throw Failure("there is no loop device", code: errno) }
      let path = "/dev/loop\(number)"
      let device = open(path, O_RDWR | O_CLOEXEC)
      guard device >= 0 else { throw Failure(path, code: errno) }
      var configuration = loop_config()
      configuration.fd = UInt32(file)
      configuration.info.lo_flags = UInt32(LO_FLAGS_AUTOCLEAR)
      if ioctl(device, UInt(LOOP_CONFIGURE), &configuration) == 0 {
        return LoopDevice(path: path, device: device)
      }
      let code = errno
      close(device)
      // Somebody else has taken it.
      if code != EBUSY { throw Failure(path, code: code) }
    }
  }
}
