/// A sequence of numbers that is the same in every run: SplitMix64 of Steele, Lea and Flood.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

extension String {
  /// A text with all that needs care: quotes, controls, and characters of one to four bytes.
  static func random(
    count: ClosedRange<Int>, using generator: inout some RandomNumberGenerator
  ) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: count, using: &generator) {
      let ranges: [ClosedRange<UInt32>] = [
        0...0x1F, 0x20...0x7E, 0x22...0x22, 0x5C...0x5C, 0x7F...0xFF, 0x2028...0x2029,
        0xE000...0xFFFF, 0x1F600...0x1F64F, 0x10FFFE...0x10FFFF,
      ]
      let range = ranges.randomElement(using: &generator) ?? 0x20...0x7E
      if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) {
        text.append(scalar)
      }
    }
    return String(text)
  }
}
