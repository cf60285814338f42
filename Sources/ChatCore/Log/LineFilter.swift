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
    needle.first(in: line) != nil || wantsAnyhow(line, in: line.indices)
  }

  /// Whether the line in `bytes[range]` is wanted whatever text it has: it may be a message that
  /// was changed, or no message.
  func wantsAnyhow(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    let line = bytes.span.extracting(range)
    // What our messages begin with, before and after their number; any other line is decoded.
    guard PlainForm.head.stands(at: 0, in: line) else { return true }
    var index = PlainForm.head.count
    let end = min(index + 16, line.count)
    var number: Int64 = 0
    while index < end, case let digit = line[index] &- UInt8(ascii: "0"), digit <= 9 {
      number = number * 10 + Int64(digit)
      index += 1
    }
    let isMessage = PlainForm.count.stands(at: index, in: line)
    return !isMessage || !changed.isEmpty && changed.contains(number)
  }
}
