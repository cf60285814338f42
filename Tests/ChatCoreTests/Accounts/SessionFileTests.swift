import Foundation
import Testing

@testable import ChatCore

/// Logins that a user of this host is remembered by.
@Suite struct SessionFileTests {
  private let store: TestStore
  private let directory: TemporaryDirectory
  private let file: SessionFile
  private let alice: Identity
  private let bob: Identity

  init() throws {
    store = try TestStore()
    directory = try TemporaryDirectory()
    file = SessionFile(in: "\(directory.path)/state/chatctl", for: store.store.client)
    alice = try store.signUp("alice")
    bob = try store.signUp("bob")
  }

  @Test func `nothing is remembered, and no file made, before a login`() throws {
    #expect(try file.load() == Sessions())
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func `the last login is current, and the one before when it is forgotten`() throws {
    try remember(alice, bob)
    var sessions = try file.load()
    #expect(sessions.current(in: store.store)?.username == "bob")
    sessions.forget(try #require(sessions.current(in: store.store)))
    #expect(sessions.current(in: store.store)?.username == "alice")
    sessions.forget(try #require(sessions.current(in: store.store)))
    #expect(sessions.current(in: store.store) == nil)
  }

  @Test func `another login can be made current, by its username in any case`() throws {
    try remember(alice, bob)
    try file.update { [store] sessions in
      if let entry = sessions.session(of: "ALICE", in: store.store) { sessions.makeCurrent(entry) }
    }
    #expect(try file.load().current(in: store.store)?.username == "alice")
  }

  @Test func `a second login of an account replaces the first`() throws {
    try remember(alice, bob, alice)
    let text = String(decoding: try contents(of: path), as: UTF8.self)
    #expect(text.components(separatedBy: "\"username\":\"alice\"").count == 2)
  }

  @Test func `logins of another store are others`() throws {
    let other = try TestStore()
    let namesake = try other.signUp("alice")
    try remember(alice)
    #expect(try file.load().current(in: other.store) == nil)
    #expect(try file.load().session(of: "alice", in: other.store) == nil)
    try file.update {
      $0.add(SessionEntry(of: namesake.account, secret: SessionSecret(text: "x"), in: other.store))
    }
    #expect(try file.load().current(in: store.store)?.user == alice.account.id.text)
    #expect(try file.load().current(in: other.store)?.user == namesake.account.id.text)
  }

  @Test func `it is its owner's alone, and a stricter mode stays`() throws {
    try remember(alice)
    #expect(try mode(of: path) == 0o600)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    try remember(bob)
    #expect(try mode(of: path) == 0o400)
  }

  @Test(arguments: [0o640, 0o604, 0o620])
  func `one that others may use is refused`(mode: Int) throws {
    try remember(alice)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    #expect(throws: ChatError.readableByOthers(path)) { try file.load() }
    #expect(throws: ChatError.readableByOthers(path)) { try remember(bob) }
  }

  @Test func `a login whose account is not made changes no other`() throws {
    try remember(bob, alice)
    let entry = try #require(try file.load().session(of: "bob", in: store.store))
    try file.update { $0.makeCurrent(entry) }
    let namesake = SessionEntry(
      firstOf: try NewAccount(username: Username("alice")), in: store.store)
    try file.update { _ = $0.remember(namesake) }
    #expect(try file.load().current(in: store.store)?.username == "bob")
    try file.update { $0.forget(namesake) }
    #expect(try file.load().current(in: store.store)?.username == "bob")
    let kept = try file.load().session(of: "alice", in: store.store)
    #expect(kept?.user == alice.account.id.text)
  }

  @Test func `a symlink to it is kept`() throws {
    let target = "\(directory.path)/elsewhere.json"
    try put(Array("{\"current\":{},\"sessions\":[]}".utf8), into: target)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: target)
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    try remember(alice)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == target)
    #expect(String(decoding: try contents(of: target), as: UTF8.self).contains("alice"))
  }

  private var path: String { "\(directory.path)/state/chatctl/sessions.json" }

  private func remember(_ identities: Identity...) throws {
    for identity in identities {
      try file.update { [store] in
        let secret = SessionSecret(text: "secret")
        $0.add(SessionEntry(of: identity.account, secret: secret, in: store.store))
      }
    }
  }
}
