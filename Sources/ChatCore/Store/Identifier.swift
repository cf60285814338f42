/// The id of an account, 20 lower-case hexadecimal digits.
package struct UserID: Hashable, Sendable {
  package let text: String

  /// - Returns: nil unless `text` has the form of an id, so that an id is always safe in a path.
  package init?(_ text: String) {
    guard Identifier.isValid(text) else { return nil }
    self.text = text
  }
}

/// The id of a chat, 20 lower-case hexadecimal digits.
package struct ChatID: Hashable, Sendable {
  package let text: String

  /// - Returns: nil unless `text` has the form of an id, so that an id is always safe in a path.
  package init?(_ text: String) {
    guard Identifier.isValid(text) else { return nil }
    self.text = text
  }
}

extension UserID {
  static func make() throws(ChatError) -> UserID {
    UserID(valid: try randomText(bytes: Identifier.length / 2))
  }

  private init(valid text: String) { self.text = text }
}

extension ChatID {
  static func make() throws(ChatError) -> ChatID {
    ChatID(valid: try randomText(bytes: Identifier.length / 2))
  }

  private init(valid text: String) { self.text = text }
}

/// The form of ids.
enum Identifier {
  /// In hexadecimal digits: 80 random bits.
  static let length = 20

  static func isValid(_ text: String) -> Bool {
    text.utf8.count == length && text.utf8.allSatisfy(isDigit)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}
