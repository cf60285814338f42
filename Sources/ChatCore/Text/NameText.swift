/// Checks a name that someone gave.
/// - Parameters:
///   - kind: what it names, for the error.
///   - check: makes the name, or tells what is wrong with it.
/// - Throws: `invalidName`.
package func checkedName<Name>(
  _ kind: NameKind, _ text: String, _ check: (String) throws(NameProblem) -> Name
) throws(ChatError) -> Name {
  do throws(NameProblem) {
    return try check(text)
  } catch {
    throw .invalidName(kind, text, error)
  }
}

/// The text of a name after the checks that all kinds of names share.
struct NameText {
  /// In normalization form C.
  let text: String
  let scalars: [Unicode.Scalar]

  /// - Parameters:
  ///   - limit: how many Unicode scalars the normalized text may have. They are counted rather than
  ///     characters, as a character may hold any number of combining marks.
  ///   - notLeading: what it must not begin with.
  init(
    _ text: String, limit: Int, notLeading: [Unicode.Scalar]
  ) throws(NameProblem) {
    self.text = normalized(text)
    scalars = Array(self.text.unicodeScalars)
    guard let first = scalars.first else { throw .empty }
    guard scalars.count <= limit else { throw .tooLong(characters: scalars.count, limit: limit) }
    if notLeading.contains(first) { throw .leading(Character(first)) }
    // Those beyond are not shown, so two names would look the same.
    var marks = 0
    for scalar in scalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > marksPerCharacter { throw .forbidden(scalar) }
    }
  }
}
