/// A username that keeps the rules.
///
/// It consists of letters and digits of any script, `.`, `_` and `-`, and does not begin with `-`
/// or `.`. Marks stand after a letter, as Devanagari and others need. Compatibility forms (such as
/// full width) and Latin letters beside Cyrillic or Greek ones are refused, as they pass for
/// others.
package struct Username: Sendable {
  /// As its owner writes it, in normalization form C; a guest's begins with `~`.
  package let text: String
  /// The form to compare it by, ``foldedName(_:)``.
  package let folded: String

  /// The longest username, in Unicode scalars of normalization form C; a guest's `~` not counted.
  package static let limit = 32

  /// - Parameter text: without `@` or `~`.
  package init(_ text: String) throws(NameProblem) {
    self.init(checked: try Self.check(text))
    if folded == Self.oneself { throw .reserved }
  }

  /// `@me` is whoever says it.
  package static let oneself = "me"

  /// The username of a guest: `~` and `handle`, which keeps the same rules.
  package static func guest(_ handle: String) throws(NameProblem) -> Username {
    Username(checked: "~" + (try check(handle)))
  }

  private init(checked text: String) {
    self.text = text
    folded = foldedName(text)
  }

  /// The text of a name that keeps the rules of usernames, in normalization form C.
  static func check(_ text: String) throws(NameProblem) -> String {
    let name = try NameText(text, limit: limit, notLeading: ["-", ".", "~", "@"])
    var followsLetter = false
    for scalar in name.scalars {
      switch UsernameScalar(scalar) {
      case .letter: followsLetter = true
      case .digitOrPunctuation: followsLetter = false
      case .mark where followsLetter: break
      case .mark, .forbidden: throw .forbidden(scalar)
      }
    }
    if name.scalars.contains(where: \.isLatinLetter),
      let other = name.scalars.first(where: \.isGreekOrCyrillicLetter)
    {
      throw .mixedScripts(other)
    }
    return name.text
  }
}

extension Unicode.Scalar {
  /// Whether a username may hold it.
  var mayBeInUsername: Bool { UsernameScalar(self) != .forbidden }

  /// Whether it goes on the word that stands before it, other than `.`, `_` and `-`, which may end
  /// a phrase.
  var continuesUsername: Bool { mayBeInUsername && !isUsernamePunctuation }

  fileprivate var isUsernamePunctuation: Bool { [".", "_", "-"].contains(self) }
}

/// What a scalar is to a username.
private enum UsernameScalar {
  case letter, mark, digitOrPunctuation, forbidden

  init(_ scalar: Unicode.Scalar) {
    if scalar.isCompatibilityForm {
      self = .forbidden
      return
    }
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      self = .letter
    case .nonspacingMark, .spacingMark:
      self = .mark
    case .decimalNumber:
      self = .digitOrPunctuation
    default:
      self = scalar.isUsernamePunctuation ? .digitOrPunctuation : .forbidden
    }
  }
}

/// A username without the '@' of its direct chat.
func nameWithoutAt(_ name: String) -> String {
  String(name.unicodeScalars.drop { $0 == "@" })
}
