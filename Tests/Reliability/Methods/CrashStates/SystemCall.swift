import TestTools

/// A call that a process made, as strace(1) tells it with `-xx`: all strings in hexadecimal, so
/// that commas, quotes and brackets are strace's own.
struct SystemCall {
  let name: String
  private let arguments: [Substring]
  /// What it returned; nil for a call that does not return.
  let result: Int?

  /// Reads a line, which begins with the id of a process.
  /// - Returns: nil where it tells something else, such as how the process ended.
  /// - Throws: where it tells only half of a call.
  init?(_ line: Substring) throws {
    guard let space = line.firstIndex(of: " ") else { return nil }
    let text = line[space...].drop { $0 == " " }
    if text.hasPrefix("+++") || text.hasPrefix("---") { return nil }
    guard let opening = text.firstIndex(of: "("), !text.hasPrefix("<..."),
      let end = text.lastIndex(of: "="), let closing = text[..<end].lastIndex(of: ")")
    else { throw Failure("strace tells half of a call: \(text.prefix(200))") }
    name = String(text[..<opening])
    arguments = Self.split(text[text.index(after: opening)..<closing])
    let value = text[text.index(after: end)...].drop { $0 == " " }
    result = Int(value.prefix { $0.isNumber || $0 == "-" })
  }

  /// Parts arguments at the commas that are in no structure.
  private static func split(_ text: Substring) -> [Substring] {
    var parts: [Substring] = []
    var depth = 0
    var start = text.startIndex
    for (index, byte) in zip(text.utf8.indices, text.utf8) {
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 0:
        parts.append(text[start..<index])
        start = text.utf8.index(after: index)
      default: break
      }
    }
    parts.append(text[start...])
    return parts.map { $0.drop { $0 == " " } }
  }

  /// An argument as it stands there.
  func text(_ index: Int) -> Substring { arguments.indices.contains(index) ? arguments[index] : "" }

  /// An argument that is a number, also an octal one.
  func number(_ index: Int) throws -> Int {
    let text = text(index)
    let number = text.hasPrefix("0") ? Int(text, radix: 8) : Int(text)
    guard let number else { throw Failure("\(name): \(text) is no number") }
    return number
  }

  /// An argument that is a string.
  func bytes(_ index: Int) throws -> [UInt8] {
    let text = text(index)
    guard text.hasPrefix("\""), text.hasSuffix("\"") else {
      throw Failure("\(name): strace cut a string short")
    }
    return Self.decoded(text)
  }

  func path(_ index: Int) throws -> String { String(decoding: try bytes(index), as: UTF8.self) }

  /// What an argument that is a descriptor is open on; nil where that has no name any more.
  func file(_ index: Int) -> String? {
    let text = text(index)
    guard let opening = text.firstIndex(of: "<"), text.hasSuffix(">") else { return nil }
    return String(decoding: Self.decoded(text[opening...]), as: UTF8.self)
  }

  /// The bytes of `\x68\x69`, whatever stands around them.
  private static func decoded(_ text: Substring) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count / 4)
    var high: UInt8?
    for digit in text.utf8 {
      guard let value = hexadecimalValue(of: digit) else { continue }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  private static func hexadecimalValue(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
