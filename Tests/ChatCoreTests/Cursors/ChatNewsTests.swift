import Testing

@testable import ChatCore

@Suite struct ChatNewsTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let chat: Chat

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    // Public, so that bob posts without joining, and messages have the numbers from 1 on.
    chat = try store.makeChat("p", by: alice)
  }

  private func news() throws -> ChatNews { try store.store.news(in: chat, for: alice.account) }

  /// Marks as read up to a message.
  private func mark(_ number: Int64) throws {
    let record = try #require(try store.store.log(of: chat).record(number))
    try store.store.moveCursor(
      Cursor.readMark, of: alice, in: chat, to: .init(number: number, date: record.date),
      backwards: true)
  }

  @Test func `an empty chat has nothing new`() throws {
    #expect(try news().unread == 0)
    #expect(try news().last == nil)
  }

  @Test func `own and deleted messages are not unread, mentions are counted as texts are now`()
    throws
  {
    try store.send("1", "hi @alice", "3 @alice", "4", to: chat, as: bob)
    try store.send("5 @alice", to: chat, as: alice)
    _ = try store.store.delete(3, in: chat, as: bob)
    _ = try store.store.edit(4, to: MessageText(Array("@ALICE!".utf8)), in: chat, as: bob)
    let found = try news()
    #expect(found.unread == 3)
    #expect(found.mentions == 2)
    #expect(found.isExact)
    #expect(found.lastUnread?.body == "@ALICE!")
    #expect(found.last?.body == "5 @alice")
  }

  @Test func `what was read is not unread, and nothing before one joined is`() throws {
    try store.send("1", "2", "3", to: chat, as: bob)
    try mark(2)
    #expect(try news().lastUnread?.body == "3")
    #expect(try news().unread == 1)
    try mark(3)
    #expect(try news().unread == 0)
    #expect(try news().last?.body == "3")
    store.clock.now = .noon + 1000
    let carol = try store.signUp("carol")
    store.clock.now = .noon + 2000
    let joined = try store.join(chat, as: carol)
    #expect(try store.store.news(in: joined, for: carol.account).unread == 0)
    try store.send("4", to: chat, as: bob)
    #expect(try store.store.news(in: joined, for: carol.account).unread == 1)
  }

  @Test func `far back messages are counted without being read`() throws {
    let lines = ChatNews.lines
    let texts = try (0..<2 * lines).map { _ in try MessageText(Array("@alice".utf8)) }
    _ = try store.store.send(texts.map { NewMessage($0) }, to: chat, as: bob)
    try damage(lines / 2)
    var found = try news()
    #expect(
      (found.unread, found.mentions, found.isExact) == (Int64(2 * lines), Int64(lines), false))
    try mark(10)
    found = try news()
    #expect(
      (found.unread, found.mentions, found.isExact) == (Int64(2 * lines - 10), Int64(lines), false))
    #expect(found.damage == LogDamage())
    try mark(Int64(lines))
    found = try news()
    #expect((found.unread, found.mentions, found.isExact) == (Int64(lines), Int64(lines), true))
  }

  @Test func `a log that was put back from a backup is read on after the last older record`() throws
  {
    let log = store.store.log(of: chat)
    try store.send("1", "2", to: chat, as: bob)
    let backup = try contents(of: log.path(of: 1))
    store.clock.now = .noon + 1000
    try store.send("3", "4", "5", to: chat, as: bob)
    try mark(5)
    try put(backup, into: log.path(of: 1))
    #expect(try news().unread == 0)
    store.clock.now = .noon + 2000
    try store.send("other 3", to: chat, as: bob)
    #expect(try news().lastUnread?.body == "other 3")
    #expect(try news().unread == 1)
    let start = try store.store.unreadStart(in: chat, for: alice.account)
    #expect(try start.countBefore(in: log) == 2)
    for newestFirst in [false, true] {
      var query = HistoryQuery(newestFirst: newestFirst)
      query.unread = start
      var bodies: [String] = []
      _ = try store.store.readHistory(of: chat, query) { bodies += [$0.message?.body ?? ""] }
      #expect(bodies == ["other 3"])
    }
  }

  @Test func `chats come with the latest message first`() throws {
    for (seconds, name) in [(1, "a"), (2, "b"), (3, "c")] as [(Int64, String)] {
      store.clock.now = .noon + 1000 * seconds
      try store.makeChat(name, by: alice)
    }
    store.clock.now = .noon + 9000
    try store.send("x", to: chat, as: bob)
    let all = try store.store.news(for: alice, passingOver: Store.stopping)
    #expect(all.map(\.chat.name) == ["p", "c", "b", "a"])
  }

  /// Spoils the line of a message.
  private func damage(_ number: Int) throws {
    let path = store.store.log(of: chat).path(of: 1)
    var lines = try contents(of: path).split(
      separator: lineBreak, omittingEmptySubsequences: false)
    lines[number - 1] = lines[number - 1].map { _ in UInt8(ascii: "x") }[...]
    try put(Array(lines.joined(separator: [lineBreak])), into: path)
  }
}
