/// The id of an account, 20 lower-case hexadecimal digits.
package struct UserID: Hashable, Sendable {
  package let text: String

  /// - Returns: nil unless `text` has the form of an id, so that an id is always safe in a path.
  package init?(_ text: String) {
    guard isIdentifier(text) else { return nil }
    self.text = text
  }
}

/// The id of a chat, 20 lower-case hexadecimal digits.
package struct ChatID: Hashable, Sendable {
  package let text: String

  /// - Returns: nil unless `text` has the form of an id, so that an id is always safe in a path.
  package init?(_ text: String) {
    guard isIdentifier(text) else { return nil }
    self.text = text
  }
}

/// How many hexadecimal digits an id has: 80 random bits.
let identifierLength = 20

private func isIdentifier(_ text: String) -> Bool {
  text.utf8.count == identifierLength
    && text.utf8.allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
}
