import ChatCore

/// How text stands out on a terminal.
struct Style: Equatable, Sendable {
  /// The parameters of Select Graphic Rendition, ECMA-48 section 8.3.117.
  let parameters: String

  static let bold = Style(parameters: "1")
  static let ownMention = Style(parameters: "1;35")
  static let dim = Style(parameters: "2")
  static let error = Style(parameters: "1;31")
  static let warning = Style(parameters: "1;33")

  /// The colour of a person, the same in every chat and on every day.
  static func person(_ user: UserID) -> Style {
    Style(parameters: "38;5;\(palette[paletteIndex(of: user)])")
  }

  /// Which of the palette's colours is that of a person.
  static func paletteIndex(of user: UserID) -> Int {
    // Ids are random, so a digit of one chooses as well as a hash would.
    (user.text.last?.hexDigitValue ?? 0) % palette.count
  }

  /// Colours of xterm's 6×6×6 cube with a contrast of about 4 to black as well as to white.
  static let palette: [UInt8] = [28, 31, 63, 64, 129, 130, 133, 161]
}
