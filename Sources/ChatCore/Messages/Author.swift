/// Who writes a message.
struct Author: Equatable, Sendable {
  var user: UserID
  var name: String
  /// The name of the token that stands in for them.
  var token: String?
}

extension Author {
  /// How an author is shown: `alice`, or `alice[backup]` where a token of hers stood in for her.
  static func byline(_ name: String, _ token: String?) -> String {
    token.map { "\(name)[\($0)]" } ?? name
  }
}
