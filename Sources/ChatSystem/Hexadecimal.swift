extension [UInt8] {
  /// Two lower-case hexadecimal digits for each byte.
  package var hexadecimal: String {
    var text: [UInt8] = []
    text.reserveCapacity(2 * count)
    for byte in self {
      text.append(hexadecimalDigit(byte >> 4))
      text.append(hexadecimalDigit(byte & 15))
    }
    return String(decoding: text, as: UTF8.self)
  }
}

/// The lower-case digit of a value from 0 to 15.
package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
