import Foundation
import TestTools

/// Looks at a store with a few reading commands and puts what they say into a form that can be
/// compared: without ids and dates, and with messages numbered by their order, since a torn line
/// takes a number.
final class GlanceReader {
  /// Lines that were seen before; most come again and again.
  private var known: [Substring: GlanceLine] = [:]

  /// - Throws: ``Complaint`` where a command fails.
  func look(at world: World, with commands: [Step]) throws -> String {
    var text = ""
    for command in commands {
      let outcome = try world.run(["--json", "--quiet"] + command.words, as: command.account)
      let words = command.words.joined(separator: " ")
      // No: 1; not there: 3; not logged in, or not allowed: 4.
      guard [0, 1, 3, 4].contains(outcome.code) else {
        throw Complaint("'\(words)' exits with \(outcome.code): \(outcome.errors)")
      }
      if outcome.code == 0 {
        // Nothing but a word about a line that a crash has torn.
        for line in outcome.errors.split(separator: "\n")
        where !(line.contains("\"warning\"") && line.contains("line")) {
          throw Complaint("'\(words)' says: \(line)")
        }
      }
      text += "\(words): \(outcome.code)\n"
      var ranks = MessageRanks()
      for line in outcome.output.split(separator: "\n") {
        text += try self.line(line).text(&ranks)
      }
    }
    return text
  }

  private func line(_ text: Substring) throws -> GlanceLine {
    if let line = known[text] { return line }
    if known.count > 10_000 { known = [:] }
    let line = try GlanceLine(text)
    known[text] = line
    return line
  }
}

/// What a command did that it must not.
struct Complaint: LocalizedError {
  let text: String

  var errorDescription: String? { text }

  init(_ text: String) { self.text = text }
}

/// A line of JSON that a reading command printed.
private struct GlanceLine {
  private let chat: String
  private let numbers: [(field: String, number: Int)]
  private let rest: String

  private static let left = [
    "date", "created", "edited", "lastDate", "userID", "subjectID", "chatID", "chatIDs",
  ]

  init(_ text: Substring) throws {
    guard var fields = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    else { throw Complaint("no line of JSON: \(text)") }
    for field in Self.left { fields[field] = nil }
    chat = fields["chat"] as? String ?? ""
    let isOfLog = ["message", "edit", "deletion", "event"].contains(fields["type"] as? String)
    numbers =
      isOfLog
      ? ["replyTo", "target", "number"].compactMap { field in
        (fields.removeValue(forKey: field) as? Int).map { (field, $0) }
      } : []
    let rest = try JSONSerialization.data(withJSONObject: fields, options: .sortedKeys)
    self.rest = String(decoding: rest, as: UTF8.self)
  }

  func text(_ ranks: inout MessageRanks) -> String {
    rest + numbers.map { " \($0.field) \(ranks.rank(of: $0.number, in: chat))" }.joined() + "\n"
  }
}

/// The messages of chats, numbered in the order in which they come up.
private struct MessageRanks {
  private var ranks: [String: [Int: Int]] = [:]

  mutating func rank(of number: Int, in chat: String) -> Int {
    let known = ranks[chat, default: [:]]
    let rank = known[number] ?? known.count + 1
    ranks[chat, default: [:]][number] = rank
    return rank
  }
}
