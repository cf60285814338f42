/// A chat name that keeps the rules.
///
/// It consists of anything printable but `/`, and of spaces inside; it does not begin with `-`, `@`
/// or `~`, which mean something else on a command line. Nothing in it is invisible: of the format
/// characters only those that join emoji are accepted.
package struct ChatName: Sendable {
  /// As its owner writes it, in normalization form C.
  package let text: String
  /// The form to compare it by, ``foldedName(_:)``.
  package let folded: String

  /// The longest chat name, in Unicode scalars of normalization form C.
  package static let limit = 64

  /// - Throws: why the name is refused.
  package init(_ text: String) throws(NameProblem) {
    let name = try NameText(text, limit: Self.limit, notLeading: ["-", "@", "~", " "])
    if name.scalars.last == " " { throw .trailing(" ") }
    for (index, scalar) in name.scalars.enumerated() {
      let previous = index > 0 ? name.scalars[index - 1] : nil
      let next = index + 1 < name.scalars.count ? name.scalars[index + 1] : nil
      guard scalar.isAllowed(after: previous, before: next) else { throw .forbidden(scalar) }
    }
    self.text = name.text
    folded = foldedName(name.text)
  }
}

extension Unicode.Scalar {
  fileprivate func isAllowed(after previous: Self?, before next: Self?) -> Bool {
    switch self {
    case " ": true
    case "/": false
    default:
      joinsEmoji(after: previous, before: next)
        || isPrintable && !(isMark && (previous == nil || previous == " "))
    }
  }
}
