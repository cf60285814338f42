import ChatSystem
import Foundation
import Testing

@testable import ChatCore

@Suite struct CursorTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let chat: Chat

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    chat = try store.makeChat("p", by: alice)
  }

  /// Sends messages, a second apart.
  private func send(_ count: Int) throws -> [MessageReference] {
    try (0..<count).map { _ in
      store.clock.now = store.clock.now + 1000
      let sent = try #require(try store.send("x", to: chat, as: bob).sent.first)
      return MessageReference(number: sent.number, date: sent.date)
    }
  }

  private func place(_ name: String = "bot") throws -> MessageReference? {
    try store.store.cursor(name, of: alice.account.id, in: chat)?.place
  }

  private func move(_ name: String = "bot", to place: MessageReference) throws {
    try store.store.moveCursor(name, of: alice, in: chat, to: place)
  }

  @Test func `a cursor goes on, and back only where that is asked for`() throws {
    let sent = try send(3)
    #expect(try place() == nil)
    try move(to: sent[1])
    #expect(try place() == sent[1])
    try move(to: sent[0])
    #expect(try place() == sent[1])
    try move(to: sent[2])
    try store.store.moveCursor("bot", of: alice, in: chat, to: sent[0], backwards: true)
    #expect(try place() == sent[0])
  }

  @Test func `each account has cursors of its own, and a name names one`() throws {
    let sent = try send(2)
    try move("bot", to: sent[1])
    try move("../../x", to: sent[0])
    #expect(try place("bot") == sent[1])
    #expect(try place("../../x") == sent[0])
    #expect(try place("Bot") == nil)
    #expect(try store.store.cursor("bot", of: bob.account.id, in: chat) == nil)
  }

  @Test func `it counts messages alone`() throws {
    let sent = try send(2)
    _ = try store.store.edit(1, to: MessageText(Array("y".utf8)), in: chat, as: bob)
    let last = try #require(try send(1).last)
    #expect(last.number == 4)
    try move(to: sent[1])
    #expect(try store.store.cursor("bot", of: alice.account.id, in: chat)?.count == 2)
    try move(to: last)
    #expect(try store.store.cursor("bot", of: alice.account.id, in: chat)?.count == 3)
  }

  @Test(arguments: [0, 1, 3]) func `it stands at what is no message, too`(before: Int) throws {
    _ = try send(before)
    store.clock.now = store.clock.now + 1000
    try store.join(chat, as: bob)
    try store.join(chat, as: try store.signUp("carol"))
    let last = try #require(try store.store.lastEntry(in: chat))
    #expect(last.number == Int64(before + 2))
    _ = try send(2)
    try move(to: last)
    #expect(try place() == last)
    #expect(try store.store.cursor("bot", of: alice.account.id, in: chat)?.count == Int64(before))
  }

  @Test func `a chat without a directory of cursors gets one`() throws {
    let directory = store.layout.chat(chat.id).cursors
    #expect(try FileStatus(of: directory).kind == .directory)
    try FileManager.default.removeItem(atPath: directory)
    let sent = try send(1)
    #expect(try place() == nil)
    try move(to: sent[0])
    #expect(try place() == sent[0])
  }

  @Test func `a message that is not there moves nothing`() throws {
    let sent = try send(1)
    for place in [
      MessageReference(number: 2, date: sent[0].date),
      MessageReference(number: 1, date: sent[0].date + 1),
    ] {
      #expect(throws: ChatError.noMessage(place.number, chat: "p")) { try move(to: place) }
    }
    #expect(try place() == nil)
  }

  @Test func `who has no rights in the chat moves nothing`() throws {
    let other = try store.signUp("carol")
    try store.makeFriends(alice, bob)
    let closed = try store.makeChat("q", by: alice, with: bob)
    try store.send("x", to: closed, as: bob)
    #expect(throws: ChatError.notParticipant("q")) {
      try store.store.moveCursor(
        "bot", of: other, in: closed, to: .init(number: 1, date: store.clock.now))
    }
  }

  @Test func `another cursor's file and a damaged one are refused by name`() throws {
    let sent = try send(1)
    try move(to: sent[0])
    let directory = store.layout.chat(chat.id).cursors
    let name = try #require(try Directory.names(in: directory).first)
    try FileManager.default.moveItem(
      atPath: "\(directory)/\(name)",
      toPath: "\(directory)/\(name.replacing(alice.account.id.text, with: bob.account.id.text))")
    #expect(throws: ChatError.self) {
      try store.store.cursor("bot", of: bob.account.id, in: chat)
    }
    try put(Array("{".utf8), into: "\(directory)/\(name)")
    #expect(throws: ChatError.self) { try move(to: sent[0]) }
    #expect(try contents(of: "\(directory)/\(name)") == Array("{".utf8))
  }
}
