/// The last lines of what a program writes, as they would stand on a terminal and without what
/// would act on it.
struct LastLines {
  private let count: Int
  private var lines: [RawLine] = []
  /// What stands after the last line break, of each stream.
  private var begun: [RunningProgram.Stream: RawLine] = [:]

  /// How many lines can be asked for.
  static let limit = 1000
  /// How many bytes of a line are kept.
  static let lineLimit = 400

  /// - Parameter count: of the lines to keep.
  init(count: Int) { self.count = count }

  /// Adds what was written to a stream.
  mutating func add(_ bytes: [UInt8], from stream: RunningProgram.Stream) {
    if count == 0 { return }
    var line = begun[stream] ?? RawLine()
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line.add(rest[..<end])
      lines.append(line)
      line = RawLine()
      rest = rest[(end + 1)...]
    }
    line.add(rest)
    begun[stream] = line
    // Some more than are asked for, as blank ones at the end do not count.
    if lines.count > 2 * count + 16 { lines.removeFirst(lines.count - count - 16) }
  }

  /// All of them, without blank ones at the beginning and the end.
  var text: String {
    let unfinished = RunningProgram.Stream.allCases.compactMap { begun[$0]?.text }
    let all = lines.map(\.text) + unfinished.filter { !$0.isEmpty }
    let isBlank = { (line: String) in line.allSatisfy(\.isWhitespace) }
    let shown = all.drop(while: isBlank).reversed().drop(while: isBlank).prefix(count)
    return shown.reversed().joined(separator: "\n")
  }
}

/// A line while it is written; made a text only when it is to be shown, as most never are.
private struct RawLine {
  private var bytes: [UInt8] = []
  private var isCut = false

  private static let carriageReturn = UInt8(ascii: "\r")
  /// More bytes than any that is shown needs, with escape sequences in between.
  private static let limit = 4 * LastLines.lineLimit

  /// Goes on with what stands before a line break or at the end of what was written. A carriage
  /// return begins the line anew, unless a line break follows.
  mutating func add(_ more: ArraySlice<UInt8>) {
    if more.isEmpty { return }
    var rest = more
    if bytes.last == Self.carriageReturn { self = RawLine() }
    if let last = more.dropLast().lastIndex(of: Self.carriageReturn) {
      self = RawLine()
      rest = more[(last + 1)...]
    }
    isCut = isCut || rest.count > Self.limit - bytes.count
    // A carriage return at the end is kept, to be looked at when more comes.
    let end = isCut && rest.last == Self.carriageReturn ? rest.suffix(1) : []
    bytes += rest.prefix(max(0, Self.limit - bytes.count)) + end
  }

  /// As it would stand on a terminal.
  var text: String {
    let isReturned = bytes.last == Self.carriageReturn
    let line = PlainText.text(of: isReturned ? bytes.dropLast() : bytes)
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
