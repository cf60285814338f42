import ChatSystem

extension MessageLog {
  /// Reads the lines of a segment backwards.
  /// - Parameter offset: where to begin; nil for the segment's end.
  func reverseLines(
    of segment: Int64, before offset: Int64? = nil
  ) throws(ChatError) -> ReverseLineReader {
    let path = path(of: segment)
    var size: Int64 = 0
    let file = try open(path: path, size: &size)
    var reader = ReverseLineReader(file, path: path, size: offset ?? size)
    try reader.takeFragment()
    return reader
  }
}

/// Reads the lines of one segment from its end to its beginning.
struct ReverseLineReader: ~Copyable {
  private let file: FileDescriptor
  private let path: String
  /// How large the segment is up to where it began, in bytes.
  let size: Int64
  /// Read but not yet looked at: the bytes of the file from `bufferOffset` to `offset`.
  private var buffer: [UInt8] = []
  private var bufferOffset: Int64
  /// Where the line that was given last begins; at first where the last whole line ends.
  private(set) var offset: Int64
  /// Where that line ends, its line break excluded; at first where the fragment does.
  private var lineEnd: Int64
  /// What stands after the last line break, if anything.
  private(set) var fragment: [UInt8] = []

  /// Grows with what is read, so that the last line costs little and a long log few calls.
  private var blockSize: Int64 = 4 << 10
  private static let largestBlockSize: Int64 = 1 << 20

  fileprivate init(_ file: consuming FileDescriptor, path: String, size: Int64) {
    self.file = file
    self.path = path
    self.size = size
    offset = size
    lineEnd = size
    bufferOffset = size
  }

  fileprivate mutating func takeFragment() throws(ChatError) {
    let tail = try takeTail()
    fragment = tail.line
    offset -= tail.length
  }

  /// The line before, or nil at the start of the segment.
  mutating func nextLine() throws(ChatError) -> [UInt8]? {
    guard offset > 0 else { return nil }
    // The buffer ends in the line break of the line before.
    buffer.removeLast()
    let (line, length) = try takeTail()
    lineEnd = offset - 1
    offset = lineEnd - length
    return line
  }

  /// The line that was given last, or at first the fragment, as it is now.
  func readAgain() throws(ChatError) -> [UInt8] {
    let length = min(Int(lineEnd - offset), LogRecord.longestLine)
    return try attempt(.read, path) { () throws(Errno) in try file.read(upTo: length, at: offset) }
  }

  /// Takes what stands after the last line break off the buffer, reading backwards as needed.
  /// - Returns: an overlong line as one NUL byte, which is no record either.
  private mutating func takeTail() throws(ChatError) -> (line: [UInt8], length: Int64) {
    var overlong: Int64 = 0
    var unsearched = buffer.count
    while true {
      if let found = buffer[..<unsearched].lastIndex(of: lineBreak) {
        let tail = Array(buffer[(found + 1)...])
        buffer.removeSubrange((found + 1)...)
        return overlong > 0 ? ([0], overlong + Int64(tail.count)) : (tail, Int64(tail.count))
      }
      if bufferOffset == 0 {
        defer { buffer = [] }
        let length = overlong + Int64(buffer.count)
        return overlong > 0 ? ([0], length) : (buffer, length)
      }
      // What is too long to be a line is not kept, so that a damaged file takes no memory.
      if buffer.count > LogRecord.longestLine {
        overlong += Int64(buffer.count)
        buffer = []
      }
      unsearched = try readBlockBefore()
    }
  }

  /// - Returns: how many bytes were put before what the buffer held.
  private mutating func readBlockBefore() throws(ChatError) -> Int {
    let count = min(blockSize, bufferOffset)
    blockSize = min(blockSize * 2, Self.largestBlockSize)
    let block = try attempt(.read, path) { () throws(Errno) in
      try file.read(upTo: Int(count), at: bufferOffset - count)
    }
    // Logs are never cut; a file that shrinks while it is read is being tampered with.
    guard block.count == Int(count) else { throw .damaged(path: path, reason: "it was cut") }
    buffer = block + buffer
    bufferOffset -= count
    return Int(count)
  }
}
