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

// Ids stand in every line of a log, so theirs are written and read eight digits at a time.

extension [UInt8] {
  /// Appends the 16 lower-case hexadecimal digits of a number, and the four of another.
  package mutating func append(hexadecimal high: UInt64, _ low: UInt16) {
    let text = (
      hexadecimalDigits(UInt32(truncatingIfNeeded: high >> 32)).littleEndian,
      hexadecimalDigits(UInt32(truncatingIfNeeded: high)).littleEndian,
      hexadecimalDigits(UInt32(low) << 16).littleEndian
    )
    Swift.withUnsafeBytes(of: text) { bytes in
      append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[..<20]))
    }
  }
}

/// The value of the eight lower-case hexadecimal digits at `index`; nil where there are none.
package func hexadecimalValue(in text: Span<UInt8>, at index: Int) -> UInt32? {
  guard index >= 0, index + 8 <= text.count else { return nil }
  let digits = text.withUnsafeBytes { bytes in
    UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
  }
  let isLetter = digits >> 6 & eachByte(1)
  var value = (digits & eachByte(15)) &+ isLetter &* 9
  value = (value << 4 | value >> 8) & 0x00FF_00FF_00FF_00FF
  value = (value | value >> 8) & 0x0000_FFFF_0000_FFFF
  value = value | value >> 16
  let number = UInt32(truncatingIfNeeded: value).byteSwapped
  return hexadecimalDigits(number) == digits ? number : nil
}

/// The eight lower-case digits of a number, the first in the lowest byte.
private func hexadecimalDigits(_ number: UInt32) -> UInt64 {
  var digits = UInt64(number.byteSwapped)
  digits = (digits | digits << 16) & 0x0000_FFFF_0000_FFFF
  digits = (digits | digits << 8) & 0x00FF_00FF_00FF_00FF
  digits = (digits >> 4 | digits << 8) & eachByte(15)
  let isLetter = (digits &+ eachByte(6)) >> 4 & eachByte(1)
  return digits &+ eachByte(UInt8(ascii: "0")) &+ isLetter &* 39
}

private func eachByte(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }
