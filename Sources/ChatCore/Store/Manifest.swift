/// What `store.json` says of a store as a whole.
struct Manifest: Codable, Equatable, Sendable {
  /// Which layout the store has; a newer one is refused.
  var format: Int
  /// Random; names the store to the sessions that were made for it.
  var id: String
  var created: Timestamp
  /// Cost of password hashes, yescrypt's of crypt(5).
  var passwordCost: Int
  /// The version of Unicode by which names were folded.
  var unicode: String

  static let currentFormat = 1
  static let defaultPasswordCost: Int = 8
  /// What the Swift standard library of this build knows.
  static let unicodeVersion = "17.0"
}

/// The one field that every version has.
struct FormatField: Codable {
  var format: Int
}
