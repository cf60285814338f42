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

/// A number in lower-case hexadecimal digits, with zeros before it where it has fewer than
/// `digits`.
package func hexadecimal(_ value: some UnsignedInteger, digits: Int) -> String {
  let text = String(value, radix: 16)
  return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
}

/// The lower-case digit of a value from 0 to 15.
@inlinable
package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}

/// The value of a lower-case hexadecimal digit.
@inlinable
package func hexadecimalValue(_ digit: UInt8) -> UInt8? {
  switch digit {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
  default: nil
  }
}
