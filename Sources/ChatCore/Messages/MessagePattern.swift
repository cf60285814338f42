import ChatSystem

/// What the texts of messages are searched for: extended regular expressions as in `grep -E`, or
/// texts as they are. As for grep, each line is one of its own, and one of them has to match.
package struct MessagePattern: Sendable {
  private enum Form {
    case literal(String, Needle)
    case expression(RegularExpression, source: String)
  }

  private let forms: [Form]
  private let ignoresCase: Bool

  /// - Parameters:
  ///   - isLiteral: whether no character of `text` but the line break has a meaning of its own.
  ///   - ignoresCase: whether upper and lower case are one.
  /// - Throws: `badPattern`.
  package init(
    _ text: String, isLiteral: Bool = false, ignoresCase: Bool = false
  ) throws(ChatError) {
    self.ignoresCase = ignoresCase
    var forms: [Form] = []
    for line in text.utf8.split(separator: lineBreak, omittingEmptySubsequences: false) {
      forms.append(
        try Self.form(of: String(Substring(line)), isLiteral: isLiteral, ignoresCase: ignoresCase))
    }
    self.forms = forms
  }

  private static func form(
    of line: String, isLiteral: Bool, ignoresCase: Bool
  ) throws(ChatError) -> Form {
    let isPlain = isLiteral || !line.utf8.contains(where: isSpecial)
    if isPlain, !ignoresCase || line.utf8.allSatisfy(hasASCIICases) {
      return .literal(line, Needle(Array(line.utf8), ignoresCase: ignoresCase))
    }
    do throws(RegularExpressionProblem) {
      let source = isLiteral ? quoted(line) : line
      return .expression(
        try RegularExpression(source, ignoresCase: ignoresCase), source: line)
    } catch {
      throw .badPattern(line, reason: error.text)
    }
  }

  /// Whether it matches a part of `text`.
  /// - Throws: `badPattern` when there is not enough memory to tell.
  package func matches(_ text: String) throws(ChatError) -> Bool {
    for form in forms {
      if try Self.matches(text, form) { return true }
    }
    return false
  }

  private static func matches(_ text: String, _ form: Form) throws(ChatError) -> Bool {
    switch form {
    case .literal(_, let needle): return needle.occurs(in: text)
    case .expression(let expression, let source):
      do throws(RegularExpressionProblem) {
        return try expression.matches(text)
      } catch {
        throw .badPattern(source, reason: error.text)
      }
    }
  }

  /// What stands in every line of a log whose record has a text that matches, as chatctl writes
  /// them; nil where nothing is known to.
  var needle: Needle? {
    guard forms.count == 1, case .literal(let text, _) = forms[0] else { return nil }
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return Needle(Array(bytes.dropFirst().dropLast()), ignoresCase: ignoresCase)
  }

  /// Whether the upper and lower case of a character are ASCII and those of no other are. The
  /// Kelvin sign, the dotless i and the long s have cases that are ASCII (Unicode Character
  /// Database, UnicodeData.txt).
  private static func hasASCIICases(_ byte: UInt8) -> Bool {
    byte < 0x80 && !"KkIiSs".utf8.contains(byte)
  }

  /// Whether a character means something else than itself.
  private static func isSpecial(_ byte: UInt8) -> Bool { #".[\()*+?{|^$"#.utf8.contains(byte) }

  /// The expression that matches `text` alone.
  private static func quoted(_ text: String) -> String {
    var quoted = ""
    for scalar in text.unicodeScalars {
      if scalar.isASCII, isSpecial(UInt8(truncatingIfNeeded: scalar.value)) { quoted += "\\" }
      quoted.unicodeScalars.append(scalar)
    }
    return quoted
  }
}
