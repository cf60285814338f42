/// An e-mail address, as far as it can be told without sending to it.
package struct EmailAddress: Equatable, Sendable {
  package let text: String

  /// RFC 5321, section 4.5.3.1.3, less the angle brackets.
  private static let limit = 254

  /// - Throws: `invalidEmail` unless there is something on both sides of an `@`, no white space and no
  ///   control character, and at most 254 bytes.
  package init(_ text: String) throws(ChatError) {
    let text = normalized(text)
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }),
      text.unicodeScalars.allSatisfy(\.isPrintable),
      text.utf8.count <= Self.limit
    else { throw .invalidEmail(text) }
    self.text = text
  }

  /// The form to compare it by.
  package var folded: String { foldedName(text) }
}
