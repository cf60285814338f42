import ChatSystem
import Foundation
import Testing

@testable import ChatCore

@Suite struct SendingTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let chat: Chat

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    try store.makeFriends(alice, bob)
    chat = try store.makeChat("r", by: alice, with: bob)
  }

  @Test func `many who send at once lose nothing and share no number`() throws {
    let (senders, each) = (8, 25)
    DispatchQueue.concurrentPerform(iterations: senders) { sender in
      for number in 0..<each {
        store.clock.now = .noon + Int64((sender * 397 + number * 811) % 2001 - 1000)
        #expect(throws: Never.self) { try store.send("\(sender).\(number)", to: chat, as: alice) }
      }
    }
    let log = store.store.log(of: chat)
    var reader = try log.reader(at: log.start())
    var records: [LogRecord] = []
    while let record = try reader.nextRecord() { records.append(record) }
    let all = (1...Int64(senders * each)).map(\.self)
    #expect(records.map(\.seq) == all)
    #expect(records.map(\.count) == all)
    #expect(records.map(\.date) == records.map(\.date).sorted())
    for sender in 0..<senders {
      let own = records.compactMap(\.body).filter { $0.hasPrefix("\(sender).") }
      #expect(own == (0..<each).map { "\(sender).\($0)" })
    }
  }

  @Test func `a chat whose lock is held is busy, and the holder is named`() throws {
    let holder = LockHolder(pid: currentProcessID(), host: hostName(), command: "test")
    let path = store.layout.chat(chat.id).lock
    let lock = try FileLock.acquire(path, timeout: .zero)
    try lock.writeNote(LockNote(holder: holder, segment: 1).bytes)
    let hurried = try Store(
      at: store.layout.root, for: Client(command: "test", lockTimeout: .zero) { .noon })
    #expect(throws: ChatError.busy(path: path, holder: holder, waited: .zero)) {
      try hurried.send([NewMessage("x")], to: chat, as: alice)
    }
    #expect(try store.bodies(of: chat).isEmpty)
    // Another chat is not concerned.
    let other = try store.makeChat("s", by: alice, with: bob)
    try store.send("x", to: other, as: alice)
  }

  @Test func `the store is locked while it is changed`() throws {
    let path = store.layout.lock
    let isFree = try store.store.transaction { _ throws(ChatError) in
      (try? FileLock.acquire(path, timeout: .zero)) != nil
    }
    #expect(!isFree)
    try store.signUp("carol")
  }

  @Test(arguments: [
    "", "damage\n", "1 host send\n00000000000000000009.jsonl\n", "\0\0\0\0\0\0\0\0",
  ])
  func `what stands in a lock file does not matter`(note: String) throws {
    try store.send("one", to: chat, as: alice)
    try put(Array(note.utf8), into: store.layout.chat(chat.id).lock)
    try put(Array(note.utf8), into: store.layout.lock)
    try store.send("two", to: chat, as: alice)
    try store.makeFriends(bob, alice)
    #expect(try store.bodies(of: chat) == ["one", "two"])
  }

  @Test func `a lock file says who has it and which segment is last`() throws {
    try store.send("one", to: chat, as: alice)
    let note = try contents(of: store.layout.chat(chat.id).lock)
    let holder = LockHolder(pid: currentProcessID(), host: hostName(), command: "test")
    #expect(LockNote(note) == LockNote(holder: holder, segment: 1))
    #expect(note.last == lineBreak)
  }

  @Test func `a chat that is gone, or never was, is told of`() throws {
    try FileManager.default.removeItem(atPath: store.layout.chat(chat.id).root)
    #expect(throws: ChatError.chatGone("r")) { try store.send("x", to: chat, as: alice) }
  }

  @Test func `the right to send is looked at again when it is sent`() throws {
    let carol = try store.signUp("carol")
    #expect(throws: ChatError.notParticipant("r")) { try store.send("x", to: chat, as: carol) }
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.endSession(of: bob)
    }
    #expect(throws: ChatError.sessionEnded(username: "bob")) {
      try store.send("x", to: chat, as: bob)
    }
    #expect(try store.bodies(of: chat).isEmpty)
  }
}
