/// A column of a live listing, as wide as the widest text that it has shown, up to a limit.
struct Column {
  /// In columns of the terminal.
  private(set) var width = 0
  private let limit: Int

  /// - Parameter limit: the width it never exceeds; longer text is cut.
  init(limit: Int) { self.limit = limit }

  /// Widens the column for text that is to come.
  /// - Parameter text: sanitised.
  mutating func makeRoom(for text: String) {
    width = max(width, min(DisplayWidth.of(text), limit))
  }

  /// Widens the column for `text`, or cuts it to the limit.
  /// - Parameter text: sanitised.
  /// - Returns: the text, with `…` if it was cut, and the spaces that fill the column beside it.
  mutating func fit(_ text: String) -> (text: String, padding: String) {
    makeRoom(for: text)
    let text = Self.cut(text, to: limit)
    return (text, String(repeating: " ", count: width - DisplayWidth.of(text)))
  }

  /// The text, or as much of it as fits into a width with `…` after it.
  /// - Parameters:
  ///   - text: sanitised.
  ///   - limit: the width, in columns.
  static func cut(_ text: String, to limit: Int) -> String {
    guard DisplayWidth.of(text) > limit else { return text }
    var room = limit - 1
    let fitting = text.prefix { character in
      room -= DisplayWidth.of(character)
      return room >= 0
    }
    return fitting + "…"
  }
}
