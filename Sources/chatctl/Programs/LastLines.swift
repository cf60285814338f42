/// The last lines of what a program writes, as they would stand on a terminal and without what
/// would act on it.
struct LastLines {
  private let count: Int
  private var lines: [String] = []
  /// What stands after the last line break, of each stream.
  private var begun: [RunningProgram.Stream: BegunLine] = [:]

  /// How many lines can be asked for.
  static let limit = 1000
  /// How many bytes of a line are kept.
  static let lineLimit = 400

  /// - Parameter count: of the lines to keep.
  init(count: Int) { self.count = count }

  /// Adds what was written to a stream.
  mutating func add(_ bytes: [UInt8], from stream: RunningProgram.Stream) {
    if count == 0 { return }
    var line = begun[stream, default: BegunLine()]
    for byte in bytes {
      if let text = line.add(byte) { add(text) }
    }
    begun[stream] = line
  }

  /// All of them, without blank ones at the beginning and the end.
  var text: String {
    var all = lines
    for stream in [RunningProgram.Stream.output, .error] {
      if let rest = begun[stream]?.text, !rest.isEmpty { all.append(rest) }
    }
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let shown = all.drop(while: isBlank).reversed().drop(while: isBlank).prefix(count)
    return shown.reversed().joined(separator: "\n")
  }

  private mutating func add(_ line: String) {
    lines.append(line)
    // Blank ones at the end are none that count.
    if lines.count > 2 * count + 16 { lines.removeFirst(lines.count - count) }
  }
}

/// A line while it is written.
private struct BegunLine {
  private var bytes: [UInt8] = []
  private var isCut = false
  /// A carriage return begins the line anew, unless a line break follows.
  private var isReturned = false

  /// - Returns: the line, when this byte ends it.
  mutating func add(_ byte: UInt8) -> String? {
    if byte == UInt8(ascii: "\n") {
      defer { self = BegunLine() }
      return text
    }
    if isReturned { self = BegunLine() }
    if byte == UInt8(ascii: "\r") {
      isReturned = true
    } else if bytes.count < 4 * LastLines.lineLimit {
      bytes.append(byte)
    } else {
      isCut = true
    }
    return nil
  }

  var text: String {
    let line = PlainText.text(of: bytes)
    if !isCut, line.utf8.count <= LastLines.lineLimit { return line }
    var end = line.startIndex
    var size = 0
    while end < line.endIndex, size + line[end].utf8.count <= LastLines.lineLimit {
      size += line[end].utf8.count
      end = line.index(after: end)
    }
    return line[..<end] + "…"
  }
}
