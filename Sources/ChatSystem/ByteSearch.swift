import CLinux
import Glibc

/// Fast searches for bytes.
package enum ByteSearch {
  /// The index of the first `byte` in `bytes` at or after `start`, memchr(3).
  /// - Parameter limit: before which it has to be; nil for the end.
  package static func first(
    _ byte: UInt8, in bytes: [UInt8], from start: Int, before limit: Int? = nil
  ) -> Int? {
    let end = min(limit ?? bytes.count, bytes.count)
    guard start < end else { return nil }
    let count = end - start + (PlantedBug.searchTooFar.isPlanted ? 1 : 0)
    return bytes.withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress,
        let found = memchr(base + start, Int32(byte), count)
      else { return nil }
      return UnsafeRawPointer(found) - base
    }
  }
}

extension ByteSearch {
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
    first(in: bytes, from: start) { word in
      below(0x20, in: word) | equal(to: UInt8(ascii: "\""), in: word)
        | equal(to: UInt8(ascii: "\\"), in: word)
    }
  }

  /// The index of the first byte at or after `start` that is no printable ASCII, or a reverse
  /// solidus; the count where there is none.
  package static func firstSpecial(inPlainText bytes: Span<UInt8>, from start: Int) -> Int {
    first(in: bytes, from: start) { word in
      // Only 0xFF would carry, and that has the high bit.
      below(0x20, in: word) | equal(to: UInt8(ascii: "\\"), in: word) | word | (word &+ ones)
    }
  }

  /// - Parameter find: of eight bytes, the first in the lowest place, sets the high bit of the
  ///   first that is looked for, and of none before it.
  private static func first(
    in bytes: Span<UInt8>, from start: Int, _ find: (UInt64) -> UInt64
  ) -> Int {
    bytes.withUnsafeBytes { buffer in
      var index = start
      while index + 8 <= buffer.count {
        let word = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        let found = find(UInt64(littleEndian: word)) & highBits
        if found != 0 { return index + found.trailingZeroBitCount / 8 }
        index += 8
      }
      if index >= buffer.count { return index }
      var rest: UInt64 = 0
      for place in (index..<buffer.count).reversed() { rest = rest << 8 | UInt64(buffer[place]) }
      // Above the last byte are zeros, which may be found.
      return min(index + (find(rest) & highBits).trailingZeroBitCount / 8, buffer.count)
    }
  }

  // A byte is less than a bound that is at most 0x80 where the difference borrows and the byte
  // itself has no high bit. What it borrows may mark bytes after it too, but none before.

  private static func below(_ bound: UInt64, in word: UInt64) -> UInt64 {
    (word &- ones &* bound) & ~word
  }

  private static func equal(to byte: UInt8, in word: UInt64) -> UInt64 {
    below(1, in: word ^ (ones &* UInt64(byte)))
  }

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080
}

/// A text of at most eight bytes that is looked for at many places, where it is compared as one
/// number.
package struct ShortText: Sendable {
  package let count: Int
  private let word: UInt64
  private let mask: UInt64

  /// - Parameter text: what goes beyond eight bytes is cut off.
  package init(_ text: StaticString) {
    let bytes = text.withUTF8Buffer { Array($0.prefix(8)) }
    count = bytes.count
    word = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    mask = bytes.reduce(0) { mask, _ in mask << 8 | 0xFF }
  }

  /// Whether it stands at `index` of `bytes`.
  package func stands(at index: Int, in bytes: Span<UInt8>) -> Bool {
    guard index >= 0, index + count <= bytes.count else { return false }
    return bytes.withUnsafeBytes { buffer in
      if index + 8 <= buffer.count {
        let found = buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        return UInt64(littleEndian: found) & mask == word
      }
      let found = buffer[index..<index + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
      return found == word
    }
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
