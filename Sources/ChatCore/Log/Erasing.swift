import ChatSystem

extension MessageLog {
  /// Overwrites the text of a record with spaces, and syncs that; done under the chat's lock, after the
  /// record that deletes the message was synced. Repeating it is harmless.
  func eraseBody(of seq: Int64) throws(ChatError) {
    var reader = try reader(at: position(afterNumber: seq - 1))
    guard let record = try reader.nextRecord(), record.seq == seq,
      let start = reader.position.last?.offset
    else { return }
    let path = path(of: reader.position.segment)
    let length = Int(reader.position.offset - start)
    let file = try open(reader.position.segment, .readWrite)
    try attempt(.write, path) { () throws(Errno) in
      let line = try file.read(upTo: length, at: start)
      guard let body = LogLine.bodyRange(in: line) else { return }
      let spaces = [UInt8](repeating: UInt8(ascii: " "), count: body.count)
      try file.write(spaces, at: start + Int64(body.lowerBound))
      try file.synchronizeData()
    }
  }
}

extension LogLine {
  /// Where the text of a record stands in its line, between its quotes.
  ///
  /// In a JSON string a quotation mark is escaped, so the key cannot be part of another field's text.
  static func bodyRange(in line: [UInt8]) -> Range<Int>? {
    let key = Array("\"body\":\"".utf8)
    guard let found = line.firstRange(of: key) else { return nil }
    var end = found.upperBound
    while end < line.count, line[end] != JSONText.quotationMark {
      end += line[end] == JSONText.reverseSolidus ? 2 : 1
    }
    return end < line.count ? found.upperBound..<end : nil
  }
}
