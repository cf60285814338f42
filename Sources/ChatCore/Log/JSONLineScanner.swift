/// Reads a flat JSON object (RFC 8259) from a line of a log, without building a tree of it: a
/// general JSON decoder is some fifteen times slower, and a log is read by the million lines.
struct JSONLineScanner {
  /// The fields that a log line may have.
  enum Key: String, CaseIterable {
    case seq, date, user, name, body
    case count = "n"
    case total, at, token, reply
    case sentOnce = "key"
    case auto, edit, delete, of, event, subject, title, next
  }

  enum Value {
    case integer(Int64)
    case string(JSONScanner.StringToken)
    case boolean(Bool)
    /// Anything else that is JSON.
    case other
  }

  private(set) var scanner: JSONScanner

  init(_ bytes: [UInt8], in range: Range<Int>) {
    scanner = JSONScanner(bytes, in: range)
  }

  /// Reads one object that fills the range.
  /// - Parameter field: is given each field that a log line may have in turn, and the scanner that
  ///   decodes its string.
  /// - Returns: whether it was one, down to its UTF-8.
  mutating func scanObject(
    _ field: (Key, Value, borrowing JSONScanner) -> Void
  ) -> Bool {
    guard scanner.skip("{") else { return false }
    if scanner.skip("}") { return scanner.isAtEnd() }
    repeat {
      guard let name = scanner.scanStringToken() else { return false }
      let key = Self.key(in: scanner.bytes, name.range)
      guard key != nil || scanner.isUTF8(name.range), scanner.skip(":"), let value = scanValue()
      else { return false }
      if let key {
        field(key, value, scanner)
      } else if case .string(let text) = value, scanner.string(text) == nil {
        return false
      }
    } while scanner.skip(",")
    return scanner.skip("}") && scanner.isAtEnd()
  }

  /// The names of fields as numbers, so that one is found without comparing texts.
  private static let names = Key.allCases.map { key in
    (packed: packed(Array(key.rawValue.utf8), 0..<key.rawValue.utf8.count), key: key)
  }

  /// Up to eight bytes in a number.
  private static func packed(_ bytes: [UInt8], _ range: Range<Int>) -> UInt64 {
    var packed: UInt64 = 0
    for index in range { packed = packed << 8 | UInt64(bytes[index]) }
    return packed
  }

  private static func key(in bytes: [UInt8], _ range: Range<Int>) -> Key? {
    if range.count > 8 { return nil }
    let packed = packed(bytes, range)
    for name in names where name.packed == packed { return name.key }
    return nil
  }

  private mutating func scanValue() -> Value? {
    switch scanner.peek() {
    case UInt8(ascii: "\""): return scanner.scanStringToken().map(Value.string)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      switch scanner.scanNumber() {
      case .integer(let number): return .integer(number)
      case .other: return .other
      case nil: return nil
      }
    // Only a field of a later version can be one.
    case UInt8(ascii: "{"), UInt8(ascii: "["): return scanner.skipNested() ? .other : nil
    default:
      if scanner.skipWord("true") { return .boolean(true) }
      if scanner.skipWord("false") { return .boolean(false) }
      return scanner.skipWord("null") ? .other : nil
    }
  }
}
