import Testing

@testable import ChatCore

@Suite struct AuthenticationTests {
  private let store: TestStore
  private let password: Password
  private let alice: Identity

  init() throws {
    store = try TestStore()
    password = try Password(Array("correct horse".utf8))
    alice = try store.signUp("alice", email: "alice@example.org", password: password)
  }

  @Test(arguments: ["alice", "ALICE", "alice@example.org", "Alice@Example.Org"])
  func `a password is accepted with the username or the e-mail address`(name: String) throws {
    let proof = try store.store.authenticate(name, password: password)
    #expect(proof.account == alice.account)
    let entry = try newEntry
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.begin(entry, with: proof)
    }
    #expect(try store.store.identity(of: entry).account == alice.account)
  }

  @Test(arguments: ["alice", "alice@example.org"])
  func `a wrong password is refused`(name: String) throws {
    let wrong = try Password(Array("wrong horse".utf8))
    #expect(throws: ChatError.wrongPassword) {
      try store.store.authenticate(name, password: wrong)
    }
  }

  @Test(arguments: ["bob", "bob@example.org", "@", "a@b@c", "", "alice@"])
  func `an unknown name is refused as a wrong password is`(name: String) throws {
    #expect(throws: ChatError.wrongPassword) {
      try store.store.authenticate(name, password: password)
    }
  }

  @Test func `an account without a password is not logged in with any`() throws {
    try store.signUp("bob")
    #expect(throws: ChatError.wrongPassword) {
      try store.store.authenticate("bob", password: password)
    }
  }

  @Test func `a password that was changed since it was proved begins no session`() throws {
    let proof = try store.store.authenticate("alice", password: password)
    var secrets = try #require(try store.store.secrets(of: alice.account))
    secrets.password = try store.store.hash(Password(Array("new".utf8)))
    try write(secrets)
    let entry = try newEntry
    #expect(throws: ChatError.wrongPassword) {
      try store.store.transaction { transaction throws(ChatError) in
        try transaction.begin(entry, with: proof)
      }
    }
  }

  @Test func `a hash that is none is damage`() throws {
    var secrets = try #require(try store.store.secrets(of: alice.account))
    secrets.password = "x"
    try write(secrets)
    let path = store.layout.user(alice.account.id).secrets
    #expect(
      throws: ChatError.damaged(path: path, reason: "'password' is no hash of crypt(5)")
    ) {
      try store.store.authenticate("alice", password: password)
    }
  }

  private var newEntry: SessionEntry {
    get throws { try SessionEntry(of: alice.account, secret: .make(), in: store.store) }
  }

  private func write(_ secrets: Secrets) throws {
    let path = store.layout.user(alice.account.id).secrets
    try store.store.transaction { transaction throws(ChatError) in
      try transaction.write(secrets, to: path)
    }
  }
}
