import ChatSystem

/// The file name of a segment of a log: the number of its first record in 20 digits, `.jsonl`.
struct SegmentName: Equatable, Sendable {
  let firstSeq: Int64

  init(firstSeq: Int64) { self.firstSeq = firstSeq }

  /// - Returns: nil for the name of any other file.
  init?(_ text: String) { self.init(text.utf8.span) }

  /// The same of bytes.
  init?(_ name: Span<UInt8>) {
    let suffix = ShortText(Self.suffix)
    guard name.count == Self.digits + suffix.count, suffix.stands(at: Self.digits, in: name) else {
      return nil
    }
    var number: Int64 = 0
    for index in 0..<Self.digits {
      // One that is too large already is not multiplied until it overflows.
      guard isDecimalDigit(name[index]), number == 0 || LogRecord.number(number) != nil else {
        return nil
      }
      number = number * 10 + Int64(name[index] - UInt8(ascii: "0"))
    }
    guard let firstSeq = LogRecord.number(number) else { return nil }
    self.firstSeq = firstSeq
  }

  var text: String {
    var digits = [20 of UInt8](repeating: UInt8(ascii: "0"))
    var rest = firstSeq.magnitude
    for index in digits.indices.reversed() {
      digits[index] += UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return "\(String(ascii: digits.span))\(Self.suffix)"
  }

  private static let digits = 20
  private static let suffix: StaticString = ".jsonl"
}
