import Foundation
import Testing

@testable import ChatCore

/// What changes of a chat leave in the store.
@Suite struct MembershipTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let chat: Chat

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    try store.makeFriends(alice, bob)
    chat = try store.makeChat("old", by: alice)
    try store.join(chat, as: bob)
  }

  private func hints(_ name: String) throws -> [[String]] {
    let lists = [alice, bob].map { store.store.chats(of: $0.account.id) }
    return try (lists + [store.store.publicChatNames]).map { try $0.ids(of: name) }
  }

  @Test func `a name that is given up leads nowhere`() throws {
    let name = try ChatName("New")
    try store.store.transaction { transaction throws(ChatError) in
      _ = try transaction.rename(chat, to: name, as: alice)
    }
    #expect(try hints("old") == [[], [], []])
    #expect(try hints("new") == [[chat.id.text], [chat.id.text], [chat.id.text]])
    try store.store.transaction { transaction throws(ChatError) in
      _ = try transaction.leave(chat, as: bob)
    }
    #expect(try hints("new") == [[chat.id.text], [], [chat.id.text]])
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.delete(chat, as: alice)
    }
    #expect(try hints("new") == [[], [], []])
  }

  @Test func `what a crash left of a deleted chat is removed with the next`() throws {
    let gone = store.layout.goneChat.root
    try FileManager.default.createDirectory(atPath: gone, withIntermediateDirectories: false)
    try put([1], into: "\(gone)/chat.json")
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.delete(chat, as: alice)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.layout.chats).isEmpty)
  }

  @Test func `a log that cannot be written to is found before anything is changed`() throws {
    let segments = store.layout.chat(chat.id).messages
    try FileManager.default.removeItem(atPath: segments)
    let before = try contents(of: store.layout.chat(chat.id).document)
    #expect(throws: ChatError.self) {
      try store.store.transaction { transaction throws(ChatError) in
        _ = try transaction.remove([bob.account], from: chat, as: alice)
      }
    }
    #expect(try contents(of: store.layout.chat(chat.id).document) == before)
  }

  @Test func `who ended their session changes nothing`() throws {
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.endSession(of: alice)
    }
    let ended = ChatError.sessionEnded(username: "alice")
    #expect(throws: ended) {
      try store.store.transaction { transaction throws(ChatError) in
        _ = try transaction.leave(chat, as: alice)
      }
    }
    #expect(throws: ended) {
      try store.store.transaction { transaction throws(ChatError) in
        try transaction.delete(chat, as: alice)
      }
    }
  }

  @Test func `a chat of the first stores is read`() throws {
    let user = alice.account.id.text
    let text = """
      {"created":"2026-11-30T12:00:00.000Z","id":"\(chat.id.text)","name":"x","owner":"\(user)",
      "participants":[{"joined":"2026-11-30T12:00:00.000Z","user":"\(user)"}],"public":false}
      """
    try put(Array(text.utf8), into: store.layout.chat(chat.id).document)
    let read = try #require(try store.store.chat(chat.id))
    #expect(read.banned.isEmpty && !read.isDirect && read.owner == alice.account.id)
  }
}
