/// Texts that together hold every Unicode scalar value, each between two letters.
let everyScalar: [String] = stride(from: UInt32(0), through: 0x10FFFF, by: 0x400).map { first in
  var text = "a"
  for scalar in (first..<first + 0x400).compactMap(Unicode.Scalar.init) {
    text.unicodeScalars.append(scalar)
    text.append("a")
  }
  return text
}
