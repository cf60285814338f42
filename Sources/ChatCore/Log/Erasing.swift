import ChatSystem

extension MessageLog {
  /// Overwrites the text that a record gives a message with spaces, and syncs that; done under the chat's
  /// lock, after the record that deletes the message was synced. Repeating it is harmless.
  ///
  /// Where an edit was torn by a crash, what there is of its line is overwritten as well.
  /// - Parameters:
  ///   - message: the one that is deleted.
  ///   - seq: of the record, the message's own or an edit's.
  func eraseText(of message: MessageReference, at seq: Int64) throws(ChatError) {
    let start = try position(afterNumber: seq - 1)
    for segment in try segments() where segment >= start.segment {
      let offset = segment == start.segment ? start.offset : 0
      if try eraseText(of: message, at: seq, in: segment, from: offset) { return }
    }
  }

  /// - Returns: whether the record, or one after it, was found.
  private func eraseText(
    of message: MessageReference, at seq: Int64, in segment: Int64, from start: Int64
  ) throws(ChatError) -> Bool {
    let path = path(of: segment)
    let file = try open(segment, .readWrite)
    var offset = start
    while true {
      let bytes = try attempt(.read, path) { () throws(Errno) in
        try file.read(upTo: 2 * LogRecord.longestLine, at: offset)
      }
      guard !bytes.isEmpty else { return false }
      let end = ByteSearch.first(lineBreak, in: bytes, from: 0) ?? bytes.count
      let line = Array(bytes[..<end])
      let parsed = LogLine(line, in: line.indices)
      if case .record(let record) = parsed, record.seq > seq { return true }
      if parsed.mayGive(message, text: line), let body = LogLine.bodyRange(in: line) {
        try attempt(.write, path) { () throws(Errno) in
          let spaces = [UInt8](repeating: UInt8(ascii: " "), count: body.count)
          try file.write(spaces, at: offset + Int64(body.lowerBound))
          try file.synchronizeData()
        }
      }
      offset += Int64(end) + 1
    }
  }
}

extension LogLine {
  /// Whether a line holds a text of a message: its own record, an edit of it, or what is left of one.
  fileprivate func mayGive(_ message: MessageReference, text line: [UInt8]) -> Bool {
    switch self {
    case .record(let record):
      record.message?.reference == message || record.change == .edit(message)
    case .next: false
    case .invalid:
      line.firstRange(of: Array("\"edit\":\(message.number),".utf8)) != nil
    }
  }

  /// Where the text of a record stands in its line, between its quotes, or up to where the line is torn.
  ///
  /// In a JSON string a quotation mark is escaped, so the key cannot be part of another field's text.
  static func bodyRange(in line: [UInt8]) -> Range<Int>? {
    let key = Array("\"body\":\"".utf8)
    guard let found = line.firstRange(of: key) else { return nil }
    var end = found.upperBound
    while end < line.count, line[end] != JSONText.quotationMark {
      end += line[end] == JSONText.reverseSolidus ? 2 : 1
    }
    return found.upperBound..<min(end, line.count)
  }
}
