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
    guard let first = firstUnsafe(in: span) else {
      bytes.append(contentsOf: text.utf8)
      return
    }
    bytes.append(contentsOf: text.utf8.prefix(first))
    var index = first
    while index < span.count {
      let length = unsafeLength(in: span, at: index)
      if length == 0 {
        bytes.append(span[index])
        index += 1
      }
      for _ in 0..<length {
        appendEscape(of: span[index], to: &bytes)
        index += 1
      }
    }
  }

  private static func firstUnsafe(in span: Span<UInt8>) -> Int? {
    for index in span.indices where unsafeLength(in: span, at: index) > 0 { return index }
    return nil
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
