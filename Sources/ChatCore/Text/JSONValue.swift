/// A value of JSON (RFC 8259).
enum JSONValue: Equatable, Sendable {
  case null
  case boolean(Bool)
  case number(JSONScanner.Number)
  case string(String)
  case array([JSONValue])
  case object([Member])

  struct Member: Equatable, Sendable {
    let name: String
    let value: JSONValue
  }

  /// Deeper than anything that is written in a store.
  private static let deepest = 32

  /// - Parameter bytes: one value and nothing else.
  /// - Returns: nil where it is none, or it is nested too deep.
  init?(_ bytes: [UInt8]) {
    var scanner = JSONScanner(bytes, in: 0..<bytes.count)
    guard let value = Self.scan(&scanner, depth: 0), scanner.isAtEnd() else { return nil }
    self = value
  }

  private static func scan(_ scanner: inout JSONScanner, depth: Int) -> JSONValue? {
    guard depth < deepest else { return nil }
    switch scanner.peek() {
    case UInt8(ascii: "{"): return scanObject(&scanner, depth: depth)
    case UInt8(ascii: "["): return scanArray(&scanner, depth: depth)
    case UInt8(ascii: "\""): return scanner.scanString().map(string)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      return scanner.scanNumber().map(number)
    default:
      if scanner.skipWord("true") { return .boolean(true) }
      if scanner.skipWord("false") { return .boolean(false) }
      return scanner.skipWord("null") ? .null : nil
    }
  }

  private static func scanObject(_ scanner: inout JSONScanner, depth: Int) -> JSONValue? {
    guard scanner.skip("{") else { return nil }
    if scanner.skip("}") { return .object([]) }
    var members: [Member] = []
    // As many as most documents have.
    if depth == 0 { members.reserveCapacity(8) }
    repeat {
      guard let name = scanner.scanString(), scanner.skip(":"),
        let value = scan(&scanner, depth: depth + 1)
      else { return nil }
      members.append(Member(name: name, value: value))
    } while scanner.skip(",")
    return scanner.skip("}") ? .object(members) : nil
  }

  private static func scanArray(_ scanner: inout JSONScanner, depth: Int) -> JSONValue? {
    guard scanner.skip("[") else { return nil }
    if scanner.skip("]") { return .array([]) }
    var elements: [JSONValue] = []
    repeat {
      guard let value = scan(&scanner, depth: depth + 1) else { return nil }
      elements.append(value)
    } while scanner.skip(",")
    return scanner.skip("]") ? .array(elements) : nil
  }
}
