import ChatSystem

/// The tokens of JSON (RFC 8259), read from bytes.
struct JSONScanner {
  let bytes: [UInt8]
  private(set) var index: Int
  private let end: Int

  /// - Parameter range: what is read of `bytes`.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  // MARK: Strings

  /// A string that was passed over and not decoded yet.
  struct StringToken {
    /// Of the bytes between the quotes.
    let range: Range<Int>
    let hasEscapes: Bool
  }

  /// Passes over a string.
  /// - Returns: nil where there is none.
  mutating func scanStringToken() -> StringToken? {
    guard skip("\"") else { return nil }
    let start = index
    var hasEscapes = false
    while true {
      index = ByteSearch.firstSpecial(inJSON: bytes.span, from: index)
      guard index < end else { return nil }
      switch bytes[index] {
      case JSONText.quotationMark:
        index += 1
        return StringToken(range: start..<index - 1, hasEscapes: hasEscapes)
      case JSONText.reverseSolidus:
        hasEscapes = true
        index = min(index + 2, end)
      default: return nil
      }
    }
  }

  /// Reads a string.
  /// - Returns: nil where there is none, or it is not valid, down to its UTF-8.
  mutating func scanString() -> String? {
    scanStringToken().flatMap(string)
  }

  /// The text of a string.
  /// - Returns: nil where it is not valid, down to its UTF-8.
  func string(_ token: StringToken) -> String? {
    if !token.hasEscapes { return Self.string(bytes.span.extracting(token.range)) }
    guard let unescaped = Self.unescape(bytes[token.range]) else { return nil }
    return Self.string(unescaped.span)
  }

  /// What a string stands for that is told by its bytes.
  func value<Value>(_ token: StringToken, _ read: (Span<UInt8>) -> Value?) -> Value? {
    if !token.hasEscapes { return read(bytes.span.extracting(token.range)) }
    return string(token).flatMap { read($0.utf8.span) }
  }

  private static func string(_ bytes: Span<UInt8>) -> String? {
    guard let valid = try? UTF8Span(validating: bytes) else { return nil }
    return String(copying: valid)
  }

  private static func unescape(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text
    while let escape = rest.firstIndex(of: JSONText.reverseSolidus) {
      result.append(contentsOf: rest[..<escape])
      rest = rest[(escape + 1)...]
      switch rest.popFirst() {
      case UInt8(ascii: "\""): result.append(UInt8(ascii: "\""))
      case UInt8(ascii: "\\"): result.append(UInt8(ascii: "\\"))
      case UInt8(ascii: "/"): result.append(UInt8(ascii: "/"))
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = unescapeScalar(&rest) else { return nil }
        result.append(contentsOf: String(Character(scalar)).utf8)
      default: return nil
      }
    }
    result.append(contentsOf: rest)
    return result
  }

  /// Reads what follows `\u`, a surrogate pair included.
  private static func unescapeScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let unit = hexadecimalUnit(&rest) else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    guard rest.popFirst() == JSONText.reverseSolidus, rest.popFirst() == UInt8(ascii: "u"),
      let low = hexadecimalUnit(&rest), (0xDC00..<0xE000).contains(low)
    else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private static func hexadecimalUnit(_ rest: inout ArraySlice<UInt8>) -> UInt32? {
    guard rest.count >= 4 else { return nil }
    var unit: UInt32 = 0
    for byte in rest.prefix(4) {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    rest = rest.dropFirst(4)
    return unit
  }

  // MARK: Other values

  enum Number: Equatable, Sendable {
    case integer(Int64)
    /// A fraction, or one that is negative or too large: no field of ours has such.
    case other
  }

  /// Reads a number.
  /// - Returns: nil where there is none.
  mutating func scanNumber() -> Number? {
    let start = index
    var integer: Int64? = 0
    while index < end, Self.mayBeInNumber(bytes[index]) {
      integer = integer.flatMap { Self.integer($0, followedBy: bytes[index]) }
      index += 1
    }
    let hasLeadingZero = index > start + 1 && bytes[start] == UInt8(ascii: "0")
    if index > start, !hasLeadingZero, let integer { return .integer(integer) }
    return Self.isNumber(bytes[start..<index]) ? .other : nil
  }

  /// - Returns: nil also for a number that is negative or too large: no field of a log has such.
  private static func integer(_ number: Int64, followedBy digit: UInt8) -> Int64? {
    guard isDecimalDigit(digit) else { return nil }
    let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
    let (sum, carry) = tenfold.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
    return overflow || carry ? nil : sum
  }

  /// Whether all of a text is a number (RFC 8259, section 6).
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func digits() -> Int {
      let count = rest.prefix(while: isDecimalDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    func skip(_ bytes: String) -> Bool {
      guard let byte = rest.first, bytes.utf8.contains(byte) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = skip("-")
    let hasLeadingZero = rest.first == UInt8(ascii: "0")
    let count = digits()
    guard count > 0, count == 1 || !hasLeadingZero else { return false }
    if skip("."), digits() == 0 { return false }
    if skip("eE") {
      _ = skip("+-")
      if digits() == 0 { return false }
    }
    return rest.isEmpty
  }

  private static func mayBeInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// Passes over an array or object: brackets are counted outside strings, and of what stands
  /// between them only the UTF-8 is judged.
  mutating func skipNested() -> Bool {
    let start = index
    var depth = 0
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard scanStringToken() != nil else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      index += 1
      if depth == 0 { return isUTF8(start..<index) }
    }
    return false
  }

  /// Whether some of the bytes are valid UTF-8.
  func isUTF8(_ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
  }

  // MARK: Single characters

  /// Whether nothing is left, not even white space.
  var isExhausted: Bool { index == end }

  /// Passes over `text`, if just that comes next.
  mutating func skip(exactly text: ShortText) -> Bool {
    guard end - index >= text.count, text.stands(at: index, in: bytes.span) else { return false }
    index += text.count
    return true
  }

  /// Whether only white space is left.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return index == end
  }

  private mutating func skipSpace() {
    while index < end, Self.isSpace(bytes[index]) { index += 1 }
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  /// The byte that comes next, after white space; 0 at the end.
  mutating func peek() -> UInt8 {
    skipSpace()
    return index < end ? bytes[index] : 0
  }

  /// Passes over `token` and the space before it, if that comes next.
  mutating func skip(_ token: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < end, UInt32(bytes[index]) == token.value else { return false }
    index += 1
    return true
  }

  /// Passes over `word`, if that comes next.
  mutating func skipWord(_ word: String) -> Bool {
    let utf8 = word.utf8
    guard end - index >= utf8.count, bytes[index..<index + utf8.count].elementsEqual(utf8) else {
      return false
    }
    index += utf8.count
    return true
  }
}
