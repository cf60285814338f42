/// An e-mail address, as far as it can be told without sending to it.
package struct EmailAddress: Equatable, Sendable {
  package let text: String

  /// RFC 5321, section 4.5.3.1.3, less the angle brackets.
  private static let limit = 254

  /// What stands around an address or in a quoted one (RFC 5322, section 3.2).
  private static let forbidden: Set<Unicode.Scalar> = ["\"", "\\", "<", ">"]

  /// - Throws: `invalidEmail` unless there is something on both sides of an `@`, no white space, no
  ///   quote, no angle bracket and no control character, and at most 254 bytes.
  package init(_ text: String) throws(ChatError) {
    let text = normalized(text)
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      text.unicodeScalars.allSatisfy({ $0.isPrintable && !Self.forbidden.contains($0) }),
      text.utf8.count <= Self.limit
    else { throw .invalidEmail(text) }
    self.text = text
  }

  /// The form to compare it by.
  package var folded: String { foldedName(text) }
}
