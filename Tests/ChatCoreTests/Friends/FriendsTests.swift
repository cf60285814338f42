import Foundation
import Testing

@testable import ChatCore

@Suite struct FriendsTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
  }

  @Test func `friends are listed in the order in which they were added`() throws {
    let names = ["zoe", "carl", "mia"]
    for name in names { try store.makeFriends(alice, store.signUp(name)) }
    #expect(try friends(of: alice) == names)
    #expect(try friends(of: bob) == [])
  }

  @Test func `adding a friend twice changes nothing`() throws {
    #expect(try add(bob, for: alice))
    let before = try contents(of: store.layout.user(alice.account.id).profile)
    #expect(try !add(bob, for: alice))
    #expect(try contents(of: store.layout.user(alice.account.id).profile) == before)
    // Nor does it make one the friend of the other.
    #expect(try friends(of: bob) == [])
  }

  @Test func `nobody is their own friend`() throws {
    #expect(throws: ChatError.ownFriend) { try add(alice, for: alice) }
  }

  @Test func `guests neither have friends nor are any`() throws {
    let guest = try store.signUpGuest("casual")
    #expect(throws: ChatError.guestsMayNot("have friends")) { try add(alice, for: guest) }
    #expect(throws: ChatError.guestsMayNot("have friends")) { try remove(alice, for: guest) }
    #expect(throws: ChatError.isGuest("~casual", cannot: "be friends")) {
      try add(guest, for: alice)
    }
  }

  @Test func `who ended their session adds nobody`() throws {
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.endSession(of: alice)
    }
    #expect(throws: ChatError.sessionEnded(username: "alice")) { try add(bob, for: alice) }
    #expect(throws: ChatError.sessionEnded(username: "alice")) { try remove(bob, for: alice) }
  }

  @Test func `a friend who is removed is none any more`() throws {
    let carol = try store.signUp("carol")
    try store.makeFriends(alice, bob, carol)
    try remove(bob, for: alice)
    #expect(try friends(of: alice) == ["carol"])
    #expect(throws: ChatError.noFriend("bob")) { try remove(bob, for: alice) }
  }

  @Test func `an account whose files are gone since it was looked up is missing`() throws {
    let files = store.layout.user(bob.account.id)
    try FileManager.default.removeItem(atPath: files.root)
    #expect(throws: ChatError.missing(files.profile)) { try add(bob, for: alice) }
  }

  @Test func `a friend whose account is gone is said`() throws {
    let carol = try store.signUp("carol")
    try store.makeFriends(alice, bob, carol)
    let files = store.layout.user(bob.account.id).root
    try FileManager.default.removeItem(atPath: files)
    #expect(throws: ChatError.missing(files)) { try friends(of: alice) }
  }

  private func add(_ friend: Identity, for identity: Identity) throws -> Bool {
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.addFriend(friend.account, for: identity)
    }
  }

  private func remove(_ friend: Identity, for identity: Identity) throws {
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.removeFriend(friend.account, for: identity)
    }
  }

  /// As the store has them now.
  private func friends(of identity: Identity) throws -> [String] {
    let account = try #require(try store.store.account(identity.account.id))
    return try store.store.friends(of: account).map(\.username)
  }
}
