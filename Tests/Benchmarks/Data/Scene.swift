import ChatSystem
import Foundation

/// A store that is made once and kept between runs, by its directory. In each, alice is the account
/// that is measured, and `ops` a chat of hers.
enum Scene: String {
  /// She is in 20 chats and has a token.
  case twenty
  /// There is one chat.
  case single
  /// There are many chats and accounts, and she is in a good part of them.
  case large
  /// A chat called `history` holds very many messages.
  case million

  var store: String { rawValue }
  /// Where alice's session is remembered, and nobody else's.
  var state: String { "\(rawValue).state" }
  /// Where the sessions of the others are.
  var othersState: String { "\(rawValue).others" }
  var token: String { "\(rawValue).token" }
  /// The lines of the long chat in one file.
  var lines: String { "\(rawValue).jsonl" }
  /// The date from which on its last messages are.
  var since: String { "\(rawValue).since" }

  /// All that is made.
  var paths: [String] { [store, state, othersState, token, lines, since] }

  static let account = "alice"

  /// The files that hold the messages of its chats, less those that are empty.
  func segments() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: "\(store)/chats")
      .filter { $0.contains("/messages/") }.sorted().map { "\(store)/chats/\($0)" }
      .filter { try FileStatus(of: $0).size > 0 }
  }
}
