import ChatSystem

/// The text of a field where fields are separated by tabs and records by line feeds.
///
/// `\\`, `\n` and `\t` stand for what they do in C, and `\xHH` for a byte of any other control
/// character, of U+2028 and U+2029, and of what overrides, embeds or isolates a direction. So no
/// text can forge a field or a line, and every text can be restored exactly.
enum FieldText {
  /// Appends `text` with its escapes.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    let span = text.utf8.span
    var start = 0
    while start < span.count {
      let end = firstUnsafe(in: span, from: start)
      bytes.append(span.extracting(start..<end))
      start = end
      guard end < span.count else { break }
      for _ in 0..<unsafeLength(in: span, at: end) {
        appendEscape(of: span[start], to: &bytes)
        start += 1
      }
    }
  }

  /// The index of the first character at or after `start` that is escaped; the count where there is
  /// none.
  private static func firstUnsafe(in span: Span<UInt8>, from start: Int) -> Int {
    var index = ByteSearch.firstSpecial(inPlainText: span, from: start)
    while index < span.count, unsafeLength(in: span, at: index) == 0 {
      index += 1
      // What follows in the same script is no plain text either.
      if index < span.count, span[index] < 0x80 {
        index = ByteSearch.firstSpecial(inPlainText: span, from: index)
      }
    }
    return index
  }

  /// How many bytes from `index` on, in valid UTF-8, are a character that is escaped; 0 for any
  /// other.
  private static func unsafeLength(in span: Span<UInt8>, at index: Int) -> Int {
    switch span[index] {
    case 0..<0x20, 0x5C, 0x7F: return 1
    case 0xC2: return span[index + 1] < 0xA0 ? 2 : 0
    case 0xE2: break
    default: return 0
    }
    switch (span[index + 1], span[index + 2]) {
    case (0x80, 0xA8...0xAE), (0x81, 0xA6...0xA9): return 3
    default: return 0
    }
  }

  private static func appendEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case UInt8(ascii: "\\"): bytes.append(byte)
    case UInt8(ascii: "\n"): bytes.append(UInt8(ascii: "n"))
    case UInt8(ascii: "\t"): bytes.append(UInt8(ascii: "t"))
    default: bytes.append(contentsOf: "x\(hexadecimal(byte, digits: 2))".utf8)
    }
  }
}
