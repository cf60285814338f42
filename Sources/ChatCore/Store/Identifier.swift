import ChatSystem

/// The id of something in the store, 20 lower-case hexadecimal digits: 80 random bits.
package struct Identifier<Owner>: Hashable, Sendable {
  /// The first 16 digits, and the other four: a log has one in each line.
  private let high: UInt64
  private let low: UInt16

  /// - Returns: nil unless `text` has the form of an id, so that an id is always safe in a path.
  package init?(_ text: String) { self.init(text.utf8.span) }

  /// The same of bytes.
  init?(_ digits: Span<UInt8>) {
    guard digits.count == Self.length, let first = hexadecimalValue(in: digits, at: 0),
      let second = hexadecimalValue(in: digits, at: 8),
      let last = hexadecimalValue(in: digits, at: 12)
    else { return nil }
    high = UInt64(first) << 32 | UInt64(second)
    low = UInt16(truncatingIfNeeded: last)
  }

  /// An id that follows from a text: the beginning of its SHA-256.
  init(digestOf text: String) { self.init(bytes: SHA256.digest(of: Array(text.utf8))) }

  /// - Parameter bytes: the first ten count.
  private init(bytes: [UInt8]) {
    high = bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    low = bytes.dropFirst(8).prefix(2).reduce(0) { $0 << 8 | UInt16($1) }
  }

  static func make() throws(ChatError) -> Identifier {
    Identifier(bytes: try kernelRandomBytes(10))
  }

  private static var length: Int { 20 }

  /// From this many digits on, a beginning of it stands for it.
  package static var shortestPrefix: Int { 4 }

  /// Its digits.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(ascii: bytes.span)
  }

  /// Appends its digits, as ASCII.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(hexadecimal: high, low)
  }
}

extension Identifier: Comparable {
  /// In the order of their digits.
  package static func < (one: Identifier, other: Identifier) -> Bool {
    (one.high, one.low) < (other.high, other.low)
  }
}

/// The id of an account.
package typealias UserID = Identifier<Account>

/// The id of a chat.
package typealias ChatID = Identifier<Chat>

/// Whether a byte may stand in an id.
func isIdentifierDigit(_ byte: UInt8) -> Bool { hexadecimalValue(byte) != nil }

extension Identifier: Encodable {
  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
