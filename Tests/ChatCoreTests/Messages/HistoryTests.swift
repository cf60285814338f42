import ChatSystem
import Testing

@testable import ChatCore

@Suite struct HistoryTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let chat: Chat

  /// Ten messages, a second apart, in turn by alice and bob: `0` to `9`.
  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    chat = try store.makeChat("p", by: alice)
    for number in 0..<10 {
      store.clock.now = .noon + Int64(number) * 1000
      try store.send("\(number)", to: chat, as: number.isMultiple(of: 2) ? alice : bob)
    }
  }

  @Test(
    arguments: [
      (HistoryQuery(), "0123456789"), (HistoryQuery(newestFirst: true), "9876543210"),
      (HistoryQuery(limit: 3), "789"), (HistoryQuery(limit: 3, newestFirst: true), "987"),
      (HistoryQuery(limit: 0), ""), (HistoryQuery(limit: 99), "0123456789"),
      (HistoryQuery(since: .noon + 7000), "789"), (HistoryQuery(since: .noon + 7001), "89"),
      (HistoryQuery(until: .noon + 2000), "01"), (HistoryQuery(until: .noon + 2001), "012"),
      (HistoryQuery(since: .noon + 3000, until: .noon + 6000), "345"),
      (HistoryQuery(since: .noon + 3000, until: .noon + 6000, limit: 2), "45"),
      (HistoryQuery(since: .noon + 3000, limit: 9, newestFirst: true), "9876543"),
      (HistoryQuery(since: .noon + 99000), ""), (HistoryQuery(until: .noon), ""),
    ] as [(HistoryQuery, String)])
  func `a query gives the messages it asks for, in its order`(
    query: HistoryQuery, expected: String
  ) throws {
    #expect(try bodies(query) == expected)
    var own = query
    own.filter.author = MessageAuthor(user: bob.account.id)
    guard query.limit == nil else { return }
    #expect(try bodies(own) == expected.filter { "13579".contains($0) })
  }

  @Test func `a limit counts what is asked for, not what is passed over`() throws {
    #expect(
      try bodies(
        HistoryQuery(filter: MessageFilter(author: MessageAuthor(user: alice.account.id)), limit: 2)
      ) == "68")
  }

  @Test func `a date that a wrong clock set is not what messages are asked for by`() throws {
    let day: Int64 = 86_400_000
    store.clock.now = .noon + 3 * day
    try store.send("F", to: chat, as: alice)
    store.clock.now = .noon + 20_000
    try store.send("x", to: chat, as: alice)
    try store.send("y", to: chat, as: alice)
    // The log has them three days later.
    #expect(try bodies(HistoryQuery(until: .noon + day)) == "0123456789xy")
    #expect(try bodies(HistoryQuery(since: .noon + 2 * day)) == "F")
    #expect(try bodies(HistoryQuery(since: .noon + 2 * day, limit: 5)) == "F")
    #expect(try bodies(HistoryQuery(since: .noon + 20_000, limit: 3)) == "Fxy")
  }

  @Test func `a text is found in every way alike, whatever became of the messages`() throws {
    for number in 0..<600 {
      try store.send("\(number)x\(number % 7)y", to: chat, as: alice)
    }
    let first = Int64(11)
    for number in stride(from: 0, to: 600, by: 45) {
      _ = try store.store.edit(
        first + Int64(number), to: MessageText(Array("edited x3y \(number)".utf8)), in: chat,
        as: alice)
    }
    _ = try store.store.edit(first + 3, to: MessageText(Array("not now".utf8)), in: chat, as: alice)
    _ = try store.store.delete(first + 10, in: chat, as: alice)
    var all: [String] = []
    _ = try store.store.readHistory(of: chat, HistoryQuery()) { entry in
      if let body = entry.message?.body, body.contains("x3y") { all.append(body) }
    }
    #expect(all.count > 80)
    for text in ["x3y", "x[3]y"] {
      let filter = MessageFilter(pattern: try MessagePattern(text))
      for (query, expected) in [
        (HistoryQuery(filter: filter), all),
        (HistoryQuery(filter: filter, newestFirst: true), all.reversed()),
        (HistoryQuery(filter: filter, limit: 9), all.suffix(9)),
        (HistoryQuery(filter: filter, limit: 9, newestFirst: true), all.suffix(9).reversed()),
      ] as [(HistoryQuery, [String])] {
        var found: [String] = []
        var bytes = 0
        let damage = try store.store.readHistory(of: chat, query, progress: { bytes += $0 }) {
          found.append($0.message?.body ?? "")
        }
        #expect(found == expected)
        #expect(damage == LogDamage())
        #expect(bytes > 0 || query.limit != nil)
      }
    }
  }

  @Test(arguments: [HistoryQuery(), HistoryQuery(newestFirst: true), HistoryQuery(limit: 1)])
  func `a search that is no longer wanted ends, also while it finds nothing`(
    query: HistoryQuery
  ) throws {
    for number in 0..<600 { try store.send("\(number)", to: chat, as: alice) }
    var query = query
    query.until = .noon
    var asked = 0
    #expect(throws: ChatError.outputFailed(.brokenPipe)) {
      _ = try store.store.readHistory(
        of: chat, query,
        whileWanted: { () throws(ChatError) in
          asked += 1
          if asked == 2 { throw .outputFailed(.brokenPipe) }
        }
      ) { _ in }
    }
    #expect(asked == 2)
  }

  private func bodies(_ query: HistoryQuery) throws -> String {
    var bodies = ""
    let damage = try store.store.readHistory(of: chat, query) { bodies += $0.message?.body ?? "" }
    #expect(damage == LogDamage())
    return bodies
  }
}
