/// Text that is appended to bytes as UTF-8, without a String of its own.
extension [UInt8] {
  /// Appends bytes of others.
  package mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }

  /// Appends a text of the program's.
  package mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }

  /// Appends a text of the program's between two others, with room made for all of it once.
  package mutating func append(
    _ first: StaticString, _ second: StaticString, _ third: StaticString
  ) {
    let counts = (
      first.utf8CodeUnitCount, second.utf8CodeUnitCount, third.utf8CodeUnitCount
    )
    append(addingCapacity: counts.0 + counts.1 + counts.2) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress.map({ $0 + initialized }) else { return }
        start.initialize(from: first.utf8Start, count: counts.0)
        (start + counts.0).initialize(from: second.utf8Start, count: counts.1)
        (start + counts.0 + counts.1).initialize(from: third.utf8Start, count: counts.2)
        initialized += counts.0 + counts.1 + counts.2
      }
    }
  }

  /// Appends bytes with one more before them and after them, with room made for all of it once.
  package mutating func append(_ bytes: Span<UInt8>, between byte: UInt8) {
    append(addingCapacity: bytes.count + 2) { span in
      span.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress.map({ $0 + initialized }) else { return }
        start.initialize(to: byte)
        bytes.withUnsafeBufferPointer { bytes in
          if let first = bytes.baseAddress {
            (start + 1).initialize(from: first, count: bytes.count)
          }
        }
        (start + 1 + bytes.count).initialize(to: byte)
        initialized += bytes.count + 2
      }
    }
  }

  /// Appends a number in decimal digits.
  package mutating func append(decimal value: Int64) {
    var digits = [20 of UInt8](repeating: UInt8(ascii: "-"))
    var first = digits.count
    var rest = value.magnitude
    repeat {
      first -= 1
      digits[first] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    } while rest > 0
    if value < 0 { first -= 1 }
    append(digits.span.extracting(first...))
  }
}
