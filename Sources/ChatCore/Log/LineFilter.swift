import ChatSystem

/// Which lines of a log are decoded when messages with a certain text are asked for: of the
/// messages those that may have it, and all other records. Of the rest nothing is known, not even
/// whether they are records.
struct LineFilter {
  /// What stands in the lines that are wanted.
  let needle: Needle
  /// The numbers of messages that were changed: what they say now stands elsewhere.
  var changed: Set<Int64>

  /// Whether a line is wanted.
  func wants(_ line: [UInt8]) -> Bool {
    needle.first(in: line) != nil
      || Self.firstOddEscape(in: line, from: 0, before: line.count) != nil
      || wantsAnyhow(line, in: line.indices)
  }

  /// The first place from `start` on of an escape that chatctl seldom writes and that other
  /// programs may write for any character (RFC 8259, section 7): there a text may stand unseen.
  static func firstOddEscape(in lines: [UInt8], from start: Int, before end: Int) -> Int? {
    var index = start
    while let escape = ByteSearch.first(
      JSONText.reverseSolidus, in: lines, from: index, before: end - 1)
    {
      if [UInt8(ascii: "u"), UInt8(ascii: "/")].contains(lines[escape + 1]) { return escape }
      index = escape + 2
    }
    return nil
  }

  /// Whether the line in `bytes[range]` is wanted whatever text it has: it may be a message that
  /// was changed, or no message.
  func wantsAnyhow(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    let line = bytes.span.extracting(range)
    guard let number = PlainForm.number(ofMessage: line) else { return true }
    return !changed.isEmpty && changed.contains(number)
  }
}
