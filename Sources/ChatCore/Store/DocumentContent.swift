/// What a document, or an object in one, says.
///
/// It is read without JSONDecoder, whose first use takes longer than all else that a `send` does.
protocol DocumentContent: DocumentValue, Encodable {
  associatedtype CodingKeys: CodingKey

  /// - Throws: which field cannot be understood.
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault)
}

/// What a field of a document can be.
protocol DocumentValue {
  /// - Throws: why it is none.
  init(_ value: JSONValue) throws(DocumentFault)
}

/// The fields of an object; those that nobody asks for are of later versions.
struct DocumentFields<Key: CodingKey> {
  private let members: [JSONValue.Member]

  init(_ value: JSONValue) throws(DocumentFault) {
    guard case .object(let members) = value else { throw DocumentFault(.wrongType) }
    self.members = members
  }

  /// A field that has to be there.
  func required<Value: DocumentValue>(_ key: Key) throws(DocumentFault) -> Value {
    guard let value: Value = try optional(key) else {
      throw DocumentFault(isThere(key) ? .wrongType : .missing).within(key.stringValue)
    }
    return value
  }

  /// A field that may be missing, or null.
  func optional<Value: DocumentValue>(_ key: Key) throws(DocumentFault) -> Value? {
    let name = key.stringValue
    guard let index = members.firstIndex(where: { $0.name == name }) else { return nil }
    // Which of them counts, readers of JSON do not agree on (RFC 8259, section 4).
    if members[(index + 1)...].contains(where: { $0.name == name }) {
      throw DocumentFault(.repeated).within(name)
    }
    let member = members[index]
    if member.value == .null { return nil }
    do throws(DocumentFault) {
      return try Value(member.value)
    } catch {
      throw error.within(name)
    }
  }

  private func isThere(_ key: Key) -> Bool { members.contains { $0.name == key.stringValue } }
}

/// Why a document cannot be understood.
struct DocumentFault: Error, Equatable {
  enum Kind {
    case missing, repeated, wrongType, notValid
  }

  private let kind: Kind
  /// The names of the fields that lead to it, outermost first.
  private var path: [String] = []

  init(_ kind: Kind) { self.kind = kind }

  /// The same, seen from the object that has this field.
  func within(_ name: String) -> DocumentFault {
    var fault = self
    fault.path.insert(name, at: 0)
    return fault
  }

  /// In words, to be put after the name of the document.
  var reason: String {
    let field = "'\(path.joined(separator: "."))'"
    return switch kind {
    case .missing: "it has no \(field)"
    case .repeated: "it has \(field) twice"
    case .wrongType: path.isEmpty ? "it is no JSON object" : "\(field) has the wrong type"
    case .notValid: "\(field) is not valid"
    }
  }
}

extension DocumentContent {
  init(_ value: JSONValue) throws(DocumentFault) {
    try self.init(DocumentFields<CodingKeys>(value))
  }
}

extension String: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    guard case .string(let text) = value else { throw DocumentFault(.wrongType) }
    self = text
  }
}

extension Bool: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    guard case .boolean(let isTrue) = value else { throw DocumentFault(.wrongType) }
    self = isTrue
  }
}

extension Int64: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    guard case .number(let number) = value else { throw DocumentFault(.wrongType) }
    guard case .integer(let integer) = number else { throw DocumentFault(.notValid) }
    self = integer
  }
}

extension Int: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    guard let integer = Int(exactly: try Int64(value)) else { throw DocumentFault(.notValid) }
    self = integer
  }
}

extension Array: DocumentValue where Element: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    guard case .array(let values) = value else { throw DocumentFault(.wrongType) }
    self = []
    for value in values { append(try Element(value)) }
  }
}

extension Identifier: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    guard let id = Identifier(try String(value)) else { throw DocumentFault(.notValid) }
    self = id
  }
}

/// Dates stand in documents as strings.
extension Timestamp: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    let text = try String(value)
    guard let date = Timestamp(exactRFC3339: text.utf8.span) else { throw DocumentFault(.notValid) }
    self = date
  }
}
