import ChatSystem

/// A password as it was typed; never printed, and hashed by libxcrypt.
package struct Password: Sendable {
  private let bytes: [UInt8]

  /// The longest password, in bytes: that of crypt(3), whose 512 hold a NUL at the end.
  package static let limit = PasswordHash.longestPassword

  /// - Parameter bytes: without the line break that ended the input.
  /// - Throws: `invalidPassword` when it is empty, too long, or holds NUL, at which crypt(3) would
  ///   stop, or a line break, which cannot be typed.
  package init(_ bytes: [UInt8]) throws(ChatError) {
    if bytes.isEmpty { throw .invalidPassword(.empty) }
    if bytes.count > Self.limit { throw .invalidPassword(.tooLong(limit: Self.limit)) }
    if bytes.contains(0) { throw .invalidPassword(.nul) }
    if bytes.contains(UInt8(ascii: "\n")) { throw .invalidPassword(.lineBreak) }
    self.bytes = bytes
  }

  /// The hash that the store keeps, as crypt(5) writes it.
  /// - Parameter cost: of yescrypt, 1 to 11.
  func hash(cost: Int) throws(ChatError) -> String {
    try attempt(.create, "the password hash") { () throws(Errno) in
      try PasswordHash.make(password: bytes, cost: cost)
    }
  }

  /// Whether it is the password of a hash; nil when that is no hash.
  func matches(_ hash: String) -> Bool? {
    try? PasswordHash.verify(password: bytes, hash: hash)
  }
}
