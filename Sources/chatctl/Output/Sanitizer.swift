import ChatCore

/// Makes text that someone wrote safe for a terminal.
///
/// What would act on the terminal, reorder the text beside it or hide in it is shown as `\u{1b}`.
/// In messages, scripts and emoji keep the joiners, marks and selectors that they are written with;
/// names and errors show all that would not be seen, as two names must not look the same.
enum Sanitizer {
  /// A name or an error on one line: line breaks, tabs and what is invisible are shown as escapes
  /// too, except what emoji in names of chats are joined by.
  static func inline(_ text: String) -> String {
    if isPrintableASCII(text) { return text }
    var result = ""
    for character in text { appendEscaped(character, to: &result, showsInvisible: true) }
    return result
  }

  /// The lines of a message, which end in LF or CRLF, with each tab replaced by spaces up to the
  /// next multiple of eight columns.
  static func lines(_ text: String) -> [String] {
    if isPrintableASCII(text) { return [text] }
    return text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map(expandingTabs)
  }

  /// Whether a terminal must not get `scalar` even in a message: controls, line and paragraph
  /// separators, and the invisible format characters apart from those that ordinary text needs.
  static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: break
    default: return false
    }
    switch scalar.value {
    case 0xAD, 0x200B, 0x2060: return false  // Where a line may break.
    case 0x200C, 0x200D, 0x180E: return false  // How letters and emoji join.
    case 0x200E, 0x200F, 0x61C: return false  // Marks of direction, which reorder nothing by force.
    case 0xFFF9...0xFFFB: return true  // Interlinear annotations hide text.
    default: return scalar.properties.isDefaultIgnorableCodePoint
    }
  }

  private static func isPrintableASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  private static func expandingTabs(_ line: Substring) -> String {
    var result = ""
    var column = 0
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    for (index, field) in fields.enumerated() {
      if index > 0 {
        let gap = 8 - column % 8
        result.append(String(repeating: " ", count: gap))
        column += gap
      }
      let text = escaped(field)
      result.append(text)
      column += DisplayWidth.of(text)
    }
    return result
  }

  private static func escaped(_ text: Substring) -> String {
    var result = ""
    for character in text {
      if isSubdivisionFlag(character) {
        result.append(character)
      } else {
        appendEscaped(character, to: &result, showsInvisible: false)
      }
    }
    return result
  }

  private static func appendEscaped(
    _ character: Character, to result: inout String, showsInvisible: Bool
  ) {
    let scalars = character.unicodeScalars
    var marks = 0
    for index in scalars.indices {
      let scalar = scalars[index]
      if isUnsafe(scalar) || showsInvisible && isHidden(at: index, in: scalars) {
        result.append("\\u{\(String(scalar.value, radix: 16))}")
        marks = 0
      } else if extendsCharacter(scalar) {
        marks += 1
        if marks <= marksPerCharacter { result.unicodeScalars.append(scalar) }
      } else {
        result.unicodeScalars.append(scalar)
        marks = 0
      }
    }
  }

  /// Whether the scalar at `index` is invisible and joins no emoji either.
  private static func isHidden(
    at index: Character.UnicodeScalarView.Index, in scalars: Character.UnicodeScalarView
  ) -> Bool {
    let scalar = scalars[index]
    guard scalar.isInvisible else { return false }
    return !scalar.joinsEmoji(
      after: scalars[..<index].last, before: scalars[index...].dropFirst().first)
  }

  private static func extendsCharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isGraphemeExtend || scalar == .zeroWidthJoiner
  }

  /// Whether `character` is the flag of a part of a country such as Scotland: a black flag, three
  /// to six tags and the end of tags (UTS #51, emoji tag sequences). Tags anywhere else only hide
  /// text.
  private static func isSubdivisionFlag(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard scalars.first == "\u{1F3F4}", scalars.last == "\u{E007F}" else { return false }
    let tags = scalars.dropFirst().dropLast()
    return (3...6).contains(tags.count)
      && tags.allSatisfy {
        (0xE0030...0xE0039).contains($0.value) || (0xE0061...0xE007A).contains($0.value)
      }
  }
}
