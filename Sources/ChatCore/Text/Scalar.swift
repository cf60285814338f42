extension Unicode.Scalar {
  /// Whether it is seen by itself, by its general category (Unicode Standard, section 4.5): no
  /// control, no format character, no space.
  var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
      .paragraphSeparator:
      false
    default:
      !properties.isDefaultIgnorableCodePoint
    }
  }

  /// Whether it is not seen, or only by what it does to others: a format character or one that may
  /// be ignored (Unicode Standard, section 5.21).
  package var isInvisible: Bool {
    properties.generalCategory == .format || properties.isDefaultIgnorableCodePoint
  }

  /// Whether it is not seen by itself but makes one emoji of those beside it (UTS #51): a joiner of
  /// two, or a selector.
  package func joinsEmoji(after previous: Self?, before next: Self?) -> Bool {
    switch self {
    case .zeroWidthJoiner:
      (previous?.isPictograph == true || previous == .emojiSelector) && next?.isPictograph == true
    case .emojiSelector:
      previous?.isPictograph == true || previous?.properties.isEmoji == true && next == .keycap
    default: false
    }
  }

  /// Whether it is an emoji by itself; digits become one only as keycaps.
  private var isPictograph: Bool { properties.isEmoji && !isASCII }

  /// ZERO WIDTH JOINER, which makes one emoji of several.
  package static let zeroWidthJoiner: Self = "\u{200D}"

  /// VARIATION SELECTOR-16, which asks for the coloured form of what stands before it.
  package static let emojiSelector: Self = "\u{FE0F}"

  /// COMBINING ENCLOSING KEYCAP, as in 1️⃣.
  private static let keycap: Self = "\u{20E3}"

  /// Whether it stands on the one before it.
  var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }
}

/// Whether a byte of UTF-8 is one of the digits from 0 to 9.
package func isDecimalDigit(_ byte: UInt8) -> Bool {
  (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// As many marks as any script puts on one letter; what goes beyond them, as in "zalgo" text, would
/// cover the lines above and below.
package let marksPerCharacter = 6

extension String {
  /// A text of ASCII, made in one step; empty for bytes that are no UTF-8.
  init(ascii bytes: Span<UInt8>) {
    guard let valid = try? UTF8Span(validating: bytes) else {
      self = ""
      return
    }
    self.init(copying: valid)
  }
}
