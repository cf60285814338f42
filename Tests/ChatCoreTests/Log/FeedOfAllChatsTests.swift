import Foundation
import Testing

@testable import ChatCore

@Suite struct FeedOfAllChatsTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    try store.makeFriends(alice, bob)
  }

  @Test func `chats that someone is made a participant of are followed from then on`() throws {
    var feed = try store.follow(as: bob, followsAll: true)
    var bodies = try feed.bodies()
    let chat = try store.makeChat("r", by: alice, with: bob)
    bodies += try feed.bodies()
    try store.send("a", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["a"])
  }

  @Test func `chats that someone joins are followed from then on`() throws {
    let chat = try store.makeChat("p", by: alice)
    try store.send("before", to: chat, as: alice)
    var feed = try store.follow(as: bob, followsAll: true)
    var bodies = try feed.bodies()
    store.clock.now = .noon + 1
    try store.join(chat, as: bob)
    bodies += try feed.bodies()
    try store.send("after", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["after"])
  }

  @Test func `who follows some chats is not given others`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    var feed = try store.follow(chat, as: bob)
    let other = try store.makeChat("s", by: alice, with: bob)
    try store.send("a", to: other, as: alice)
    try store.send("b", to: chat, as: alice)
    let bodies = try feed.bodies()
    #expect(bodies == ["b"])
  }

  @Test(arguments: ["chat.json", "messages/00000000000000000001.jsonl"])
  func `a chat that could not be read for a moment is tried again`(part: String) throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    let other = try store.makeChat("s", by: alice, with: bob)
    var feed = try store.follow(chat, other, as: bob, followsAll: true)
    _ = try feed.bodies()
    try store.send("a", to: chat, as: alice)
    let path = "\(store.layout.chat(chat.id).root)/\(part)"
    let right = try contents(of: path)
    // A document that is replaced is looked at; what cannot be read of a log is no file.
    try FileManager.default.moveItem(atPath: path, toPath: "\(path)~")
    if part == "chat.json" {
      try put([], into: path)
    } else {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    var bodies = try feed.bodies()
    #expect(bodies == [])
    let told = feed.takeNotices()
    #expect(!told.isEmpty)
    // As a rule nothing tells of it but the time.
    if part == "chat.json" {
      try put(right, into: path)
    } else {
      try FileManager.default.removeItem(atPath: path)
      try FileManager.default.moveItem(atPath: "\(path)~", toPath: path)
    }
    #expect(feed.patience <= .seconds(1))
    store.clock.letPass(1)
    bodies = try feed.bodies()
    #expect(bodies == ["a"])
    let nothing = feed.takeNotices()
    #expect(nothing.isEmpty)
    try store.send("b", to: other, as: alice)
    bodies = try feed.bodies()
    #expect(bodies == ["b"])
    #expect(feed.patience > .seconds(1))
  }

  @Test func `a chat that could not be read at first is followed later`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    try store.send("a", to: chat, as: alice)
    let path = store.store.log(of: chat).path(of: 1)
    try FileManager.default.moveItem(atPath: path, toPath: "\(path)~")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    var feed = try store.follow(chat, from: .last(1), as: bob, followsAll: true)
    var bodies = try feed.bodies()
    #expect(bodies == [])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: "\(path)~", toPath: path)
    store.clock.letPass(1)
    bodies = try feed.bodies()
    #expect(bodies == ["a"])
    try store.send("b", to: chat, as: alice)
    bodies = try feed.bodies()
    #expect(bodies == ["b"])
  }

  @Test func `a chat that ends is told of, and the others are followed on`() throws {
    let gone = try store.makeChat("gone", by: alice, with: bob)
    let left = try store.makeChat("left", by: alice, with: bob)
    let kept = try store.makeChat("kept", by: alice, with: bob)
    var feed = try store.follow(gone, left, kept, as: bob, followsAll: true)
    _ = try feed.bodies()
    try FileManager.default.removeItem(atPath: store.layout.chat(gone.id).root)
    try store.removeParticipant(bob, from: left)
    try store.send("a", to: left, as: alice)
    try store.send("b", to: kept, as: alice)
    let bodies = try feed.bodies()
    #expect(bodies == ["b"])
    var notices = feed.takeNotices()
    #expect(notices == [.ended(.notParticipant("left"))])
    // It may be back in a moment, for which the others do not wait.
    #expect(feed.patience < .seconds(1))
    var nothingYet = try feed.bodies()
    #expect(nothingYet.isEmpty)
    store.clock.letPass(1)
    nothingYet = try feed.bodies()
    #expect(nothingYet.isEmpty)
    notices = feed.takeNotices()
    #expect(notices == [.ended(.chatGone("gone"))])
    try store.send("c", to: kept, as: alice)
    let more = try feed.bodies()
    #expect(more == ["c"])
    let nothing = feed.takeNotices()
    #expect(nothing.isEmpty)
  }

  @Test func `a look between the hint of a new chat and the chat itself misses nothing`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    let root = store.layout.chat(chat.id).root
    let hidden = "\(store.store.path)/hidden"
    try FileManager.default.moveItem(atPath: root, toPath: hidden)
    var feed = try store.follow(as: bob, followsAll: true)
    var bodies = try feed.bodies()
    try FileManager.default.moveItem(atPath: hidden, toPath: root)
    bodies += try feed.bodies()
    try store.send("a", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["a"])
  }

  @Test func `a look between the hint of a chat to join and its document misses nothing`() throws {
    let chat = try store.makeChat("p", by: alice)
    let path = store.layout.chat(chat.id).document
    let before = try contents(of: path)
    var feed = try store.follow(as: bob, followsAll: true)
    var bodies = try feed.bodies()
    try store.join(chat, as: bob)
    let after = try contents(of: path)
    try Data(before).write(to: URL(filePath: path), options: .atomic)
    bodies += try feed.bodies()
    try Data(after).write(to: URL(filePath: path), options: .atomic)
    bodies += try feed.bodies()
    try store.send("a", to: chat, as: alice)
    bodies += try feed.bodies()
    #expect(bodies == ["a"])
  }
}
