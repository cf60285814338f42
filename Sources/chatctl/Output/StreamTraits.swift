import ChatSystem

/// What text that goes to a stream has to be fit for.
struct StreamTraits: Equatable, Sendable {
  let isTerminal: Bool
  /// How wide text may be, in columns; at least 1.
  var columns: Int
  let usesColor: Bool

  /// A pipe or a file.
  static let plain = StreamTraits(isTerminal: false, columns: defaultColumns, usesColor: false)

  /// The width where none is known.
  static let defaultColumns = 80

  /// Looks at a stream of this process. `COLUMNS`, where it is a positive number, beats the
  /// terminal's own word.
  /// - Parameters:
  ///   - stream: where text is to go.
  ///   - color: what `--color` says.
  ///   - environment: looks a variable up.
  static func detect(
    _ stream: StandardStream, color: ColorChoice, environment: (String) -> String?
  ) -> StreamTraits {
    let isTerminal = stream.isTerminal
    return StreamTraits(
      isTerminal: isTerminal,
      columns: columns(environment: environment, terminal: stream.columns),
      usesColor: color.resolve(environment: environment, isTerminal: isTerminal))
  }

  /// Chooses a width.
  /// - Parameters:
  ///   - environment: looks a variable up.
  ///   - terminal: the width that the terminal tells, in columns, if there is one.
  static func columns(environment: (String) -> String?, terminal: Int?) -> Int {
    if let value = environment("COLUMNS"), let columns = Int(value), columns > 0 { return columns }
    return terminal ?? defaultColumns
  }

  /// Prose, on a terminal with line breaks between words, so that none comes inside one. Lines
  /// after the first are indented: no text that someone wrote can begin one.
  /// - Parameters:
  ///   - text: sanitised, without line breaks.
  ///   - label: what stands before it on its first line.
  func wrapped(_ text: String, after label: String = "") -> String {
    guard isTerminal else { return text }
    let indent = min(2, columns - 1)
    let lines = TextWrap(columns: columns, indent: indent)
      .lines(of: text, from: DisplayWidth.of(label))
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// `text` in `style` where the stream has colour, else as it is.
  func styled(_ text: String, _ style: Style) -> String {
    usesColor ? "\u{1B}[\(style.parameters)m\(text)\u{1B}[0m" : text
  }
}
