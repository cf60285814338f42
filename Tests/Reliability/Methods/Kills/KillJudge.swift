import Foundation
import TestTools

/// Looks at a store in which writers were killed, while nobody writes.
struct KillJudge {
  private let world: World
  private let ledger: Ledger
  private let log: RawLog
  /// What the chat's edits directory holds.
  private let index: Data
  /// The chat as `export` tells it.
  private let records: [JSONRecord]
  /// The texts that `log` shows, by number.
  private let shown: [Int: String]

  init(_ world: World, _ ledger: Ledger) throws {
    self.world = world
    self.ledger = ledger
    records = try world.read(["export", "ops"], as: "alice", mayBeTorn: true)
    let chat = records.first?.text("chatID") ?? ""
    log = try RawLog(of: chat, in: world)
    index = try Self.contents(of: world.store.appending(path: "chats/\(chat)/edits"))
    let messages = try world.read(["log", "ops", "-n", "1000000"], as: "alice", mayBeTorn: true)
    shown = Dictionary(
      messages.compactMap { record in
        record.number("number").flatMap { number in record.text("body").map { (number, $0) } }
      }, uniquingKeysWith: { $1 })
  }

  private static func contents(of directory: URL) throws -> Data {
    let files = try FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: nil)
    return try files.reduce(Data()) { try $0 + Data(contentsOf: $1) }
  }

  /// What is wrong with the log itself.
  func judgeLog() -> [String] {
    var violations = log.violations
    for line in log.torn where !KilledText.isTorn(line) {
      violations.append("a line is neither whole nor torn: \(line.prefix(300))")
    }
    let told = records.dropFirst().compactMap { $0.number("number") }
    let stored = log.records.compactMap { $0.number("seq") }
    if told != stored { violations.append("export tells \(told.count) of \(stored.count) records") }
    return violations
  }

  /// What is wrong with what a writer wrote.
  func judge(_ writer: KilledWriter) throws -> [String] {
    try judgeMessages(of: writer) + judgeReadings(of: writer) + judgePlaces(of: writer)
  }

  private func judgeMessages(of writer: KilledWriter) -> [String] {
    let own = records.filter { $0.text("username") == writer.name }
    let texts = Dictionary(
      writer.deleted.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
    let messages = own.filter { $0.text("type") == "message" }.map { record in
      let erased = record.number("number").flatMap { texts[$0] }
      return KilledText.identity(of: record.text("body") ?? erased ?? "nothing")
    }
    let edits = own.filter { $0.text("type") == "edit" }.map {
      KilledText.identity(of: $0.text("body") ?? "nothing")
    }
    // Sent again they come after others that were begun later.
    let keyed = messages.filter { $0.hasSuffix(".key>") }
    var violations = ledger.judge(
      writer.messages, found: messages.filter { !$0.hasSuffix(".key>") })
    violations += ledger.judge(writer.keyedMessages, found: keyed)
    violations += ledger.judge(writer.edits, found: edits)
    for number in writer.edited {
      violations += ledger.judge(writer.textPlace(number), holds: shown[number])
    }
    for (text, number) in writer.deleted {
      let place = writer.deletionPlace(number)
      violations += ledger.judge(place, holds: shown[number] == nil ? "deleted" : "there")
      let text = Data(KilledText.identity(of: text).utf8)
      if ledger.values(of: place) == ["deleted"],
        log.bytes.range(of: text) != nil || index.range(of: text) != nil
      {
        violations.append("#\(number) was deleted, and its text is still in the files")
      }
    }
    return violations
  }

  /// Whether `tail --cursor` has left nothing out, and repeats only after a kill.
  private func judgeReadings(of writer: KilledWriter) -> [String] {
    let all = records.filter { $0.text("type") == "message" }.compactMap { $0.number("number") }
    let places = Dictionary(zip(all, all.indices), uniquingKeysWith: { $1 })
    var read = 0
    var handled = 0
    for reading in writer.readings {
      guard let first = reading.numbers.first, let start = places[first] else {
        if reading.numbers.isEmpty { continue }
        return ["\(writer.name)'s cursor showed #\(reading.numbers[0]), which is no message"]
      }
      let end = start + reading.numbers.count
      if Array(all[start..<min(end, all.count)]) != reading.numbers {
        return ["\(writer.name)'s cursor left out something after #\(first)"]
      }
      if start > read { return ["\(writer.name)'s cursor left out what is before #\(first)"] }
      if start < handled { return ["\(writer.name)'s cursor showed #\(first) again"] }
      read = max(read, end)
      if reading.isWhole { handled = end }
    }
    return []
  }

  private func judgePlaces(of writer: KilledWriter) throws -> [String] {
    var violations: [String] = []
    let name = writer.name
    let account = try world.read(["whoami"], as: name, mayBeTorn: true).first
    let profile = [account?.text("email"), account?.text("imageURL")].compactMap { $0 }
    violations += ledger.judge(writer.profilePlace, holds: profile.joined(separator: " "))

    let friends = try world.read(["friends"], as: name, mayBeTorn: true).compactMap {
      $0.text("username")
    }
    violations += ledger.judge(
      writer.friendPlace, holds: friends.contains("alice") ? "friend" : "none")

    let tokens = try world.read(["token", "list"], as: name, mayBeTorn: true).compactMap {
      $0.text("token")
    }
    for token in writer.tokens {
      violations += ledger.judge(
        writer.tokenPlace(token), holds: tokens.contains(token) ? "there" : "none")
    }
    if Set(tokens).count != tokens.count { violations.append("\(name) has a token twice") }

    let cursors = try world.read(["cursor", "list", "ops"], as: name, mayBeTorn: true)
    let place = cursors.first { $0.text("cursor") == "place" }?.number("number")
    violations += ledger.judge(writer.cursorPlace, holds: place.map { "\($0)" } ?? "none")

    let chats = try world.read(["chat", "list"], as: name, mayBeTorn: true)
    let own = chats.first { $0.text("chatID") == writer.desk }
    violations += ledger.judge(writer.deskPlace, holds: own?.text("chat"))
    let isMember = own?.texts("participants")?.contains("alice") == true
    violations += ledger.judge(writer.memberPlace, holds: isMember ? "member" : "none")
    let rooms = try world.rooms(of: name, in: chats)
    violations += ledger.judge(writer.chats, found: rooms)
    violations += try RawLog(of: writer.desk, in: world).violations.map { "chat of \(name): \($0)" }
    return violations
  }
}

extension World {
  /// The names of the chats that a killed writer made, in the order in which they were made.
  fileprivate func rooms(of writer: String, in chats: [JSONRecord]) throws -> [String] {
    chats.compactMap { chat in
      chat.text("chat").flatMap { name in
        name.hasPrefix("room \(writer) ")
          ? (name, Int(name.split(separator: " ").last ?? "") ?? 0) : nil
      }
    }.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
