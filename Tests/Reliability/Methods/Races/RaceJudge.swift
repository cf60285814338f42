import Foundation
import TestTools

/// Looks at a store after a race.
struct RaceJudge {
  private let scene: RaceScene
  private var world: World { scene.world }
  private var ledger: Ledger { scene.ledger }
  /// What `export` tells of the chats that stay, by name.
  private let records: [String: [JSONRecord]]

  init(_ scene: RaceScene) throws {
    self.scene = scene
    records = try Dictionary(
      uniqueKeysWithValues: ["ops", "hall"].map { chat in
        (chat, try scene.world.read(["export", chat], as: RaceScene.owner))
      })
  }

  /// What is wrong with the chats that stay.
  func judgeChats() -> [String] {
    records.flatMap { chat, records in
      judgeMessages(in: chat, records) + judgeChanges(in: chat, records)
    } + judgeMembers() + RemovalRush.trespasses(in: records["ops"] ?? [])
  }

  /// Whether each message that was acknowledged is there once and in order.
  private func judgeMessages(in chat: String, _ records: [JSONRecord]) -> [String] {
    let texts = Dictionary(
      scene.messages.use { $0.filter { $0.chat == chat } }.map { ($0.number, $0.text) },
      uniquingKeysWith: { one, other in "\(one) and \(other)" })
    var found: [Int: [String]] = [:]
    for record in records where record.text("type") == "message" {
      let erased = record.number("number").flatMap { texts[$0] }
      let text = record.text("body") ?? erased ?? "nothing"
      let racer = Int(text.dropFirst().prefix { $0 != "." }) ?? -1
      found[racer, default: []].append(text)
    }
    let racers = Set(found.keys).union(
      texts.values.compactMap { Int($0.dropFirst().prefix { $0 != "." }) })
    return racers.flatMap { racer in
      ledger.judge(RaceScene.series(of: racer, in: chat), found: found[racer] ?? [])
    }
  }

  /// Whether messages have the last texts that they were given, or none.
  private func judgeChanges(in chat: String, _ records: [JSONRecord]) -> [String] {
    var texts: [Int: String] = [:]
    var deleted: Set<Int> = []
    for record in records {
      guard let number = record.number("target") ?? record.number("number") else { continue }
      if let body = record.text("body") { texts[number] = body }
      if record.text("type") == "deletion" { deleted.insert(number) }
    }
    return scene.messages.use { $0.filter { $0.chat == chat } }.flatMap { message in
      let isDeleted = deleted.contains(message.number)
      let text = isDeleted ? [] : ledger.judge(message.textPlace, holds: texts[message.number])
      return text + ledger.judge(message.deletionPlace, holds: isDeleted ? "deleted" : "there")
    }
  }

  private func judgeMembers() -> [String] {
    let participants = records["ops"]?.first?.texts("participants") ?? []
    return RaceScene.comers.flatMap { comer in
      ledger.judge(
        RaceScene.memberPlace(comer), holds: participants.contains(comer) ? "member" : "none")
    }
  }

  /// Whether the chats that were made, renamed and deleted are as their owners were told.
  func judgeRooms() throws -> [String] {
    var violations: [String] = []
    var names: [String: String] = [:]
    for account in RaceScene.accounts {
      let chats = try world.read(["chat", "list"], as: account)
      let own = chats.filter { $0.text("owner") == account }
      for chat in own { names[chat.text("chatID") ?? ""] = chat.text("chat") }
      let titles = own.compactMap { $0.text("chat") }
      if Set(titles).count != titles.count { violations.append("\(account) owns a name twice") }
    }
    for room in scene.rooms.use({ $0 }) {
      let name = names[room.id]
      violations += ledger.judge(room.place, holds: name == nil ? "gone" : "there")
      if let name { violations += ledger.judge(room.namePlace, holds: name) }
    }
    return violations
  }

  /// Whether accounts are as their racers were told, and no two have one name.
  func judgeAccounts(_ racers: [Racer]) throws -> [String] {
    var violations: [String] = []
    for (name, owners) in scene.usernames.use({ $0 }) where owners.count > 1 {
      violations.append("the username \(name) was given to \(owners.sorted())")
    }
    var ids: Set<String> = []
    for racer in racers {
      let account = try world.read(["whoami"], as: racer.own).first
      if account?.text("username") != racer.own { violations.append("\(racer.own) is gone") }
      if let id = account?.text("userID"), !ids.insert(id).inserted {
        violations.append("\(racer.own) is the account of two")
      }
      let friends = try world.read(["friends"], as: racer.own).compactMap { $0.text("username") }
      for (friend, isFriend) in racer.friends where friends.contains(friend) != isFriend {
        violations.append("\(friend) as a friend of \(racer.own) should be \(isFriend)")
      }
      let tokens = try world.read(["token", "list"], as: racer.own).compactMap { $0.text("token") }
      for (token, isThere) in racer.tokens where tokens.contains(token) != isThere {
        violations.append("\(token) of \(racer.own) should be there: \(isThere)")
      }
    }
    return violations
  }

  /// Whether unread counts are what the log and the read mark tell.
  func judgeUnread() throws -> [String] {
    let hall = records["hall"] ?? []
    let deleted = Set(
      hall.filter { $0.text("type") == "deletion" }.compactMap { $0.number("target") })
    var violations: [String] = []
    for account in RaceScene.accounts where !RaceScene.comers.contains(account) {
      let cursors = try world.read(["cursor", "list", "r0/hall"], as: account)
      let mark = cursors.first { $0.text("cursor") == "read" }?.number("number") ?? 0
      let expected = hall.filter { record in
        guard record.text("type") == "message", let number = record.number("number") else {
          return false
        }
        return number > mark && record.text("username") != account && !deleted.contains(number)
      }.count
      let chats = try world.read(["chat", "list"], as: account)
      let found = chats.first { $0.text("chatID") == hall.first?.text("chatID") }?.number("unread")
      if found != expected {
        violations.append("\(account) has \(found ?? -1) unread in hall, should be \(expected)")
      }
    }
    return violations
  }

  /// What is wrong with any log, and whether everyone can read all that is theirs.
  func judgeLogs() throws -> [String] {
    let chats = world.store.appending(path: "chats")
    var violations: [String] = []
    for id in try FileManager.default.contentsOfDirectory(atPath: chats.path)
    where !id.hasPrefix(".") {
      let log = try RawLog(of: id, in: world)
      violations += log.violations.map { "chat \(id): \($0)" }
      violations += log.torn.map { "chat \(id): a line is no record: \($0.prefix(200))" }
    }
    for account in RaceScene.accounts { _ = try world.read(["export", "--all"], as: account) }
    return violations
  }

  /// Whether a follower has seen all messages once and in order; it follows from their beginning,
  /// until it sees the end of one of its chats. Of the others it may have seen less.
  func judge(_ follower: Follower) throws -> [String] {
    let outcome = try follower.finish()
    guard outcome.code == 0 else {
      return ["\(follower.name): \(outcome.code): \(outcome.errors.suffix(300))"]
    }
    var violations: [String] = []
    let seen = try JSONRecord.all(in: outcome.output)
    for (chat, records) in records {
      let id = records.first?.text("chatID")
      let told = seen.filter { $0.text("chatID") == id }
      let isWhole = told.contains { $0.text("body") == RaceScene.end }
      let numbers = told.compactMap { $0.number("number") }
      if zip(numbers, numbers.dropFirst()).contains(where: { $0 >= $1 }) {
        violations.append("\(follower.name): \(chat) is out of order")
      }
      let messages = Set(
        told.filter { $0.text("type") == "message" }.compactMap { $0.number("number") })
      for record in records where isWhole && record.text("type") == "message" {
        guard let number = record.number("number"), !messages.contains(number) else { continue }
        violations.append("\(follower.name) missed #\(number) of \(chat)")
      }
    }
    return violations
  }
}
