/// Where a picture is: an http or https URL, as far as it can be told without asking for it.
package struct ImageURL: Equatable, Sendable {
  package let text: String

  /// In bytes; what browsers and servers take.
  private static let limit = 2048

  /// The ASCII that is printed and stands in no URL (RFC 3986, section 2).
  private static let forbidden = Set("\"<>\\^`{|}".utf8)

  /// - Throws: `invalidImageURL` unless it is ASCII of which URLs are made, with a host, of at most
  ///   2048 bytes.
  package init(_ text: String) throws(ChatError) {
    let schemes = ["https://", "http://"]
    let rest = schemes.first { text.lowercased().hasPrefix($0) }.map { text.dropFirst($0.count) }
    guard let host = rest?.first, host != "/", text.utf8.count <= Self.limit,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Self.forbidden.contains($0) })
    else { throw .invalidImageURL(text) }
    self.text = text
  }
}
