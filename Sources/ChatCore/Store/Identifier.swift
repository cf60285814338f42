import ChatSystem

/// The id of something in the store, 20 lower-case hexadecimal digits: 80 random bits.
package struct Identifier<Owner>: Hashable, Sendable {
  package let text: String

  /// - Returns: nil unless `text` has the form of an id, so that an id is always safe in a path.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length, text.utf8.allSatisfy(isIdentifierDigit) else {
      return nil
    }
    self.text = text
  }

  /// An id that follows from a text: the beginning of its SHA-256.
  init(digestOf text: String) {
    self.text = String(SHA256.digest(of: Array(text.utf8)).hexadecimal.prefix(Self.length))
  }

  private init(random text: String) { self.text = text }

  static func make() throws(ChatError) -> Identifier {
    Identifier(random: try randomText(bytes: length / 2))
  }

  private static var length: Int { 20 }
}

/// The id of an account.
package typealias UserID = Identifier<Account>

/// The id of a chat.
package typealias ChatID = Identifier<Chat>

/// Whether a byte may stand in an id.
func isIdentifierDigit(_ byte: UInt8) -> Bool {
  isDecimalDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
}

extension Identifier: Encodable {
  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
