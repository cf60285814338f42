/// What a program writes, as text alone.
enum PlainText {
  /// Leaves out controls other than tabs, and escape sequences with all that belongs to them
  /// (ECMA-48); puts U+FFFD for what is not UTF-8.
  static func text(of bytes: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    var scalars = String(decoding: bytes, as: UTF8.self).unicodeScalars[...]
    while let scalar = scalars.popFirst() {
      switch scalar.value {
      case 0x1B: skipEscape(&scalars)
      case 0x9B: skipControlSequence(&scalars)
      case 0x90, 0x98, 0x9D...0x9F: skipString(&scalars)
      case 0x09: text.append(scalar)
      case 0x00..<0x20, 0x7F..<0xA0: break
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func skipEscape(_ scalars: inout Substring.UnicodeScalarView) {
    switch scalars.popFirst() {
    case "[": skipControlSequence(&scalars)
    case "]", "P", "X", "^", "_": skipString(&scalars)
    case let scalar? where (0x20...0x2F).contains(scalar.value):
      // Intermediate bytes come before the last one.
      while let next = scalars.popFirst(), (0x20...0x2F).contains(next.value) {}
    default: break
    }
  }

  /// Up to its final byte.
  private static func skipControlSequence(_ scalars: inout Substring.UnicodeScalarView) {
    while let next = scalars.first, (0x20...0x3F).contains(next.value) { scalars.removeFirst() }
    if let final = scalars.first, (0x40...0x7E).contains(final.value) { scalars.removeFirst() }
  }

  /// Up to its terminator, a BEL or ST.
  private static func skipString(_ scalars: inout Substring.UnicodeScalarView) {
    while let next = scalars.popFirst() {
      if next.value == 0x07 || next.value == 0x9C { return }
      if next.value == 0x1B {
        if scalars.first == "\\" { scalars.removeFirst() }
        return
      }
    }
  }
}
