import ChatCore
import ChatSystem

/// One JSON object on one line, its members in the order in which they were given:
/// `JSONObject("message").string("chat", "ops").integer("number", 42)`.
struct JSONObject {
  /// Without the closing brace, since members may follow.
  private var text: [UInt8] = []

  /// In bytes; saves growing step by step.
  private static let usualLength = 256

  /// - Parameter type: the value of its first member, `type`.
  init(_ type: StaticString) {
    text.reserveCapacity(Self.usualLength)
    text.append("{\"type\":\"", type, "\"")
  }

  /// Adds a date, as RFC 3339 in UTC; nothing for nil.
  consuming func date(_ name: StaticString, _ value: Timestamp?) -> JSONObject {
    guard let value else { return self }
    appendName(name)
    text.append(UInt8(ascii: "\""))
    value.append(to: &text)
    text.append(UInt8(ascii: "\""))
    return self
  }

  /// Adds an id; nothing for nil.
  consuming func id<Owner>(_ name: StaticString, _ value: Identifier<Owner>?) -> JSONObject {
    guard let value else { return self }
    appendName(name)
    text.append(UInt8(ascii: "\""))
    value.append(to: &text)
    text.append(UInt8(ascii: "\""))
    return self
  }

  /// Adds a string; nothing for nil.
  consuming func string(_ name: StaticString, _ value: String?) -> JSONObject {
    guard let value else { return self }
    appendName(name)
    JSONText.append(value, to: &text)
    return self
  }

  /// Adds an array of strings; nothing for nil.
  consuming func strings(_ name: StaticString, _ values: [String]?) -> JSONObject {
    guard let values else { return self }
    appendName(name)
    text.append(UInt8(ascii: "["))
    for (index, value) in values.enumerated() {
      if index > 0 { text.append(UInt8(ascii: ",")) }
      JSONText.append(value, to: &text)
    }
    text.append(UInt8(ascii: "]"))
    return self
  }

  /// Adds an integer; nothing for nil.
  consuming func integer(_ name: StaticString, _ value: Int64?) -> JSONObject {
    guard let value else { return self }
    appendName(name)
    text.append(decimal: value)
    return self
  }

  /// Adds a truth value; nothing for nil.
  consuming func boolean(_ name: StaticString, _ value: Bool?) -> JSONObject {
    guard let value else { return self }
    appendName(name)
    text.append(value ? "true" : "false")
    return self
  }

  /// Appends the object.
  /// - Parameter isTerminal: escapes also what a terminal must not get; a JSON parser reads the
  ///   same.
  func append(to bytes: inout [UInt8], isTerminal: Bool) {
    if isTerminal {
      appendTerminalText(to: &bytes)
    } else {
      bytes.append(contentsOf: text)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func appendName(_ name: StaticString) { text.append(",\"", name, "\":") }

  private func appendTerminalText(to bytes: inout [UInt8]) {
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      if Sanitizer.isUnsafe(scalar) {
        for unit in scalar.utf16 {
          bytes.append(contentsOf: "\\u\(hexadecimal(unit, digits: 4))".utf8)
        }
      } else {
        bytes.append(contentsOf: scalar.utf8)
      }
    }
  }
}
