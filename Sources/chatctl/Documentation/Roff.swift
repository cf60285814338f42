/// Text in the language of man(7), as mandoc and groff both read it.
enum Roff {
  /// Text that stands for itself, within a line or at its beginning, groff_char(7).
  static func escaped(_ text: String) -> String {
    let begin = text.hasPrefix(".") || text.hasPrefix("'") ? "\\&" : ""
    return begin
      + text.unicodeScalars.reduce(into: "") { result, scalar in
        switch scalar {
        case "\\": result += "\\e"
        case "-": result += "\\-"
        case "'": result += "\\(aq"
        case "`": result += "\\(ga"
        case "^": result += "\\(ha"
        case "~": result += "\\(ti"
        case "\"": result += "\\(dq"
        case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
        default: result += "\\[u\(hexadecimal(scalar))]"
        }
      }
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension SynopsisStyle {
  /// Markup of a manual page, as man-pages(7) asks for.
  static var roff: SynopsisStyle { SynopsisStyle(literal: Roff.bold, metavar: Roff.italic) }
}
