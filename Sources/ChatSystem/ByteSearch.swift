import Glibc

/// Fast searches for one byte.
package enum ByteSearch {
  /// The index of the first `byte` in `bytes` at or after `start`, memchr(3).
  package static func first(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}
