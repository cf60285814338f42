/// Reads a flat JSON object (RFC 8259) from a line of a log, without building a tree of it: a
/// general JSON decoder is some fifteen times slower, and a log is read by the million lines.
struct JSONLineScanner {
  /// The fields that a log line may have; the spelling stands in ``key(in:)``.
  enum Key: Equatable {
    case seq, count, total, date, at, user, name, token, reply, sentOnce, auto, edit, delete, of,
      event,
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

  private var scanner: JSONScanner

  init(_ bytes: [UInt8], in range: Range<Int>) {
    scanner = JSONScanner(bytes, in: range)
  }

  /// Reads one object that fills the range.
  /// - Parameter field: is given each field in turn.
  /// - Returns: whether it was one, down to its UTF-8.
  mutating func scanObject(_ field: (Key, Value) -> Void) -> Bool {
    guard scanner.skip("{") else { return false }
    if scanner.skip("}") { return scanner.isAtEnd() }
    repeat {
      guard let key = scanKey(), scanner.skip(":"), let value = scanValue() else { return false }
      field(key, value)
    } while scanner.skip(",")
    return scanner.skip("}") && scanner.isAtEnd()
  }

  private mutating func scanKey() -> Key? {
    guard let (range, _) = scanner.scanStringBytes() else { return nil }
    let key = Self.key(in: scanner.bytes[range])
    return key != .unknown || scanner.isUTF8(range) ? key : nil
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
    case 5 where text.elementsEqual("total".utf8): .total
    case 5 where text.elementsEqual("reply".utf8): .reply
    case 5 where text.elementsEqual("event".utf8): .event
    case 5 where text.elementsEqual("title".utf8): .title
    case 6 where text.elementsEqual("delete".utf8): .delete
    case 7 where text.elementsEqual("subject".utf8): .subject
    default: .unknown
    }
  }

  private mutating func scanValue() -> Value? {
    switch scanner.peek() {
    case UInt8(ascii: "\""): return scanner.scanString().map(Value.string)
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
