import ChatSystem

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
        default: result += "\\[u\(hexadecimal(scalar.value, digits: 4).uppercased())]"
        }
      }
  }

  static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }
}

/// Lines of a manual page.
extension Roff {
  /// Its beginning.
  /// - Parameters:
  ///   - section: of the manual, 1 for commands.
  ///   - source: what the page is made from.
  static func head(
    _ name: String, _ section: Int, _ purpose: String, from source: String = "the command table"
  ) -> [String] {
    [
      ".\\\" made by `chatctl documentation` from \(source)",
      ".TH \(escaped(name.uppercased())) \(section) \(versionDate) \"chatctl \(version)\"",
      ".SH NAME",
      "\(escaped(name)) \\- \(escaped(purpose))",
    ]
  }

  static func section(_ title: String) -> [String] { [".SH \(title)"] }

  /// A section of paragraphs.
  static func paragraphs(_ title: String, _ texts: [String]) -> [String] {
    section(title) + texts.flatMap { [".PP", escaped($0)] }.dropFirst()
  }

  /// A term, already in roff, and what it means.
  static func item(_ term: String, _ text: String) -> [String] {
    [".TP", term, escaped(sentence(text))]
  }

  /// A section of examples.
  static func examples(_ examples: [Example]) -> [String] {
    section("EXAMPLES") + examples.flatMap(example).dropFirst()
  }

  /// A section that names other pages, those of lower sections of the manual first.
  static func seeAlso(_ pages: [(name: String, section: Int)]) -> [String] {
    let names = pages.sorted { ($0.section, $0.name) < ($1.section, $1.name) }.map(page)
    return section("SEE ALSO") + names.dropLast().map { $0 + "," } + names.suffix(1)
  }

  private static func example(_ example: Example) -> [String] {
    [".PP", escaped(sentence(example.purpose, end: ":"))] + display([example.command])
  }

  /// Lines as they are typed.
  static func display(_ lines: [String]) -> [String] {
    [".RS 4", ".EX"] + lines.map(escaped) + [".EE", ".RE"]
  }

  /// Names a page, `chatctl(1)`.
  static func page(_ name: String, _ section: Int) -> String { "\(bold(name))(\(section))" }

  /// The texts of the program are phrases; a manual page has sentences.
  static func sentence(_ phrase: String, end: String = ".") -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst() + end
  }
}

extension SynopsisStyle {
  /// Markup of a manual page, as man-pages(7) asks for.
  static var roff: SynopsisStyle { SynopsisStyle(literal: Roff.bold, metavar: Roff.italic) }
}
