import Foundation
import Testing

@testable import ChatCore

@Suite struct ChatsTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let carol: Identity

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    carol = try store.signUp("carol")
    try store.makeFriends(alice, bob, carol)
  }

  @Test func `a chat is of its owner and the friends it was made with, each once`() throws {
    let chat = try store.makeChat("team", by: alice, with: carol, bob, carol)
    #expect(try store.store.chat(chat.id) == chat)
    #expect(chat.owner == alice.account.id)
    #expect(chat.participants.map(\.user) == [alice, carol, bob].map(\.account.id))
    #expect(chat.participants.allSatisfy { $0.joined == .noon })
    for identity in [alice, bob, carol] {
      #expect(try store.store.chats(of: identity) == [chat])
    }
    #expect(try store.store.publicChats(for: alice).isEmpty)
  }

  @Test func `a private chat needs participants, who are friends of its owner`() throws {
    #expect(throws: ChatError.noParticipants) { try create("r", by: alice, isPublic: false) }
    #expect(throws: ChatError.notFriends("alice")) { try store.makeChat("r", by: bob, with: alice) }
    #expect(try store.store.chats(of: bob).isEmpty)
  }

  @Test func `guests make and join none`() throws {
    let guest = try store.signUpGuest("casual")
    #expect(throws: ChatError.guestsMayNot("create chats")) { try store.makeChat("r", by: guest) }
    let chat = try store.makeChat("p", by: alice)
    #expect(throws: ChatError.guestsMayNot("join chats")) { try store.join(chat, as: guest) }
    try store.send("hello", to: chat, as: guest)
  }

  @Test func `an owner has one chat of a name, in any case; others may have theirs`() throws {
    try store.makeChat("Team", by: alice, with: bob)
    #expect(throws: ChatError.chatExists("tEAM")) { try store.makeChat("tEAM", by: alice) }
    try store.makeChat("team", by: bob)
    #expect(try Set(store.store.chats(of: bob).map(\.name)) == ["Team", "team"])
  }

  @Test func `chats are listed by name`() throws {
    for name in ["b", "C", "a"] { try store.makeChat(name, by: alice) }
    #expect(try store.store.chats(of: alice).map(\.name) == ["a", "b", "C"])
    #expect(try store.store.publicChats(for: alice).map(\.name) == ["a", "b", "C"])
  }

  @Test func `joining a public chat twice changes nothing`() throws {
    let chat = try store.makeChat("p", by: alice)
    store.clock.now = .noon + 1000
    let joined = try store.join(chat, as: bob)
    #expect(joined.participants.last == .init(user: bob.account.id, joined: .noon + 1000))
    let path = store.layout.chat(chat.id).document
    let before = try contents(of: path)
    store.clock.now = .noon + 2000
    #expect(try store.join(chat, as: bob) == joined)
    #expect(try contents(of: path) == before)
    #expect(try store.store.chats(of: bob) == [joined])
  }

  @Test func `who joins is added to those who joined since the chat was read`() throws {
    let chat = try store.makeChat("p", by: alice)
    try store.join(chat, as: bob)
    let all = try store.join(chat, as: carol)
    #expect(all.participants.map(\.user) == [alice, bob, carol].map(\.account.id))
  }

  @Test func `a private chat cannot be joined, nor one that is gone`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    #expect(throws: ChatError.notParticipant("r")) { try store.join(chat, as: carol) }
    let other = try store.makeChat("p", by: alice)
    try FileManager.default.removeItem(atPath: store.layout.chat(other.id).root)
    #expect(throws: ChatError.chatGone("p")) { try store.join(other, as: carol) }
  }

  @Test func `who ended their session makes and joins no chat`() throws {
    let chat = try store.makeChat("p", by: alice)
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.endSession(of: bob)
    }
    let ended = ChatError.sessionEnded(username: "bob")
    #expect(throws: ended) { try store.makeChat("q", by: bob) }
    #expect(throws: ended) { try store.join(chat, as: bob) }
  }

  @Test func `a hint that no chat confirms is ignored`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    let ids = [String(repeating: "0", count: 20), "../x", chat.id.text]
    try store.store.transaction { transaction throws(ChatError) in
      let registry = transaction.store.chats(of: carol.account.id)
      for name in ["r", "other"] { try transaction.set(ids, in: registry, as: name) }
      try transaction.set(ids, in: transaction.store.publicChatNames, as: "r")
      // Of its own, but by another name.
      try transaction.set(
        ids, in: transaction.store.chats(of: bob.account.id), as: "other")
    }
    #expect(try store.store.chats(of: carol).isEmpty)
    #expect(try store.store.publicChats(for: alice).isEmpty)
    for (name, identity) in [("other", bob), ("r", carol)] {
      #expect(throws: ChatError.noChat(name, alternatives: [])) {
        try store.store.chat(name, for: identity)
      }
    }
    #expect(try store.store.chats(of: bob) == [chat])
  }

  @Test func `hints that no chat confirms are cleared by the next of that name`() throws {
    let stale = String(repeating: "0", count: 20)
    let lists = [alice, bob].map { store.store.chats(of: $0.account.id) }
    let registries = lists + [store.store.publicChatNames]
    try store.store.transaction { transaction throws(ChatError) in
      for registry in registries { try transaction.set([stale], in: registry, as: "p") }
    }
    let chat = try store.makeChat("p", by: alice)
    try store.join(chat, as: bob)
    for registry in registries { #expect(try registry.ids(of: "p") == [chat.id.text]) }
  }

  @Test func `what a crash left of a chat that was being made is cleared`() throws {
    let draft = store.layout.newChat
    try FileManager.default.createDirectory(
      atPath: draft.messages, withIntermediateDirectories: true)
    try put(Array("{}\n".utf8), into: "\(draft.messages)/00000000000000000009.jsonl")
    let chat = try store.makeChat("r", by: alice, with: bob)
    #expect(!FileManager.default.fileExists(atPath: draft.root))
    #expect(try store.store.log(of: chat).segments() == [1])
    #expect(try store.send("x", to: chat, as: alice).sent.map(\.number) == [1])
  }

  private func create(_ name: String, by owner: Identity, isPublic: Bool) throws {
    let name = try ChatName(name)
    try store.store.transaction { transaction throws(ChatError) in
      _ = try transaction.createChat(name, by: owner, with: [], isPublic: isPublic)
    }
  }
}
