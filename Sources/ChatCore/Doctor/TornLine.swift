extension LogLine {
  /// Whether a line begins as every record does, as far as it was written.
  static func isBegun(_ line: [UInt8]) -> Bool {
    let written = line.prefix { $0 != 0 }
    let begin = Array("{\"seq\":".utf8)
    return !line.isEmpty && (begin.starts(with: written) || written.starts(with: begin))
  }

  /// Whether a line that is no record is what a crash leaves of one: its beginning, with nothing
  /// wrong up to where it ends.
  /// - Parameter number: that the record was to have.
  static func isTorn(_ line: [UInt8], number: Int64) -> Bool {
    let isEmpty = line.isEmpty
    let begin = Array("{\"seq\":\(number),".utf8)
    // What was not written, while something after it was, is there as NUL: no text has one.
    let written = line.prefix { $0 != 0 }
    if written.count < line.count, case .record = LogLine(Array(written), in: written.indices) {
      return written.starts(with: begin)
    }
    let line = written
    if begin.starts(with: line) { return !isEmpty }
    // What ends as a record does is one that is damaged, or a text that happens to stop there.
    guard line.starts(with: begin), line.last != UInt8(ascii: "}") else { return false }
    // It may end inside a character or an escape.
    for cut in 0...min(6, line.count - begin.count) {
      for end in ["\"}", "}", "\":0}", ":0}", "0}", "\"\":0}", ",\"\":0}"] {
        let bytes = line.dropLast(cut) + end.utf8
        var scanner = JSONLineScanner(Array(bytes), in: 0..<bytes.count)
        if scanner.scanObject({ _, _, _ in }) { return cut == 0 || isCut(line.suffix(cut)) }
      }
    }
    return false
  }

  /// Whether bytes are the beginning of one character of UTF-8, of an escape or of a word, and not
  /// something that stands wrongly there.
  private static func isCut(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    let rest = bytes.dropFirst()
    if first >= 0xC2 { return rest.count < 3 && rest.allSatisfy { $0 & 0xC0 == 0x80 } }
    if first == JSONText.reverseSolidus {
      return rest.isEmpty
        || rest.first == UInt8(ascii: "u")
          && rest.dropFirst().allSatisfy { isHexadecimal($0) } && rest.count < 5
    }
    return "true".utf8.starts(with: bytes) || "false".utf8.starts(with: bytes)
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    isIdentifierDigit(byte | 0x20) || isIdentifierDigit(byte)
  }
}
