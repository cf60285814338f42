import ChatSystem
import Foundation
import Testing

@testable import ChatCore

/// Messages that were edited and deleted, as readers in any direction and followers see them.
@Suite struct ChangingTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let chat: Chat

  /// `one` and `three` by alice, `two` by bob.
  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    chat = try store.makeChat("p", by: alice)
    for (body, author) in [("one", alice), ("two", bob), ("three", alice)] {
      store.clock.now = store.clock.now + 1000
      try store.send(body, to: chat, as: author)
    }
  }

  @Test func `every reader shows the latest text, once`() throws {
    store.clock.now = .noon + 10_000
    try edit(1, "uno", as: alice)
    try edit(2, "dos", as: bob)
    try edit(1, "ein", as: alice)
    for query in queries {
      let messages = try messages(query)
      #expect(messages.map(\.body).sorted() == ["dos", "ein", "three"])
      #expect(messages.first { $0.number == 1 }?.edited == .noon + 10_000)
      #expect(messages.first { $0.number == 3 }?.edited == nil)
    }
    #expect(try followed(.last(3)) == ["ein", "dos", "three"])
    #expect(try followed(.last(1)) == ["three"])
    #expect(try followed(.since(.noon)) == ["ein", "dos", "three"])
    // Those who begin later are told of a change of what they do not see.
    #expect(try followed(.since(.noon + 3000)) == ["three", "#1: uno", "#2: dos", "#1: ein"])
  }

  @Test func `what was begun under an earlier username is told under the present one`() throws {
    let last = try #require(try store.store.lastEntry(in: chat)).number
    let username = try Username("alicia")
    _ = try store.store.transaction { [alice] transaction throws(ChatError) in
      try transaction.changeProfile([.username(username)], of: alice)
    }
    try store.send("four", to: chat, as: alice)
    try edit(1, "uno", as: alice)
    try delete(3, as: alice)
    let name = try ChatName("q")
    _ = try store.store.transaction { [chat, alice] transaction throws(ChatError) in
      try transaction.rename(chat, to: name, as: alice)
    }
    var names: [String] = []
    for number in (last + 1)...(last + 4) {
      names.append(try #require(try store.store.log(of: chat).record(number)).name)
    }
    #expect(names == Array(repeating: "alicia", count: 4))
  }

  @Test func `a follower is told of changes that come`() throws {
    var feed = try MessageFeed(of: [chat], from: .last(1), .onwards, in: store.store, as: bob)
    #expect(try told(&feed) == ["three"])
    try edit(1, "uno", as: alice)
    try delete(2, as: bob)
    try store.send("four", to: chat, as: alice)
    #expect(try told(&feed) == ["#1: uno", "#2 deleted", "four"])
  }

  @Test func `a follower gives each message as it is when it is given`() throws {
    var feed = try store.follow(chat, from: .last(0), as: bob)
    for number in [4, 5, 6, 8] as [Int64] {
      try store.send("first", to: chat, as: bob)
      if number > 5 { try edit(number, "second", as: bob) }
      let bodies = try feed.bodies()
      #expect(bodies == [number > 5 ? "second" : "first"])
    }
  }

  @Test func `a follower is not given what is left of a text that was deleted since`() throws {
    var feed = try MessageFeed(of: [chat], from: .last(0), .onwards, in: store.store, as: bob)
    #expect(try told(&feed) == [])
    try edit(1, "uno", as: alice)
    try delete(1, as: alice)
    #expect(try told(&feed) == ["#1: ", "#1 deleted"])
  }

  @Test func `what was deleted is gone from the disk, earlier texts included`() throws {
    try edit(2, "second \"text\" \\ with é", as: bob)
    try edit(2, "third text", as: bob)
    let segments = try contents(of: path).split(separator: lineBreak)
    try delete(2, as: bob)
    let lines = try contents(of: path).split(separator: lineBreak)
    #expect(lines.count == segments.count + 1)
    for (before, after) in zip(segments, lines) {
      #expect(before.count == after.count)
      let isOfMessage = before != segments[0] && before != segments[2]
      #expect((before == after) == !isOfMessage)
      guard case .record(let old) = LogLine(Array(before)),
        case .record(let new) = LogLine(Array(after))
      else {
        Issue.record("no record: \(after)")
        continue
      }
      var erased = old
      if isOfMessage { erased.body = new.body }
      #expect(erased == new)
      #expect(!isOfMessage || new.body?.allSatisfy { $0 == " " } == true)
    }
    let log = String(decoding: try contents(of: path), as: UTF8.self)
    for text in ["two", "second", "third"] { #expect(!log.contains(text)) }
    for query in queries {
      let messages = try messages(query)
      #expect(messages.map(\.body).sorted() == ["", "one", "three"])
      #expect(messages.first { $0.number == 2 }?.isDeleted == true)
    }
  }

  @Test func `a deletion that a crash left half done is finished by the next`() throws {
    let before = try contents(of: path)
    try delete(2, as: bob)
    let record = try contents(of: path).dropFirst(before.count)
    try put(before + record, into: path)
    #expect(try messages(HistoryQuery()).map(\.body) == ["one", "", "three"])
    let again = try store.store.delete(2, in: chat, as: bob)
    #expect(again == nil)
    #expect(try contents(of: path).count == before.count + record.count)
    #expect(!String(decoding: try contents(of: path), as: UTF8.self).contains("two"))
  }

  @Test func `a text that was erased up to any byte is erased by the next deletion`() throws {
    try edit(2, "é\"\\ \u{1} 界x", as: bob)
    let before = try contents(of: path)
    try delete(2, as: bob)
    let erased = try contents(of: path)
    for end in before.indices where before[end] != erased[end] {
      var torn = before[..<end] + erased[end...]
      try put(Array(torn), into: path)
      #expect(try store.store.delete(2, in: chat, as: bob) == nil)
      #expect(try contents(of: path).filter { $0 == UInt8(ascii: "x") }.isEmpty)
      torn = erased[..<end] + before[end...] + erased[before.endIndex...]
      try put(Array(torn), into: path)
      #expect(try store.store.delete(2, in: chat, as: bob) == nil)
      #expect(!String(decoding: try contents(of: path), as: UTF8.self).contains("x"))
      #expect(try messages(HistoryQuery()).map(\.body).contains("three"))
    }
  }

  @Test func `each piece of an erasing leaves a record`() throws {
    let text = String(repeating: "界\"\u{1}é\\x", count: 2000)
    try store.send(text, to: chat, as: bob)
    let before = try contents(of: path)
    let start = before.dropLast().lastIndex(of: lineBreak).map { $0 + 1 } ?? 0
    var line = Array(before[start...].dropLast())
    let body = try #require(LogLine.bodyRange(in: line, isTorn: false))
    let pieces = LogLine.pieces(of: body, in: line, at: Int64(start))
    #expect(pieces.count > 5)
    #expect(pieces.first?.lowerBound == body.lowerBound)
    #expect(pieces.last?.upperBound == body.upperBound)
    for (piece, next) in zip(pieces, pieces.dropFirst()) {
      #expect(piece.upperBound == next.lowerBound)
    }
    for piece in pieces {
      for index in piece { line[index] = UInt8(ascii: " ") }
      guard case .record = LogLine(line) else {
        Issue.record("no record after \(piece)")
        return
      }
    }
  }

  @Test(arguments: [5, 40, 120, 400]) func `an edit that was torn leaves nothing after a deletion`(
    cut: Int
  ) throws {
    let before = try contents(of: path)
    try edit(2, "SECRET " + String(repeating: "S", count: 500), as: bob)
    let line = try contents(of: path).dropFirst(before.count)
    let bodyStart =
      try #require(line.firstRange(of: Array("SECRET".utf8))).lowerBound - before.count
    try put(before + line.prefix(bodyStart + cut), into: path)
    try delete(2, as: bob)
    #expect(!String(decoding: try contents(of: path), as: UTF8.self).contains("S"))
    #expect(try messages(HistoryQuery()).map(\.body) == ["one", "", "three"])
  }

  @Test func `an edit that lacks its line break only leaves nothing after a deletion`() throws {
    try edit(2, "SECRET", as: bob)
    try put(Array(contents(of: path).dropLast()), into: path)
    try delete(2, as: bob)
    #expect(!String(decoding: try contents(of: path), as: UTF8.self).contains("SECRET"))
  }

  @Test func `where the index is damaged, that is told, and deleting reads the log`() throws {
    try edit(2, "SECRET", as: bob)
    let index = store.store.edits(of: chat).path(of: 1)
    try put(Array("damage\n".utf8), into: index)
    #expect(try store.store.readHistory(of: chat, HistoryQuery()) { _ in }.lines == 1)
    try delete(2, as: bob)
    let log = String(decoding: try contents(of: path), as: UTF8.self)
    #expect(!log.contains("SECRET") && !log.contains("two"))
  }

  @Test func `a follower is told once where the index is damaged`() throws {
    try edit(1, "uno", as: alice)
    let index = store.store.edits(of: chat).path(of: 1)
    try put(contents(of: index) + Array("damage\n".utf8), into: index)
    let chat = try store.store.shown(chat, to: bob.account)
    for start in [FeedStart.last(3), .since(.noon)] {
      var feed = try MessageFeed(of: [chat], from: start, .onwards, in: store.store, as: bob)
      _ = try told(&feed)
      try edit(3, "x\(start)", as: alice)
      _ = try told(&feed)
      // A message further back than any before.
      try edit(1, "y\(start)", as: alice)
      _ = try told(&feed)
      #expect(feed.takeNotices() == [.damage(LogDamage(lines: 1), chat: "alice/p")])
    }
  }

  @Test func `a follower goes on when the index is gone`() throws {
    var feed = try MessageFeed(of: [chat], from: .last(1), .onwards, in: store.store, as: bob)
    #expect(try told(&feed) == ["three"])
    try edit(3, "tres", as: alice)
    #expect(try told(&feed) == ["#3: tres"])
    try FileManager.default.removeItem(atPath: store.store.edits(of: chat).directory)
    try store.send("four", to: chat, as: alice)
    #expect(try told(&feed) == ["four"])
    try edit(1, "uno", as: alice)
    #expect(try told(&feed) == ["#1: uno"])
    #expect(feed.takeNotices() == [])
  }

  @Test(arguments: [true, false]) func `where the index is lost, deleting reads the log`(
    isGone: Bool
  ) throws {
    try edit(2, "SECRET", as: bob)
    let index = store.store.edits(of: chat)
    if isGone {
      try FileManager.default.removeItem(atPath: index.directory)
    } else {
      // There again, and without the edit: the repeated deletion finds it.
      try put([], into: index.path(of: 1))
      try delete(2, as: bob)
    }
    try delete(2, as: bob)
    let log = String(decoding: try contents(of: path), as: UTF8.self)
    #expect(!log.contains("SECRET") && !log.contains("two"))
  }

  @Test func `a chat without an index is read, and gets one`() throws {
    let index = store.store.edits(of: chat).directory
    try FileManager.default.removeItem(atPath: index)
    for query in queries { #expect(try messages(query).count == 3) }
    try edit(2, "dos", as: bob)
    #expect(try messages(HistoryQuery()).map(\.body) == ["one", "dos", "three"])
    #expect(try mode(of: index) == 0o700)
  }

  @Test func `a hint in the index that no record confirms changes nothing`() throws {
    let before = try contents(of: path)
    try edit(1, "uno", as: alice)
    try put(before, into: path)
    #expect(try messages(HistoryQuery()).map(\.body) == ["one", "two", "three"])
    // The number is given again, to another record.
    try edit(2, "dos", as: bob)
    #expect(try messages(HistoryQuery()).map(\.body) == ["one", "dos", "three"])
    for query in queries { #expect(try messages(query).count == 3) }
  }

  @Test func `nobody edits what is not theirs, and only the owner deletes it`() throws {
    func notYours(_ number: Int64, _ username: String) -> ChatError {
      .notYourMessage(number, chat: "p", byline: username)
    }
    #expect(throws: notYours(1, "bob")) { try edit(1, "x", as: bob) }
    #expect(throws: notYours(2, "alice")) { try edit(2, "x", as: alice) }
    #expect(throws: notYours(1, "bob")) { try delete(1, as: bob) }
    for number in [0, 4, 99] as [Int64] {
      #expect(throws: ChatError.noMessage(number, chat: "p")) { try edit(number, "x", as: bob) }
      #expect(throws: ChatError.noMessage(number, chat: "p")) { try delete(number, as: bob) }
    }
    #expect(try messages(HistoryQuery()).map(\.body) == ["one", "two", "three"])
    try delete(2, as: alice)
    #expect(throws: ChatError.messageDeleted(2, chat: "p")) { try edit(2, "x", as: bob) }
  }

  @Test func `an answer names its message, by number and date`() throws {
    let text = try MessageText(Array("yes".utf8))
    _ = try store.store.send([NewMessage(text, replyTo: 2)], to: chat, as: alice)
    let answer = try #require(try messages(HistoryQuery()).last)
    #expect(answer.reply == .init(number: 2, date: .noon + 2000))
    #expect(try answered(by: answer)?.body == "two")
    try delete(2, as: bob)
    #expect(try answered(by: answer)?.isDeleted == true)
    #expect(throws: ChatError.messageDeleted(2, chat: "p")) {
      try store.store.send([NewMessage(text, replyTo: 2)], to: chat, as: alice)
    }
    #expect(throws: ChatError.noMessage(9, chat: "p")) {
      try store.store.send([NewMessage(text, replyTo: 9)], to: chat, as: alice)
    }
  }

  @Test func `changes count as no messages`() throws {
    try edit(1, "uno", as: alice)
    try delete(2, as: bob)
    let sent = try store.send("four", to: chat, as: alice).sent
    #expect(sent.map(\.number) == [6])
    let record = try store.store.log(of: chat).record(6)
    #expect(record?.count == 4)
  }

  private var path: String { store.store.log(of: chat).path(of: 1) }

  private let queries = [
    HistoryQuery(), HistoryQuery(limit: 3), HistoryQuery(newestFirst: true),
    HistoryQuery(since: .noon), HistoryQuery(limit: 3, newestFirst: true),
  ]

  private func edit(_ number: Int64, _ body: String, as identity: Identity) throws {
    let text = try MessageText(Array(body.utf8))
    _ = try store.store.edit(number, to: text, in: chat, as: identity)
  }

  private func delete(_ number: Int64, as identity: Identity) throws {
    _ = try store.store.delete(number, in: chat, as: identity)
  }

  private func messages(_ query: HistoryQuery) throws -> [Message] {
    var messages: [Message] = []
    _ = try store.store.readHistory(of: chat, query) { entry in
      if let message = entry.message { messages.append(message) }
    }
    return messages
  }

  private func answered(by message: Message) throws -> Message? {
    var answered = AnsweredMessages(in: chat, of: store.store)
    return try answered.message(answeredBy: message)
  }

  private func followed(_ start: FeedStart) throws -> [String] {
    var feed = try MessageFeed(of: [chat], from: start, .untilNow, in: store.store, as: bob)
    return try told(&feed)
  }

  private func told(_ feed: inout MessageFeed) throws -> [String] {
    var told: [String] = []
    while case let page = try feed.next(), !page.isEmpty {
      for item in page {
        switch item.entry {
        case .message(let message): told.append(message.body)
        case .update(let update):
          switch update.kind {
          case .edit(let target, let body): told.append("#\(target.number): \(body)")
          case .deletion(let target): told.append("#\(target.number) deleted")
          case .event(let event): told.append(event.name)
          }
        }
      }
    }
    return told
  }
}
