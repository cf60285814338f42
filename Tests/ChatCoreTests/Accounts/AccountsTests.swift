import Foundation
import Testing

@testable import ChatCore

@Suite struct AccountsTests {
  private let store: TestStore

  init() throws { store = try TestStore() }

  @Test(arguments: [("Alice", "aLICE"), ("né", "ne\u{301}"), ("straße", "STRASSE")])
  func `a username is taken in any case and spelling`(name: String, other: String) throws {
    let first = try store.signUp(name)
    #expect(throws: ChatError.usernameTaken(first.account.username)) { try store.signUp(other) }
    #expect(try store.store.account(named: other) == first.account)
    #expect(try FileManager.default.contentsOfDirectory(atPath: store.layout.users).count == 1)
  }

  @Test func `an e-mail address is taken in any case, and found by`() throws {
    let alice = try store.signUp("alice", email: "Alice@Example.org")
    #expect(throws: ChatError.emailTaken("alice@EXAMPLE.org")) {
      try store.signUp("bob", email: "alice@EXAMPLE.org")
    }
    #expect(
      try store.store.account(email: EmailAddress("alice@example.ORG"))?.id == alice.account.id)
    #expect(try store.store.account(named: "bob") == nil)
    try store.signUp("bob", email: "bob@example.org")
  }

  @Test func `an account comes back as it was made`() throws {
    let alice = try store.signUp("Alice", email: "a@b.c")
    let account = try #require(try store.store.account(named: "alice"))
    #expect(account == alice.account)
    #expect(account.username == "Alice")
    #expect(account.email == "a@b.c")
    #expect(account.friends.isEmpty)
    #expect(account.created == .noon)
    #expect(try store.store.requireAccount(named: "ALICE") == account)
    #expect(throws: ChatError.noAccount("bob")) { try store.store.requireAccount(named: "bob") }
  }

  /// What may stand in a registry of names after a crash.
  enum Hint: CaseIterable { case noSuchAccount, anotherName, noID, nothing }

  @Test(arguments: Hint.allCases)
  func `a hint that no profile confirms is ignored, and cleared by the next signup if refuted`(
    hint: Hint
  ) throws {
    let bob = try store.signUp("bob", email: "bob@example.org")
    let ids =
      switch hint {
      case .noSuchAccount: [String(repeating: "0", count: 20)]
      case .anotherName: [bob.account.id.text]
      case .noID: ["../../bob", ""]
      case .nothing: [] as [String]
      }
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.set(ids, in: transaction.store.usernames, as: "alice")
      try transaction.set(ids, in: transaction.store.emails, as: "alice@example.org")
    }
    let email = try EmailAddress("alice@example.org")
    #expect(try store.store.account(named: "alice") == nil)
    #expect(try store.store.account(email: email) == nil)
    let alice = try store.signUp("alice", email: "alice@example.org")
    // What holds an account that is not to be seen may be away for a while.
    let expected = (hint == .noSuchAccount ? ids : []) + [alice.account.id.text]
    #expect(try store.store.usernames.ids(of: "alice") == expected)
    #expect(try store.store.emails.ids(of: "alice@example.org") == expected)
    #expect(try store.store.account(email: email) == alice.account)
  }

  @Test func `names that a crash kept an account from taking are free`() throws {
    let alice = try store.signUp("alice")
    let bob = try store.signUp("bob")
    let (name, email) = (try Username("carol"), try EmailAddress("carol@example.org"))
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.claim(name, for: alice.account.id)
      try transaction.claim(email, for: alice.account.id)
    }
    let renamed = try store.store.transaction { transaction throws(ChatError) in
      try transaction.changeProfile([.username(name), .email(email)], of: bob)
    }
    #expect(try store.store.account(named: "carol") == renamed)
    #expect(try store.store.account(email: email) == renamed)
    #expect(try store.store.account(named: "alice") == alice.account)
  }

  @Test func `what a crash left of an account that was being made is cleared`() throws {
    let draft = store.layout.newUser
    try FileManager.default.createDirectory(
      atPath: "\(draft.chats)/x", withIntermediateDirectories: true)
    try put(Array("{".utf8), into: draft.secrets)
    let alice = try store.signUp("alice")
    #expect(try store.store.account(named: "alice") == alice.account)
    #expect(!FileManager.default.fileExists(atPath: draft.root))
    let user = store.layout.user(alice.account.id)
    #expect(try FileManager.default.contentsOfDirectory(atPath: user.chats).isEmpty)
  }
}
