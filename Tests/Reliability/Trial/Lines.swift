import ChatSystem

/// The lines that have a line break, found by memchr(3): logs have many bytes.
func wholeLines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  var lines: [ArraySlice<UInt8>] = []
  var start = 0
  while let end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, from: start) {
    lines.append(bytes[start..<end])
    start = end + 1
  }
  return lines
}

/// The same of a text.
func wholeLines(of text: String) -> [String] {
  wholeLines(of: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
}
