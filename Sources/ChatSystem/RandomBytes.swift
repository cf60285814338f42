import CLinux

/// Random bytes fit for secrets, getrandom(2).
package func randomBytes(_ count: Int) throws(Errno) -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: count)
  var filled = 0
  while filled < count {
    filled += try retrying {
      bytes.withUnsafeMutableBytes {
        getrandom($0.baseAddress.map { $0 + filled }, count - filled, 0)
      }
    }
  }
  return bytes
}
