import ChatCore
import ChatSystem

/// Cuts a stream of bytes into lines as they come. A line that is longer than a message may be is
/// not kept, only counted, so a stream without line breaks takes no memory.
struct LineSplitter {
  /// A line without its line break.
  struct Line: Equatable {
    /// Counted from 1.
    let number: Int
    /// What was kept of it; most are parts of what came.
    let bytes: ArraySlice<UInt8>
    /// How long it is, in bytes.
    let length: Int
  }

  private var number = 1
  private var kept: [UInt8] = []
  private var length = 0

  /// More than a message may have, so that what is too long is seen to be.
  private static let keptLimit = MessageText.limit + 2

  /// Takes the bytes that came.
  /// - Returns: the lines that they end.
  mutating func take(_ bytes: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while let end = ByteSearch.first(UInt8(ascii: "\n"), in: bytes, from: start) {
      if length == 0, end - start <= Self.keptLimit {
        lines.append(line(bytes[start..<end], length: end - start))
      } else {
        keep(bytes[start..<end])
        lines.append(endLine())
      }
      start = end + 1
    }
    keep(bytes[start...])
    return lines
  }

  /// The line that the end of the input ends, if one was begun.
  mutating func finish() -> Line? {
    length == 0 ? nil : endLine()
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    length += bytes.count
    kept.append(contentsOf: bytes.prefix(Self.keptLimit - kept.count))
  }

  private mutating func endLine() -> Line {
    defer {
      kept = []
      length = 0
    }
    return line(kept[...], length: length)
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>, length: Int) -> Line {
    defer { number += 1 }
    let isPair = bytes.last == UInt8(ascii: "\r") && bytes.count == length
    return Line(
      number: number, bytes: isPair ? bytes.dropLast() : bytes,
      length: isPair ? length - 1 : length)
  }
}
