/// A list with a fixed number of columns: aligned on a terminal, else separated by tabs.
struct Table {
  private var rows: [[String]] = []
  private let cutsLast: Bool

  /// - Parameter cutsLast: whether a terminal shows of the last column only what fits.
  init(cutsLast: Bool = false) { self.cutsLast = cutsLast }

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
    let rows = rows.map { $0.map(Sanitizer.inline) }
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], DisplayWidth.of(cell))
      }
    }
    let room = output.results.columns - widths.dropLast().reduce(0) { $0 + $1 + 2 }
    var last = Column(limit: cutsLast ? max(room, Self.narrowest) : Int.max)
    for var row in rows {
      if let cell = row.popLast() { row.append(last.fit(cell).text) }
      output.line(Self.aligned(row, widths: widths))
    }
  }

  /// How narrow what is cut may get, in columns of the terminal.
  private static let narrowest = 10

  /// Fills each cell up to the width of its column, except after the last one with text.
  private static func aligned(_ row: [String], widths: [Int]) -> String {
    var line = ""
    var gap = 0
    for (cell, width) in zip(row, widths) {
      if !cell.isEmpty {
        line += String(repeating: " ", count: gap) + Bidi.isolated(cell)
        gap = 0
      }
      gap += width - DisplayWidth.of(cell) + 2
    }
    return line
  }
}
