/// A message that says itself who wrote it, the how manieth it is and how long: its text follows
/// from that, to the last byte.
struct CountedLine: Hashable, Sendable {
  let writer: String
  let count: Int
  /// How many blocks of 16 bytes follow its beginning.
  let blocks: Int

  var text: String {
    let block = "\(writer).\(count)................".utf8.prefix(15)
    return head + String(repeating: String(decoding: block, as: UTF8.self) + ";", count: blocks)
  }

  /// What tells it from all others.
  var name: String { "\(writer) \(count)" }

  private var head: String { "\(writer) \(count) \(blocks) " }

  init(writer: String, count: Int, blocks: Int) {
    self.writer = writer
    self.count = count
    self.blocks = blocks
  }

  /// Reads a text that was shown.
  /// - Returns: nil unless it is whole.
  init?(_ text: String) {
    guard let line = CountedLine(headOf: text), line.text == text else { return nil }
    self = line
  }

  /// Reads the beginning of a text.
  private init?(headOf text: some StringProtocol) {
    let words = text.prefix(60).split(separator: " ", maxSplits: 3)
    guard words.count >= 3, let count = Int(words[1]), let blocks = Int(words[2]),
      (0...1 << 16).contains(blocks)
    else { return nil }
    self.init(writer: String(words[0]), count: count, blocks: blocks)
  }

  /// Whether a text that breaks off is the beginning of one that may have been written.
  static func isTorn(_ text: some StringProtocol) -> Bool {
    guard let line = CountedLine(headOf: text) else { return text.utf8.count < 60 }
    return line.text.hasPrefix(text)
  }
}

/// A message as a reader saw it.
struct Sighting: Hashable, Sendable {
  let number: Int
  /// Of its line.
  let name: String
}
