import ChatSystem

/// The text of a message that may be sent: UTF-8, not blank, without NUL, at most 1 MiB.
package struct MessageText: Equatable, Sendable {
  package let text: String

  /// The longest message, in bytes of UTF-8.
  package static let limit = 1 << 20

  /// - Parameters:
  ///   - bytes: as they were typed or read.
  ///   - repairing: puts U+FFFD for what is not UTF-8.
  /// - Throws: why it is refused, `messageTooLong`, `messageNotUTF8`, `nulInMessage`,
  ///   `blankMessage`.
  package init(_ bytes: [UInt8], repairing: Bool = false) throws(ChatError) {
    try self.init(bytes[...], repairing: repairing)
  }

  /// The same of a part of what was read.
  package init(_ bytes: ArraySlice<UInt8>, repairing: Bool = false) throws(ChatError) {
    let text = try repairing ? String(decoding: bytes, as: UTF8.self) : Self.validText(bytes)
    let size = text.utf8.count
    if size > Self.limit { throw .messageTooLong(bytes: size, limit: Self.limit) }
    if ByteSearch.contains(0, in: bytes.span) {
      throw .nulInMessage(offset: bytes.prefix { $0 != 0 }.count)
    }
    if Self.isBlank(text) { throw .blankMessage }
    self.text = text
  }

  private static func validText(_ bytes: ArraySlice<UInt8>) throws(ChatError) -> String {
    do throws(UTF8.ValidationError) {
      return String(copying: try UTF8Span(validating: bytes.span))
    } catch {
      throw .messageNotUTF8(offset: error.byteOffsets.lowerBound)
    }
  }

  /// Whether nothing of it can be seen: white space, controls and default-ignorable characters
  /// (Unicode Standard, section 5.21) only.
  private static func isBlank(_ text: String) -> Bool {
    // Of most texts the first letter tells.
    if text.utf8.contains(where: { (0x21...0x7E).contains($0) }) { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      let properties = scalar.properties
      return properties.isWhitespace || properties.isDefaultIgnorableCodePoint
        || properties.generalCategory == .control || properties.generalCategory == .format
    }
  }
}
