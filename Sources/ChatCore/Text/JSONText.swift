import ChatSystem

/// The text of JSON strings (RFC 8259, section 7) as chatctl writes it, in the store and for
/// `--json`.
package enum JSONText {
  /// Appends `text` with its quotes. Quotation mark, reverse solidus and U+0000 to U+001F are
  /// escaped; everything else stands as it is, in UTF-8.
  package static func append(_ text: String, to bytes: inout [UInt8]) {
    let span = text.utf8.span
    var end = ByteSearch.firstSpecial(inJSON: span, from: 0)
    if end == span.count { return bytes.append(span, between: quotationMark) }
    bytes.append(quotationMark)
    var start = 0
    while start < span.count {
      bytes.append(span.extracting(start..<end))
      if end < span.count { appendEscape(of: span[end], to: &bytes) }
      start = end + 1
      end = ByteSearch.firstSpecial(inJSON: span, from: start)
    }
    bytes.append(quotationMark)
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    if byte < 0x20, PlantedBug.unescapedControls.isPlanted { return bytes.append(byte) }
    bytes.append(reverseSolidus)
    switch byte {
    case quotationMark, reverseSolidus: bytes.append(byte)
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    default:
      bytes.append("u00")
      bytes.append(hexadecimalDigit(byte >> 4))
      bytes.append(hexadecimalDigit(byte & 15))
    }
  }

  static let quotationMark = UInt8(ascii: "\"")
  static let reverseSolidus = UInt8(ascii: "\\")
}
