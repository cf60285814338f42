/// `text` as one word of a POSIX shell, for command lines that are to be copied: in single quotes
/// where a shell would read something else.
package func shellWord(_ text: String) -> String {
  // What is not ASCII means nothing to a shell; a tilde does at the beginning only.
  let isPlain = text.utf8.allSatisfy { $0 >= 0x80 || plainBytes.contains($0) }
  if isPlain && !text.isEmpty && !text.utf8.starts(with: "~".utf8) { return text }
  // By scalars: with a combining mark, a quotation mark is another Character.
  let parts = text.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
  return "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
}

private let plainBytes = Set(
  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@%+:,./_-~".utf8)
