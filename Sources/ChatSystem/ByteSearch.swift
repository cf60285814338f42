import CLinux
import Glibc

/// Fast searches for one byte.
package enum ByteSearch {
  /// The index of the first `byte` in `bytes` at or after `start`, memchr(3).
  package static func first(_ byte: UInt8, in bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), buffer.count - start)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

extension ByteSearch {
  /// Whether `text` stands at `index` of `bytes`, memcmp(3).
  package static func stands(_ text: StaticString, at index: Int, in bytes: Span<UInt8>) -> Bool {
    let count = text.utf8CodeUnitCount
    guard index + count <= bytes.count else { return false }
    return bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { memcmp($0 + index, text.utf8Start, count) == 0 } ?? (count == 0)
    }
  }

  /// Whether `bytes` hold a `byte`, memchr(3).
  package static func contains(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { memchr($0, Int32(byte), buffer.count) != nil } ?? false
    }
  }

  /// The index of the first byte at or after `start` that cannot stand for itself in a JSON string
  /// (RFC 8259, section 7): a quotation mark, a reverse solidus or a control; the count where there
  /// is none.
  package static func firstSpecial(inJSON bytes: Span<UInt8>, from start: Int) -> Int {
    bytes.withUnsafeBytes { buffer in
      var index = start
      while index + 8 <= buffer.count,
        !holdsSpecial(buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      {
        index += 8
      }
      while index < buffer.count, !isSpecial(buffer[index]) { index += 1 }
      return index
    }
  }

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  /// The same of eight bytes at once: a byte is less than a bound that is at most 0x80 where the
  /// difference borrows and the byte itself has no high bit.
  private static func holdsSpecial(_ word: UInt64) -> Bool {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotationMarks = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
    let solidi = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
    let found =
      (word &- ones &* 0x20) & ~word | (quotationMarks &- ones) & ~quotationMarks
      | (solidi &- ones) & ~solidi
    return found & (ones &* 0x80) != 0
  }
}

extension [UInt8] {
  /// Appends bytes of others.
  package mutating func append(_ bytes: Span<UInt8>) {
    bytes.withUnsafeBufferPointer { append(contentsOf: $0) }
  }
}

/// Bytes that are searched for in others.
package struct Needle: Equatable, Sendable {
  private let bytes: [UInt8]
  /// Letters of ASCII are found in either case; `bytes` are in lower case then.
  private let ignoresCase: Bool
  /// Which of its bytes is likely to be rare.
  private let rarest: Int

  /// - Parameter ignoresCase: of the letters of ASCII.
  package init(_ bytes: [UInt8], ignoresCase: Bool = false) {
    self.bytes = ignoresCase ? bytes.map(lowercased) : bytes
    self.ignoresCase = ignoresCase
    rarest = bytes.indices.max { Self.rarity(of: bytes[$0]) < Self.rarity(of: bytes[$1]) } ?? 0
  }

  /// The index of the first occurrence in `haystack` at or after `start`, memmem(3).
  package func first(in haystack: [UInt8], from start: Int = 0) -> Int? {
    haystack.withUnsafeBufferPointer { buffer in
      first(in: UnsafeBufferPointer(rebasing: buffer[start...])).map { $0 + start }
    }
  }

  /// Whether it occurs in the UTF-8 of a text.
  package func occurs(in text: String) -> Bool {
    text.utf8.span.withUnsafeBufferPointer { first(in: $0) != nil }
  }

  private func first(in haystack: UnsafeBufferPointer<UInt8>) -> Int? {
    if bytes.isEmpty { return 0 }
    guard haystack.count >= bytes.count, let base = haystack.baseAddress else { return nil }
    if ignoresCase { return firstIgnoringCase(in: haystack) }
    let lastStart = haystack.count - bytes.count
    var start = 0
    var misses = 0
    // memchr(3) is several times faster than memmem(3), unless it stops again and again.
    while start <= lastStart, misses * Self.longestWay <= start + Self.firstMisses {
      let found = memchr(base + start + rarest, Int32(bytes[rarest]), lastStart - start + 1)
      guard let found else { return nil }
      start = UnsafeRawPointer(found) - UnsafeRawPointer(base) - rarest
      if memcmp(base + start, bytes, bytes.count) == 0 { return start }
      start += 1
      misses += 1
    }
    guard start <= lastStart,
      let found = memmem(base + start, haystack.count - start, bytes, bytes.count)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  /// How rare a byte is in logs of messages: one that is not among these more than all of them.
  private static func rarity(of byte: UInt8) -> Int {
    " etaoinshrdlucmfwygpb,.v-k\":0123456789jxqz".utf8.enumerated()
      .first { $0.element == byte }?.offset ?? .max
  }

  /// How many bytes are to be passed over at least for each that was found in vain, after the first
  /// few.
  private static let longestWay = 64
  private static let firstMisses = 1024

  /// Goes by the needle's first byte, in both cases: memmem(3) knows no case.
  private func firstIgnoringCase(in haystack: UnsafeBufferPointer<UInt8>) -> Int? {
    let first = bytes[0]
    return (0...haystack.count - bytes.count).first { start in
      lowercased(haystack[start]) == first
        && bytes.indices.allSatisfy { lowercased(haystack[start + $0]) == bytes[$0] }
    }
  }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
  (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
}
