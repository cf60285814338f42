import ChatCore

/// How many columns of a terminal text takes.
enum DisplayWidth {
  /// The width of sanitised text in columns.
  static func of(_ text: some StringProtocol) -> Int {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + of($1) }
  }

  /// The width of one character: 2 for an emoji, else the sum over its scalars, which counts
  /// combining marks as nothing, as terminals do.
  static func of(_ character: Character) -> Int {
    if character.isASCII { return 1 }
    let scalars = character.unicodeScalars
    return isEmoji(scalars) ? 2 : scalars.reduce(0) { $0 + of($1) }
  }

  /// Whether a character is shown as a picture (UTS #51, emoji presentation), alone or joined.
  private static func isEmoji(_ scalars: Character.UnicodeScalarView) -> Bool {
    guard let first = scalars.first?.properties, first.isEmoji else { return false }
    return first.isEmojiPresentation
      || scalars.dropFirst().contains {
        $0 == .emojiSelector || $0.properties.isEmojiPresentation
      }
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark: return 0
    default: break
    }
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FF: return 0  // Vowels and finals of Hangul syllables.
    case 0xAD: return 1  // Terminals show SOFT HYPHEN.
    default: break
    }
    if EastAsianWidthTable.isWide(scalar) { return 2 }
    return scalar.properties.isDefaultIgnorableCodePoint ? 0 : 1
  }
}
