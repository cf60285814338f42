/// A list with a fixed number of columns: aligned on a terminal, else separated by tabs. A terminal
/// shows as much of it as there is room for, so that no line is broken.
struct Table {
  private var rows: [[String]] = []
  private let cutsLast: Bool
  private let ids: Int?
  private let showsAll: Bool

  /// - Parameters:
  ///   - cutsLast: whether the last column is cut first where there is no room.
  ///   - ids: the column that holds ids, of which the beginning will do.
  ///   - showsAll: whether all is shown whatever room there is, as where there is nowhere else to
  ///     find it.
  init(cutsLast: Bool = false, ids: Int? = nil, showsAll: Bool = false) {
    self.cutsLast = cutsLast
    self.ids = ids
    self.showsAll = showsAll
  }

  /// Adds a row.
  /// - Parameter cells: raw text; as many as every other row has.
  mutating func row(_ cells: String...) { row(cells) }

  /// Adds a row.
  mutating func row(_ cells: [String]) { rows.append(cells) }

  /// Adds the rows to the results.
  func print(to output: inout Output) {
    if output.results.isTerminal {
      printAligned(to: &output)
    } else {
      for row in rows { output.lines { Self.appendFields(row, to: &$0) } }
    }
  }

  private static func appendFields(_ row: [String], to bytes: inout [UInt8]) {
    for (index, cell) in row.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: "\t")) }
      FieldText.append(cell, to: &bytes)
    }
  }

  private func printAligned(to output: inout Output) {
    var rows = rows.map { $0.map(Sanitizer.inline) }
    var layout = Layout(of: rows)
    if !showsAll { fit(&rows, &layout, columns: output.results.columns) }
    for row in rows { output.line(layout.aligned(row)) }
  }

  /// Makes rows fit, at the least loss: first by what can be had elsewhere.
  private func fit(_ rows: inout [[String]], _ layout: inout Layout, columns: Int) {
    for length in [Self.shortID, 0] where layout.total > columns {
      guard let ids else { break }
      for row in rows.indices { rows[row][ids] = String(rows[row][ids].prefix(length)) }
      layout = Layout(of: rows)
    }
    if cutsLast, layout.total > columns, let last = layout.widths.last {
      let excess = layout.total - columns
      layout.widths[layout.widths.count - 1] = min(last, max(Self.narrowest, last - excess))
    }
    if layout.total > columns { layout.gap = 1 }
    layout.cap(at: columns)
    for row in rows.indices {
      for (column, width) in layout.widths.enumerated() {
        rows[row][column] = Column.cut(rows[row][column], to: width)
      }
    }
  }

  /// How many digits of an id are shown where there is no room for all.
  private static let shortID = 8
  /// How narrow what is cut first may get, in columns of the terminal.
  private static let narrowest = 10
}

/// How wide the columns of a table are.
private struct Layout {
  /// In columns of the terminal; 0 for what is not shown.
  var widths: [Int] = []
  /// Between two of them.
  var gap = 2

  /// - Parameter rows: sanitised.
  init(of rows: [[String]]) {
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], DisplayWidth.of(cell))
      }
    }
  }

  /// How long a whole line is.
  var total: Int { total(cappedAt: .max) }

  private func total(cappedAt limit: Int) -> Int {
    let shown = widths.filter { $0 > 0 }
    return shown.reduce(0) { $0 + min($1, limit) } + gap * max(0, shown.count - 1)
  }

  /// Makes the widest columns narrower until a line fits.
  mutating func cap(at columns: Int) {
    var limits = 1..<(widths.max() ?? 1) + 1
    while limits.count > 1 {
      let middle = (limits.lowerBound + limits.upperBound) / 2
      limits =
        total(cappedAt: middle) <= columns
        ? middle..<limits.upperBound : limits.lowerBound..<middle
    }
    widths = widths.map { min($0, limits.lowerBound) }
  }

  /// Fills each cell up to the width of its column, except after the last one with text.
  func aligned(_ row: [String]) -> String {
    var line = ""
    var space = 0
    for (cell, width) in zip(row, widths) where width > 0 {
      if !cell.isEmpty {
        line += String(repeating: " ", count: space) + Bidi.isolated(cell)
        space = 0
      }
      space += width - DisplayWidth.of(cell) + gap
    }
    return line
  }
}
