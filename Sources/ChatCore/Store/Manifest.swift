/// What `store.json` says of a store as a whole.
struct Manifest: DocumentContent, Equatable, Sendable {
  /// Which layout the store has; a newer one is refused.
  var format: Int
  /// Random; names the store to the sessions that were made for it.
  var id: String
  var created: Timestamp
  /// Cost of password hashes, yescrypt's of crypt(5).
  var passwordCost: Int
  /// The version of Unicode by which names were folded.
  var unicode: String

  enum CodingKeys: CodingKey { case format, id, created, passwordCost, unicode }

  static let currentFormat: Int = 1
  static let defaultPasswordCost: Int = 8
  /// What the Swift standard library of this build knows.
  static let unicodeVersion = "17.0"
}

/// The one field that every version has.
struct FormatField: DocumentContent {
  var format: Int

  enum CodingKeys: CodingKey { case format }

  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    format = try fields.required(.format)
  }
}

extension Manifest {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    format = try fields.required(.format)
    id = try fields.required(.id)
    created = try fields.required(.created)
    passwordCost = try fields.required(.passwordCost)
    unicode = try fields.required(.unicode)
  }
}
