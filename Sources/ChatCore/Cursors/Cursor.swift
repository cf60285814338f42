/// A named place up to which an account has read in a chat.
package struct Cursor: Codable, Equatable, Sendable {
  package let name: String
  package let user: UserID
  /// The number of the last record that was handled, a message or not.
  let seq: Int64
  /// Its date in the log, so that it is not taken for another one after damage.
  let date: Timestamp
  /// How many messages there are up to it.
  let count: Int64

  private enum CodingKeys: String, CodingKey {
    case name, user, seq, date
    case count = "n"
  }

  /// The read mark: up to where someone has seen the messages, and what else happened.
  package static let readMark = "read"

  /// The last record that was handled.
  package var place: MessageReference { MessageReference(number: seq, date: date) }
}

extension Cursor {
  /// Whether a file is called as cursors are: an account's id and 32 digits of a digest.
  static func isFileName(_ name: String) -> Bool {
    let parts = name.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasSuffix(".json") else { return false }
    let digest = parts[1].dropLast(5)
    return UserID(String(parts[0])) != nil && digest.utf8.count == 32
      && digest.utf8.allSatisfy(isIdentifierDigit)
  }
}
