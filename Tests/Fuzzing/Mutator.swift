@testable import reliability

/// Makes inputs out of others: bytes are changed, left out, doubled, and parts of two are joined.
struct Mutator {
  let corpus: [[UInt8]]
  private var random: SeededGenerator

  /// - Parameter corpus: what to begin with; without any, the empty input.
  init(seed: UInt64, _ corpus: [[UInt8]]) {
    self.corpus = corpus.isEmpty ? [[]] : corpus
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> [UInt8] {
    var input = any()
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&input) }
    return input
  }

  private mutating func any() -> [UInt8] { corpus[Int.random(in: corpus.indices, using: &random)] }

  /// What parsers of text treat in ways of their own.
  private static let odd: [[UInt8]] = [
    [0], [0xFF], [0x0A], [0x09], [0x1B], [0x5C], [0x22], [0x7B], [0x7D], [0x5B], [0x2C], [0x3A],
    [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x80, 0xAE], [0xCC, 0x81],
    [0xF0, 0x9F, 0x91, 0xA8, 0xE2, 0x80, 0x8D], Array("9223372036854775807".utf8),
    Array("-1".utf8), Array("1e999".utf8), Array(#"\u0000"#.utf8), Array(#"\ud800"#.utf8),
    Array("--".utf8), Array("null".utf8), Array("日本".utf8),
  ]

  private mutating func change(_ input: inout [UInt8]) {
    let place = Int.random(in: 0...input.count, using: &random)
    let length = min(Int.random(in: 1...16, using: &random), input.count - place)
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where length > 0: input[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1 where length > 0: input.removeSubrange(place..<place + length)
    case 2 where length > 0: input.insert(contentsOf: input[place..<place + length], at: place)
    case 3: input = Array(input.prefix(place)) + any().suffix(length)
    case 4: input.removeLast(input.count - place)
    default:
      let odd = Self.odd[Int.random(in: Self.odd.indices, using: &random)]
      input.insert(contentsOf: odd, at: place)
    }
  }
}
