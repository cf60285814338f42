/// Text that is written from right to left, beside text that is not (UAX #9).
enum Bidi {
  /// `text` between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE if some of it is written from
  /// right to left, so that a terminal which orders text leaves in place what stands beside it.
  /// - Parameter text: sanitised, so that it holds no isolates of its own.
  static func isolated(_ text: some StringProtocol) -> String {
    hasRightToLeft(text) ? "\u{2068}\(text)\u{2069}" : String(text)
  }

  private static func hasRightToLeft(_ text: some StringProtocol) -> Bool {
    // Every scalar from U+0590 on takes two bytes, the first of them 0xD6 or more.
    guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
    return text.unicodeScalars.contains { isRightToLeft($0.value) }
  }

  /// Whether a code point lies in a block whose characters are from right to left unless said
  /// otherwise (DerivedBidiClass.txt), or is RIGHT-TO-LEFT MARK.
  private static func isRightToLeft(_ value: UInt32) -> Bool {
    switch value {
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF,
      0x1E800...0x1EFFF:
      true
    default: false
    }
  }
}
