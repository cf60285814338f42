import ChatSystem

/// What the texts of messages are searched for: an extended regular expression as in `grep -E`, or a text
/// as it is.
package struct MessagePattern: Sendable {
  private enum Form {
    case literal(String, Needle)
    case expression(RegularExpression, source: String)
  }

  private let form: Form
  private let ignoresCase: Bool

  /// - Parameters:
  ///   - isLiteral: whether no character of `text` has a meaning of its own.
  ///   - ignoresCase: whether upper and lower case are one.
  /// - Throws: `badPattern`.
  package init(
    _ text: String, isLiteral: Bool = false, ignoresCase: Bool = false
  ) throws(ChatError) {
    self.ignoresCase = ignoresCase
    let isPlain = isLiteral || !text.utf8.contains(where: Self.isSpecial)
    if isPlain, !ignoresCase || text.utf8.allSatisfy({ $0 < 0x80 }) {
      form = .literal(text, Needle(Array(text.utf8), ignoresCase: ignoresCase))
      return
    }
    do throws(RegularExpressionProblem) {
      let source = isLiteral ? Self.quoted(text) : text
      form = .expression(
        try RegularExpression(source, ignoresCase: ignoresCase), source: text)
    } catch {
      throw .badPattern(text, reason: error.text)
    }
  }

  /// Whether it matches a part of `text`.
  /// - Throws: `badPattern` when there is not enough memory to tell.
  func matches(_ text: String) throws(ChatError) -> Bool {
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

  /// What stands in every line of a log whose record has a text that matches, as chatctl writes them;
  /// nil where nothing is known to.
  var needle: Needle? {
    guard case .literal(let text, _) = form else { return nil }
    var bytes: [UInt8] = []
    JSONText.append(text, to: &bytes)
    return Needle(Array(bytes.dropFirst().dropLast()), ignoresCase: ignoresCase)
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
