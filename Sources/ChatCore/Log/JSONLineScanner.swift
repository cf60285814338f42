/// Reads a flat JSON object (RFC 8259) from a line of a log, without building a tree of it: a
/// general JSON decoder is some fifteen times slower, and a log is read by the million lines.
struct JSONLineScanner {
  /// The fields that a log line may have; the spelling stands in ``key(in:)``.
  enum Key: Equatable {
    case seq, count, date, at, user, name, token, reply, sentOnce, auto, edit, delete, of, event,
      subject, title, body, next
    case unknown
  }

  enum Value: Equatable {
    case integer(Int64)
    case string(String)
    case boolean(Bool)
    /// Anything else that is JSON.
    case other
  }

  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  init(_ bytes: [UInt8], in range: Range<Int>) {
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  /// Reads one object that fills the range.
  /// - Parameter field: is given each field in turn.
  /// - Returns: whether it was one, down to its UTF-8.
  mutating func scanObject(_ field: (Key, Value) -> Void) -> Bool {
    guard skip("{") else { return false }
    if skip("}") { return isAtEnd() }
    repeat {
      guard let key = scanKey(), skip(":"), let value = scanValue() else { return false }
      field(key, value)
    } while skip(",")
    return skip("}") && isAtEnd()
  }

  private mutating func scanKey() -> Key? {
    guard let (range, _) = scanStringBytes() else { return nil }
    let key = Self.key(in: bytes[range])
    return key != .unknown || isUTF8(range) ? key : nil
  }

  private static func key(in text: ArraySlice<UInt8>) -> Key {
    switch text.count {
    case 1 where text.elementsEqual("n".utf8): .count
    case 2 where text.elementsEqual("at".utf8): .at
    case 2 where text.elementsEqual("of".utf8): .of
    case 3 where text.elementsEqual("seq".utf8): .seq
    case 3 where text.elementsEqual("key".utf8): .sentOnce
    case 4 where text.elementsEqual("auto".utf8): .auto
    case 4 where text.elementsEqual("date".utf8): .date
    case 4 where text.elementsEqual("user".utf8): .user
    case 4 where text.elementsEqual("name".utf8): .name
    case 4 where text.elementsEqual("body".utf8): .body
    case 4 where text.elementsEqual("edit".utf8): .edit
    case 4 where text.elementsEqual("next".utf8): .next
    case 5 where text.elementsEqual("token".utf8): .token
    case 5 where text.elementsEqual("reply".utf8): .reply
    case 5 where text.elementsEqual("event".utf8): .event
    case 5 where text.elementsEqual("title".utf8): .title
    case 6 where text.elementsEqual("delete".utf8): .delete
    case 7 where text.elementsEqual("subject".utf8): .subject
    default: .unknown
    }
  }

  private mutating func scanValue() -> Value? {
    skipSpace()
    guard index < end else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "\""): return scanString().map(Value.string)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): return scanNumber()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return scanNested() ? .other : nil
    default:
      if skipWord("true") { return .boolean(true) }
      if skipWord("false") { return .boolean(false) }
      return skipWord("null") ? .other : nil
    }
  }

  // MARK: Strings

  /// The bytes between the quotes, and whether they hold escapes.
  private mutating func scanStringBytes() -> (range: Range<Int>, hasEscapes: Bool)? {
    guard skip("\"") else { return nil }
    let start = index
    var hasEscapes = false
    while index < end {
      let byte = bytes[index]
      if byte == JSONText.quotationMark {
        index += 1
        return (start..<index - 1, hasEscapes)
      }
      if byte < 0x20 { return nil }
      if byte == JSONText.reverseSolidus {
        hasEscapes = true
        index += 1
      }
      index += 1
    }
    return nil
  }

  private mutating func scanString() -> String? {
    guard let (range, hasEscapes) = scanStringBytes() else { return nil }
    if !hasEscapes { return Self.string(bytes.span.extracting(range)) }
    guard let unescaped = Self.unescape(bytes[range]) else { return nil }
    return Self.string(unescaped.span)
  }

  private static func string(_ bytes: Span<UInt8>) -> String? {
    guard let valid = try? UTF8Span(validating: bytes) else { return nil }
    return String(copying: valid)
  }

  private static func unescape(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text
    while let byte = rest.popFirst() {
      guard byte == JSONText.reverseSolidus else {
        result.append(byte)
        continue
      }
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

  private mutating func scanNumber() -> Value? {
    let start = index
    while index < end, Self.mayBeInNumber(bytes[index]) { index += 1 }
    let text = bytes[start..<index]
    if text.count == 1 || text.first != UInt8(ascii: "0"), let number = Self.integer(text) {
      return .integer(number)
    }
    return String(validating: text, as: UTF8.self).flatMap(Double.init) == nil ? nil : .other
  }

  private static func mayBeInNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// - Returns: nil also for a number that is negative or too large: no field of a log has such.
  private static func integer(_ digits: ArraySlice<UInt8>) -> Int64? {
    var number: Int64 = 0
    for digit in digits {
      guard isDecimalDigit(digit) else { return nil }
      let (tenfold, overflow) = number.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(Int64(digit - UInt8(ascii: "0")))
      if overflow || carry { return nil }
      number = sum
    }
    return digits.isEmpty ? nil : number
  }

  /// Passes over an array or object, which only a field of a later version can be: brackets are
  /// counted outside strings, and of what stands between them only the UTF-8 is judged.
  private mutating func scanNested() -> Bool {
    let start = index
    var depth = 0
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "\""):
        guard scanStringBytes() != nil else { return false }
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

  private func isUTF8(_ range: Range<Int>) -> Bool {
    (try? UTF8Span(validating: bytes.span.extracting(range))) != nil
  }

  // MARK: Single characters

  private mutating func isAtEnd() -> Bool {
    skipSpace()
    return index == end
  }

  private mutating func skipSpace() {
    while index < end, bytes[index] == 0x20 || bytes[index] == 0x09 || bytes[index] == 0x0D {
      index += 1
    }
  }

  /// Passes over `token` and the space before it, if that comes next.
  private mutating func skip(_ token: Unicode.Scalar) -> Bool {
    skipSpace()
    guard index < end, UInt32(bytes[index]) == token.value else { return false }
    index += 1
    return true
  }

  private mutating func skipWord(_ word: String) -> Bool {
    let utf8 = word.utf8
    guard end - index >= utf8.count, bytes[index..<index + utf8.count].elementsEqual(utf8) else {
      return false
    }
    index += utf8.count
    return true
  }
}
