import ChatSystem

/// The lines of a log that give a message a text.
struct FoundTexts {
  /// Where they begin.
  var places: [LogPosition] = []
  /// Up to where they were looked for.
  var end: LogPosition
}

extension MessageLog {
  /// Finds the lines that give a message a text: its own record, edits of it, and what a crash left
  /// of one, also of its own where an earlier erasing stopped inside a character. Takes no lock.
  func texts(
    of message: MessageReference, from start: LogPosition
  ) throws(ChatError) -> FoundTexts {
    var found = FoundTexts(end: start)
    for segment in try segments() where segment >= start.segment {
      let file = try open(segment)
      var place = LogPosition(
        segment: segment, offset: segment == start.segment ? start.offset : 0)
      var lines = SegmentLines()
      while let line = try lines.line(at: place.offset, of: file, path(of: segment)) {
        // Most lines are other messages, and need not be understood.
        let number = PlainForm.number(ofMessage: line.bytes.span)
        if number == nil || number == message.number,
          LogLine(line.bytes, in: line.bytes.indices).mayGive(message, text: line.bytes)
        {
          found.places.append(place)
        }
        // What is not finished yet is looked for again from there.
        if line.isUnfinished { break }
        place.offset += line.length
      }
      found.end = place
    }
    return found
  }

  /// All texts of a message, however long it takes to find them: the log is read from it to its
  /// end, as an index that has lost a copy does not tell so.
  func texts(of message: MessageReference) throws(ChatError) -> FoundTexts {
    try texts(of: message, from: position(afterNumber: message.number - 1))
  }

  /// Overwrites all texts of a message, as ``eraseTexts(of:at:under:)`` does.
  /// - Parameter found: what was found before the lock was taken.
  func eraseTexts(
    of message: MessageReference, found: FoundTexts? = nil, under lock: borrowing ChatLock
  ) throws(ChatError) {
    let found = if let found { found } else { try texts(of: message) }
    let places = found.places + (try texts(of: message, from: found.end).places)
    try eraseTexts(of: message, at: places, under: lock)
  }

  /// Overwrites the texts that lines give a message with spaces, and syncs that; done after the
  /// record that deletes the message was synced. Repeating it is harmless.
  /// - Parameters:
  ///   - places: where the lines begin. They are looked at again: the log may be another by now.
  ///   - lock: of the chat.
  /// - Throws: the first failure, after all else was erased.
  func eraseTexts(
    of message: MessageReference, at places: [LogPosition], under lock: borrowing ChatLock
  ) throws(ChatError) {
    var failure: ChatError?
    let segments = Dictionary(grouping: places, by: \.segment).sorted { $0.key < $1.key }
    for (segment, places) in segments {
      let file = try open(segment, .readWrite)
      // What was read stays right but for what is erased here.
      var lines = SegmentLines()
      for place in places {
        let isErased = try eraseText(
          of: message, at: place.offset, of: file, path(of: segment), &lines)
        if isErased { continue }
        failure =
          failure ?? .damaged(path: path(of: segment), reason: "a text in it cannot be made out")
      }
      // Once for all: what was not synced yet is erased again when the deletion is repeated.
      try attempt(.sync, path(of: segment)) { () throws(Errno) in try file.synchronizeData() }
    }
    if let failure { throw failure }
  }

  /// Overwrites the text that a line gives a message, if it still does.
  /// - Returns: false where the line that begins at `offset` has a text that cannot be made out.
  private func eraseText(
    of message: MessageReference, at offset: Int64, of file: borrowing FileDescriptor,
    _ path: String, _ lines: inout SegmentLines
  ) throws(ChatError) -> Bool {
    guard let line = try lines.line(at: offset, of: file, path)?.bytes else { return true }
    let parsed = LogLine(line, in: line.indices)
    guard parsed.mayGive(message, text: line) else { return true }
    guard let body = LogLine.bodyRange(in: line, isTorn: parsed == .invalid) else { return false }
    do throws(Errno) {
      for piece in LogLine.pieces(of: body, in: line, at: offset) {
        let spaces = [UInt8](repeating: UInt8(ascii: " "), count: piece.count)
        try file.write(spaces, at: offset + Int64(piece.lowerBound))
      }
    } catch {
      throw .system(.write, path: path, error)
    }
    return true
  }
}

/// The lines of a segment, read in blocks.
struct SegmentLines {
  /// What was read last, and where that is in the segment.
  private var block: [UInt8] = []
  private var blockOffset: Int64 = 0
  private static let blockSize = 64 << 10

  struct Line {
    /// Without its line break.
    let bytes: [UInt8]
    /// How far it is to the next.
    let length: Int64
    let isUnfinished: Bool
  }

  /// The line that begins at `offset`; nil at the end. What is longer than any line ends early.
  mutating func line(
    at offset: Int64, of file: borrowing FileDescriptor, _ path: String
  ) throws(ChatError) -> Line? {
    var searched = 0
    while true {
      if offset < blockOffset || offset > blockOffset + Int64(block.count) {
        (block, blockOffset) = ([], offset)
      }
      let start = Int(offset - blockOffset)
      if let end = ByteSearch.first(lineBreak, in: block, from: start + searched) {
        return Line(
          bytes: Array(block[start..<end]), length: Int64(end - start + 1), isUnfinished: false)
      }
      searched = block.count - start
      if searched > LogRecord.longestLine { return rest(from: start, isUnfinished: false) }
      block.removeFirst(start)
      blockOffset = offset
      do throws(Errno) {
        let size = max(Self.blockSize, 2 * searched)
        let count = try file.read(upTo: size, at: offset + Int64(searched), into: &block)
        if count == 0 { return searched == 0 ? nil : rest(from: 0, isUnfinished: true) }
      } catch {
        throw .system(.read, path: path, error)
      }
    }
  }

  private func rest(from start: Int, isUnfinished: Bool) -> Line {
    let bytes = Array(block[start...])
    return Line(bytes: bytes, length: Int64(bytes.count), isUnfinished: isUnfinished)
  }
}

extension LogLine {
  /// Whether a line holds a text of a message: its own record, an edit of it, or what is left of
  /// one.
  func mayGive(_ message: MessageReference, text line: [UInt8]) -> Bool {
    switch self {
    case .record(let record):
      record.message?.reference == message
        || record.change == .edit(message) && !PlantedBug.textLeftInEdits.isPlanted
    case .next: false
    case .invalid:
      line.starts(with: "{\"seq\":\(message.number),".utf8)
        || line.firstRange(of: Array("\"edit\":\(message.number),".utf8)) != nil
    }
  }

  /// Where the text of a record stands in its line, between its quotes, or up to where the line is
  /// torn.
  /// - Returns: nil where there is none; an empty range at the end for a line that is torn before
  ///   it.
  static func bodyRange(in line: [UInt8], isTorn: Bool) -> Range<Int>? {
    isTorn ? tornBodyRange(in: line) : wholeBodyRange(in: line)
  }

  private static func wholeBodyRange(in line: [UInt8]) -> Range<Int>? {
    var range: Range<Int>?
    var scanner = JSONLineScanner(line, in: line.indices)
    _ = scanner.scanObject { key, value, _ in
      if key == .body, case .string(let text) = value { range = text.range }
    }
    return range
  }

  /// In a JSON string a quotation mark is escaped, so the key cannot be part of another field's
  /// text; and a body comes last. What is torn may end in the middle of one.
  private static func tornBodyRange(in line: [UInt8]) -> Range<Int>? {
    let key = Array("\"body\":\"".utf8)
    guard let start = line.firstRange(of: key)?.upperBound else { return line.count..<line.count }
    let hasEnd = line.suffix(2).elementsEqual("\"}".utf8) && line.count - 2 >= start
    return start..<(hasEnd ? line.count - 2 : line.count)
  }

  /// The parts of a text to be written one by one, so that the line is a record after each: they
  /// end where a character or an escape does, and where they can within one page, which the kernel
  /// fills whole.
  /// - Parameter offset: of the line in its file.
  static func pieces(of body: Range<Int>, in line: [UInt8], at offset: Int64) -> [Range<Int>] {
    let pageSize = 4096
    var pieces: [Range<Int>] = []
    var start = body.lowerBound
    var index = start
    while index < body.upperBound {
      let next = min(index + Self.unitLength(at: index, in: line), body.upperBound)
      let isInPage =
        (Int(offset) + start) / pageSize == (Int(offset) + next - 1) / pageSize
      if !isInPage, start < index {
        pieces.append(start..<index)
        start = index
      }
      index = next
    }
    if start < body.upperBound { pieces.append(start..<body.upperBound) }
    return pieces
  }

  /// How many bytes the character or escape has that begins at `index`.
  private static func unitLength(at index: Int, in line: [UInt8]) -> Int {
    let byte = line[index]
    if byte == JSONText.reverseSolidus {
      guard index + 1 < line.count, line[index + 1] == UInt8(ascii: "u") else { return 2 }
      // A surrogate stands for nothing without the other one (RFC 8259, section 7).
      let unit = UInt16(String(decoding: line[(index + 2)...].prefix(4), as: UTF8.self), radix: 16)
      return unit.map(UTF16.isLeadSurrogate) == true ? 12 : 6
    }
    return byte < 0x80 ? 1 : max(1, (~byte).leadingZeroBitCount)
  }
}
