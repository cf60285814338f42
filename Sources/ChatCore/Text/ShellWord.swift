/// `text` as one word of a POSIX shell, for command lines that are to be copied: in single quotes
/// where a shell would read something else.
package func shellWord(_ text: String) -> String {
  if !text.isEmpty && text.unicodeScalars.allSatisfy(isPlain) && !beginsWithTilde(text) {
    return text
  }
  // By scalars: with a combining mark, a quotation mark is another Character.
  let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
}

/// The same with backslashes in place of the quotes, for a command line that stands in quotes among
/// other words: it is seen where it ends, whatever it holds.
package func escapedShellWord(_ text: String) -> String {
  if text.isEmpty { return "''" }
  var word = beginsWithTilde(text) ? "\\" : ""
  for scalar in text.unicodeScalars {
    // A shell takes a line break behind a backslash for none.
    word += isPlain(scalar) ? "\(scalar)" : scalar == "\n" ? "'\n'" : "\\\(scalar)"
  }
  return word
}

/// Whether a character means nothing to a shell, as all do that are not ASCII; a tilde at the
/// beginning of a word does.
private func isPlain(_ scalar: Unicode.Scalar) -> Bool {
  !scalar.isASCII || plainCharacters.contains(scalar)
}

private func beginsWithTilde(_ text: String) -> Bool { text.unicodeScalars.first == "~" }

private let plainCharacters = Set(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+:,./_-~".unicodeScalars)
