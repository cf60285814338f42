/// Dates stand in documents as strings.
extension Timestamp: Codable {
  package init(from decoder: any Decoder) throws {
    let text = try String(from: decoder)
    let date = Timestamp(exactRFC3339: text.utf8.span)
    self = try decoder.require(date, "a date is written as in RFC 3339")
  }

  package func encode(to encoder: any Encoder) throws { try rfc3339.encode(to: encoder) }
}

extension Decoder {
  /// The value that a string in a document stands for, or what rule it breaks.
  func require<Value>(_ value: Value?, _ rule: String) throws -> Value {
    guard let value else {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: rule))
    }
    return value
  }
}
