import Foundation
import Testing

@testable import ChatCore

/// Following ends with a word when it may no longer go on.
@Suite struct FeedEndTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let chat: Chat

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    try store.makeFriends(alice, bob)
    chat = try store.makeChat("r", by: alice, with: bob)
  }

  @Test func `a session that is ended`() throws {
    try expectEnd(.sessionEnded(username: "bob")) {
      try store.store.transaction { transaction throws(ChatError) in
        try transaction.endSession(of: bob)
      }
    }
  }

  @Test func `another session of the same account that is ended changes nothing`() throws {
    let other = Identity(account: bob.account, sessionDigest: "other")
    var feed = try store.follow(chat, as: bob)
    _ = try feed.bodies()
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.endSession(of: other)
    }
    try store.send("a", to: chat, as: alice)
    let bodies = try feed.bodies()
    #expect(bodies == ["a"])
  }

  @Test func `an account that is gone`() throws {
    try expectEnd(.accountGone(username: "bob")) {
      try FileManager.default.removeItem(atPath: store.layout.user(bob.account.id).root)
    }
  }

  @Test func `a participant who was removed`() throws {
    try expectEnd(.notParticipant("r")) {
      try store.removeParticipant(bob, from: chat)
    }
  }

  @Test func `a chat that was removed`() throws {
    try expectEnd(.chatGone("r")) {
      let root = store.layout.chat(chat.id).root
      try FileManager.default.moveItem(atPath: root, toPath: "\(root)-gone")
      try FileManager.default.removeItem(atPath: "\(root)-gone")
    }
  }

  private func expectEnd(
    _ error: ChatError, sourceLocation: SourceLocation = #_sourceLocation,
    _ cause: () throws -> Void
  ) throws {
    var feed = try store.follow(chat, as: bob)
    _ = try feed.bodies()
    try cause()
    #expect(throws: error, sourceLocation: sourceLocation) { try feed.bodies() }
  }
}
