import CCrypt
import Glibc

/// Password hashes as in /etc/shadow: yescrypt, crypt(5), by libxcrypt.
package enum PasswordHash {
  /// The longest password that crypt(3) takes, in bytes.
  package static let longestPassword = Int(CRYPT_MAX_PASSPHRASE_SIZE) - 1

  /// Hashes a password with a new salt, crypt_gensalt_rn(3) and crypt_rn(3).
  /// - Parameters:
  ///   - password: without NUL, at most ``longestPassword`` bytes; `invalidArgument` otherwise.
  ///   - cost: 1 to 11; each step doubles the time, and the memory, which is 128 MiB at 8.
  package static func make(password: [UInt8], cost: Int) throws(Errno) -> String {
    guard (1...11).contains(cost) else { throw .invalidArgument }
    var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
    let length = CInt(setting.count)
    guard crypt_gensalt_rn("$y$", CUnsignedLong(cost), nil, 0, &setting, length) != nil
    else { throw Errno.current }
    return try crypt(password, setting: setting)
  }

  /// Whether `hash` was made of `password`, in a time that does not depend on where it differs.
  /// - Parameter hash: as ``make(password:cost:)`` gives it; what is no hash throws
  ///   `invalidArgument`.
  package static func verify(password: [UInt8], hash: String) throws(Errno) -> Bool {
    let found = try crypt(password, setting: Array(hash.utf8CString))
    return constantTimeEquals(Array(found.utf8), Array(hash.utf8))
  }

  private static func crypt(_ password: [UInt8], setting: [CChar]) throws(Errno) -> String {
    guard password.count <= longestPassword, !password.contains(0) else { throw .invalidArgument }
    // All that the work leaves behind is in here, the password too.
    let data = UnsafeMutablePointer<crypt_data>.allocate(capacity: 1)
    data.initialize(to: crypt_data())
    defer {
      explicit_bzero(data, MemoryLayout<crypt_data>.size)
      data.deallocate()
    }
    let hash = withUnsafeMutableBytes(of: &data.pointee.input) { input in
      input.copyBytes(from: password)
      return crypt_rn(input.baseAddress, setting, data, CInt(MemoryLayout<crypt_data>.size))
    }
    guard let hash else { throw Errno.current }
    return String(cString: hash)
  }
}
