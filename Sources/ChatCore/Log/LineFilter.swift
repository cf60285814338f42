import ChatSystem

/// Which lines of a log are decoded when messages with a certain text are asked for. Of the others
/// nothing is known, not even whether they are records.
struct LineFilter {
  /// What stands in the lines that are wanted.
  let needle: Needle
  /// The numbers of messages that were changed: what they say now stands elsewhere.
  let changed: Set<Int64>

  /// Whether a line is wanted.
  func wants(_ line: [UInt8]) -> Bool {
    needle.first(in: line) != nil || mayBeChanged(line, in: line.indices)
  }

  /// Whether the line in `bytes[range]` may be a message that was changed.
  func mayBeChanged(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    var number: Int64 = 0
    let line = bytes[range]
    // What names the next segment, or is damaged, is to be noticed.
    guard line.starts(with: Self.head) else { return true }
    if changed.isEmpty { return false }
    for digit in line.dropFirst(Self.head.count).prefix(16) {
      guard isDecimalDigit(digit) else { break }
      number = number * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return changed.contains(number)
  }

  /// What our lines begin with; any other is decoded.
  private static let head = Array("{\"seq\":".utf8)
}
