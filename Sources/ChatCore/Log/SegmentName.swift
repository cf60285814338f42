/// The file name of a segment of a log: the number of its first record in 20 digits, `.jsonl`.
struct SegmentName: Equatable, Sendable {
  let firstSeq: Int64

  init(firstSeq: Int64) { self.firstSeq = firstSeq }

  /// - Returns: nil for the name of any other file.
  init?(_ text: String) {
    let suffix = ".jsonl"
    guard text.utf8.count == Self.digits + suffix.utf8.count, text.hasSuffix(suffix) else {
      return nil
    }
    let digits = text.utf8.prefix(Self.digits)
    guard digits.allSatisfy(isDecimalDigit),
      let firstSeq = Int64(String(text.prefix(Self.digits))).flatMap(LogRecord.number)
    else { return nil }
    self.firstSeq = firstSeq
  }

  var text: String {
    let number = String(firstSeq)
    return String(repeating: "0", count: Self.digits - number.utf8.count) + number + ".jsonl"
  }

  private static let digits = 20
}
