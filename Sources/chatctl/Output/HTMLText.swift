/// Text in HTML: nothing of it is markup.
enum HTMLText {
  /// `text` as the content of an element or the value of a quoted attribute. What HTML forbids in a
  /// document, controls and noncharacters, is shown as ``Sanitizer`` does.
  static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy(isPlain) { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n": result.unicodeScalars.append(scalar)
      default:
        if isForbidden(scalar) {
          result += "\\u{\(String(scalar.value, radix: 16))}"
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      false
    case UInt8(ascii: "\n"), 0x20..<0x7F: true
    default: false
    }
  }

  /// Controls and noncharacters, "preprocessing the input stream" in the HTML standard.
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint
  }
}
