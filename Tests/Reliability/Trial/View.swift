import Foundation
import TestTools

/// What people see of a store: all that reading commands tell everyone, with ids and dates replaced
/// by the order in which they come up, so that two runs can be compared.
struct View: Hashable, Sendable {
  let text: String

  /// Reads all that there is to see.
  /// - Throws: where a reading command fails or has a word of warning to say.
  init(of world: World) throws {
    var texts: [String] = []
    for account in ["alice", "bob", "robert", "carol", "dave"] {
      guard let profile = try Self.read(["whoami"], as: account, in: world) else {
        texts.append("\(account) cannot act\n")
        continue
      }
      texts.append(profile)
      for words in [["friends"], ["token", "list"], ["chat", "list"]] {
        texts.append(try Self.read(words, as: account, in: world) ?? "")
      }
      let chats = try world.run(["export", "--all", "--quiet"], as: account)
      guard chats.code == 0, chats.errors.isEmpty else {
        throw Failure("export of \(account): \(chats.code): \(chats.errors)")
      }
      texts.append(chats.output)
      texts.append(try Self.read(["cursor", "list", "ops"], as: account, in: world) ?? "")
    }
    text = Self.normalized(texts.joined(separator: "--\n"))
  }

  /// - Returns: nil where the answer is that there is no such account or chat, or no login.
  private static func read(
    _ words: [String], as account: String, in world: World
  ) throws -> String? {
    let outcome = try world.run(["--json", "--quiet"] + words, as: account)
    if [3, 4].contains(outcome.code) { return nil }
    guard outcome.code == 0, outcome.errors.isEmpty else {
      throw Failure(
        "\(words.joined(separator: " ")) of \(account): \(outcome.code): \(outcome.errors)")
    }
    return outcome.output
  }

  private static func normalized(_ text: String) -> String {
    var names: [Substring: String] = [:]
    let withoutIDs = text.replacing(/\b[0-9a-f]{20}\b/) { match in
      let name = names[match.output] ?? "id\(names.count)"
      names[match.output] = name
      return name
    }
    return withoutIDs.replacing(/\d{4}-\d\d-\d\dT[0-9:.]+Z/, with: "date")
  }
}
