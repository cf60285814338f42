import Foundation
import TestTools

/// What people see of a store: all that reading commands tell everyone, with ids and dates replaced
/// by the order in which they come up, so that two runs can be compared.
struct View: Hashable, Sendable {
  let text: String

  /// Reads all that there is to see.
  /// - Parameter mayWarn: whether the store has a damaged line, of which reading commands tell.
  /// - Throws: where a reading command fails or has a word of warning to say.
  init(of world: World, mayWarn: Bool = false) throws {
    let manifest = world.files.appending(path: "store/store.json").path
    guard FileManager.default.fileExists(atPath: manifest) else {
      text = "there is no store"
      return
    }
    var texts: [String] = []
    for account in ["alice", "bob", "robert", "carol", "dave"] {
      let read = { (words: [String]) throws in
        try Self.read(words, as: account, in: world, mayWarn: mayWarn)
      }
      guard let profile = try read(["whoami"]) else {
        texts.append("\(account) cannot act\n")
        continue
      }
      texts.append(profile)
      for words in [["friends"], ["token", "list"], ["chat", "list"]] {
        texts.append(try read(words) ?? "")
      }
      let chats = try world.run(["export", "--all", "--quiet"], as: account)
      guard chats.code == 0, mayWarn || chats.errors.isEmpty else {
        throw Failure("export of \(account): \(chats.code): \(chats.errors)")
      }
      texts.append(chats.output)
      texts.append(try read(["cursor", "list", "ops"]) ?? "")
    }
    text = Self.normalized(texts.joined(separator: "--\n"))
  }

  /// - Returns: nil where the answer is that there is no such account or chat, or no login.
  private static func read(
    _ words: [String], as account: String, in world: World, mayWarn: Bool
  ) throws -> String? {
    let outcome = try world.run(["--json", "--quiet"] + words, as: account)
    if [3, 4].contains(outcome.code) { return nil }
    guard outcome.code == 0, mayWarn || outcome.errors.isEmpty else {
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
