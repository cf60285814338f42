import ChatSystem
import Testing

@testable import ChatCore

@Suite struct MessageFeedTests {
  private let store: TestStore
  private let alice: Identity
  private let chat: Chat

  init() throws {
    store = try TestStore()
    alice = try store.signUp("alice")
    chat = try store.makeChat("r", by: alice)
  }

  @Test(
    arguments: [
      (0, []), (1, ["c"]), (2, ["b", "c"]), (3, ["a", "b", "c"]), (9, ["a", "b", "c"]),
    ] as [(Int, [String])])
  func `it begins with the last messages and goes on with what comes`(
    count: Int, first: [String]
  ) throws {
    try store.send("a", "b", "c", to: chat, as: alice)
    var feed = try store.follow(chat, from: .last(count), as: alice)
    let begun = try feed.bodies()
    #expect(begun == first)
    try store.send("d", to: chat, as: alice)
    let new = try feed.bodies()
    #expect(new == ["d"])
    let nothing = try feed.bodies()
    #expect(nothing == [])
  }

  @Test func `it begins at a date`() throws {
    for body in ["a", "b", "c"] {
      try store.send(body, to: chat, as: alice)
      store.clock.now = store.clock.now + 1000
    }
    var feed = try store.follow(chat, from: .since(.noon + 1000), as: alice)
    let begun = try feed.bodies()
    #expect(begun == ["b", "c"])
  }

  @Test func `it begins at a date also where a clock was far ahead`() throws {
    let day: Int64 = 86_400_000
    store.clock.now = .noon + 3 * day
    try store.send("F", to: chat, as: alice)
    for seconds in 1...3 as ClosedRange<Int64> {
      store.clock.now = .noon + seconds * 1000
      try store.send("\(seconds)", to: chat, as: alice)
    }
    var feed = try store.follow(chat, from: .since(.noon + 2000), as: alice)
    let begun = try feed.bodies()
    #expect(begun == ["F", "2", "3"])
  }

  @Test func `an empty chat is followed from its first message on`() throws {
    var feed = try store.follow(chat, from: .last(10), as: alice)
    var bodies = try feed.bodies()
    try store.send("a", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["a"])
  }

  @Test(arguments: [1, 2, 4, 5, 9])
  func `several chats are merged by date, and the last are the last of all`(count: Int) throws {
    let other = try store.makeChat("s", by: alice)
    var sent: [String] = []
    for (index, chat) in [chat, other, other, chat, other].enumerated() {
      store.clock.now = .noon + Int64(index)
      try store.send("\(index)", to: chat, as: alice)
      sent.append("\(index)")
    }
    var feed = try store.follow(chat, other, from: .last(count), as: alice)
    let begun = try feed.bodies()
    #expect(begun == sent.suffix(count))
    // Both are new at the same look.
    for (index, chat) in [other, chat].enumerated() {
      store.clock.now = .noon + 10 + Int64(index)
      try store.send("new \(index)", to: chat, as: alice)
    }
    let new = try feed.bodies()
    #expect(new == ["new 0", "new 1"])
  }

  @Test(arguments: [1, 2, 9])
  func `of several chats nothing older comes than the first message`(count: Int) throws {
    // Each begins with events: made, and joined.
    let bob = try store.signUp("bob")
    let names = ["quiet", "busy", "old"]
    let others = try names.map { name in
      store.clock.now = store.clock.now + 1000
      let chat = try store.makeChat(name, by: alice)
      try store.join(chat, as: bob)
      return chat
    }
    for body in ["a", "b"] {
      store.clock.now = store.clock.now + 1000
      try store.send(body, to: others[1], as: alice)
    }
    store.clock.now = store.clock.now + 1000
    try store.join(chat, as: bob)
    var feed = try MessageFeed(
      of: [chat] + others, from: .last(count), .untilNow, in: store.store, as: alice)
    let entries = try feed.next()
    let expected: [String?] = [["a", "b"].suffix(count), [nil]].flatMap { $0 }
    #expect(entries.map(\.entry.message?.body) == expected)
  }

  @Test func `of one chat all comes, also what happened before its first message`() throws {
    let bob = try store.signUp("bob")
    try store.join(chat, as: bob)
    store.clock.now = store.clock.now + 1000
    try store.send("a", to: chat, as: alice)
    var feed = try MessageFeed(
      of: [chat], from: .last(9), .untilNow, in: store.store, as: alice)
    let entries = try feed.next()
    #expect(entries.count == 2 && entries[0].entry.message == nil)
  }

  @Test func `more messages than a page come in order, each once`() throws {
    let texts = try (1...600).map { try MessageText(Array("\($0)".utf8)) }
    var feed = try store.follow(chat, as: alice)
    _ = try store.store.send(texts.map { NewMessage($0) }, to: chat, as: alice)
    let bodies = try feed.bodies()
    #expect(bodies == texts.map(\.text))
  }

  @Test func `the log's next segments are followed`() throws {
    var log = store.store.log(of: chat)
    log.segmentSize = 300
    var feed = try store.follow(chat, as: alice)
    var bodies: [String] = []
    for number in 1...20 {
      try store.store.withLock(of: chat) { lock throws(ChatError) in
        var writer = try LogWriter.open(log, under: lock)
        _ = try writer.append([.text("\(number)")], by: alice.author, now: .noon)
      }
      if number % 3 == 0 { bodies += try feed.bodies() }
    }
    bodies += try feed.bodies()
    #expect(try log.segments().count > 4)
    #expect(bodies == (1...20).map(String.init))
  }

  @Test(arguments: [.last(2), .since(.noon)] as [FeedStart])
  func `what is there when it begins may be all that is asked for`(start: FeedStart) throws {
    try store.send("a", "b", to: chat, as: alice)
    var feed = try MessageFeed(of: [chat], from: start, .untilNow, in: store.store, as: alice)
    try store.send("c", to: chat, as: alice)
    let bodies = try feed.bodies()
    #expect(bodies == ["a", "b"])
    let nothing = try feed.bodies()
    #expect(nothing == [])
  }

  @Test func `it tells when there is news, and only then`() throws {
    var feed = try store.follow(chat, as: alice)
    _ = try feed.bodies()
    let (patience, watched) = (feed.patience, feed.descriptor)
    #expect(patience == .seconds(30))
    let descriptor = try #require(watched)
    let isReadable = {
      try waitForEvents([PollRequest(descriptor, wantsInput: true)], timeout: .zero)[0].isReadable
    }
    #expect(try !isReadable())
    try store.send("a", to: chat, as: alice)
    #expect(try isReadable())
    _ = try feed.bodies()
    #expect(try !isReadable())
  }

  @Test func `damage is passed over and told of once`() throws {
    try store.send("a", to: chat, as: alice)
    var feed = try store.follow(chat, from: .last(5), as: alice)
    _ = try feed.bodies()
    let path = store.store.log(of: chat).path(of: 1)
    try put(contents(of: path) + Array("torn\n".utf8), into: path)
    _ = try feed.bodies()
    // Who begins only now sees the same.
    var late = try store.follow(chat, from: .last(5), as: alice)
    try store.send("b", to: chat, as: alice)
    let bodies = try feed.bodies()
    let all = try late.bodies()
    #expect(bodies == ["b"])
    #expect(all == ["a", "b"])
    let told = [feed.takeDamage(), late.takeDamage(), feed.takeDamage()]
    #expect(told == [LogDamage(lines: 1), LogDamage(lines: 1), LogDamage()])
  }

  @Test func `an unfinished line is waited for`() throws {
    try store.send("a", "b", to: chat, as: alice)
    let path = store.store.log(of: chat).path(of: 1)
    let whole = try contents(of: path)
    try put(whole.dropLast(20), into: path)
    var feed = try store.follow(chat, from: .last(5), as: alice)
    let first = try feed.bodies()
    try put(whole, into: path)
    let second = try feed.bodies()
    #expect([first, second] == [["a"], ["b"]])
    let damage = feed.takeDamage()
    #expect(damage == LogDamage())
  }
}
