import Testing

@testable import ChatCore

/// Sessions as the store knows them: by digest.
@Suite struct SessionTests {
  private let store: TestStore
  private let alice: Identity

  init() throws {
    store = try TestStore()
    alice = try store.signUp("alice")
  }

  @Test func `whoever has the secret of a session is its account`() throws {
    let secret = try SessionSecret.make()
    try change { $0.add(.init(digest: secret.digest, created: .noon)) }
    #expect(try store.store.identity(of: entry(secret)).account == alice.account)
    #expect(throws: ChatError.sessionEnded(username: "alice")) {
      try store.store.identity(of: entry(SessionSecret.make()))
    }
  }

  @Test func `a session of an account that is none says so`() throws {
    for user in ["", "../x", String(repeating: "0", count: 20)] {
      let entry = SessionEntry(
        store: store.store.id, user: user, username: "ghost", secret: "secret")
      #expect(throws: ChatError.accountGone(username: "ghost")) {
        try store.store.identity(of: entry)
      }
    }
  }

  @Test func `secrets are 256 bits, each another, and only their digest is kept`() throws {
    let secrets = try (0..<3).map { _ in try SessionSecret.make() }
    #expect(Set(secrets.map(\.text)).count == 3)
    #expect(secrets.allSatisfy { $0.text.count == 64 && $0.text.allSatisfy(\.isHexDigit) })
    #expect(secrets[0].digest == SessionSecret(text: secrets[0].text).digest)
    try change { $0.add(.init(digest: secrets[0].digest, created: .noon)) }
    let text = String(
      decoding: try contents(of: store.layout.user(alice.account.id).secrets), as: UTF8.self)
    #expect(text.contains(secrets[0].digest))
    #expect(!text.contains(secrets[0].text))
  }

  @Test func `the digest of a secret never changes`() {
    #expect(
      SessionSecret(text: "abc").digest
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func `a session that was ended holds no more, and others do`() throws {
    let other = Identity(account: alice.account, sessionDigest: "other")
    try change { $0.add(.init(digest: "other", created: .noon)) }
    for _ in 0..<2 {
      try store.store.transaction { transaction throws(ChatError) in
        try transaction.endSession(of: alice)
      }
      #expect(throws: ChatError.sessionEnded(username: "alice")) { try store.store.confirm(alice) }
      try store.store.confirm(other)
    }
  }

  @Test func `of more than 64 sessions the oldest end`() throws {
    for number in 1...64 {
      try change { $0.add(.init(digest: "\(number)", created: .noon)) }
    }
    let sessions = try #require(try store.store.secrets(of: alice.account)).sessions
    #expect(sessions.map(\.digest) == (1...64).map(String.init))
    #expect(throws: ChatError.sessionEnded(username: "alice")) { try store.store.confirm(alice) }
  }

  private func entry(_ secret: SessionSecret) -> SessionEntry {
    SessionEntry(
      store: store.store.id, user: alice.account.id.text, username: "alice", secret: secret.text)
  }

  private func change(_ change: (inout Secrets) -> Void) throws {
    var secrets = try #require(try store.store.secrets(of: alice.account))
    change(&secrets)
    try store.store.transaction { [secrets] transaction throws(ChatError) in
      try transaction.write(secrets, to: transaction.layout.user(secrets.id).secrets)
    }
  }
}
