import ChatSystem
import Foundation
import Testing

@testable import ChatCore

/// What someone may do who is neither the owner of a store's files nor root.
@Suite(.needsRoot) struct OtherUserTests {
  private static let nobody = 65534
  private let store: TestStore
  private let alice: Identity
  private let chat: Chat

  init() throws {
    store = try TestStore()
    alice = try store.signUp("alice")
    chat = try store.makeChat("r", by: alice)
    try store.send("one", to: chat, as: alice)
  }

  @Test func `a store that may be read only is read, and refuses changes`() throws {
    try setMode(0o755, 0o644)
    let before = try snapshot()
    try asUser(Self.nobody, group: Self.nobody) { [store, alice, chat] in
      let bodies = try store.bodies(of: chat)
      #expect(bodies == ["one"])
      expectDenied { try store.store.requireWritable() }
      expectDenied { try store.send("two", to: chat, as: alice) }
      expectDenied { try store.signUp("bob") }
      expectDenied { try store.makeChat("s", by: alice) }
    }
    #expect(try snapshot() == before)
  }

  @Test func `a document that cannot be replaced stays as it is`() throws {
    // The lock may be taken, but no file be made beside the profile.
    try setMode(0o755, 0o666)
    let before = try snapshot()
    try asUser(Self.nobody, group: Self.nobody) { [store, alice] in
      expectDenied {
        try store.store.transaction { transaction throws(ChatError) in
          try transaction.save(alice.account)
        }
      }
      expectDenied { try store.signUp("bob") }
    }
    #expect(try snapshot() == before)
  }

  @Test func `another user's secrets are said to be theirs`() throws {
    try setMode(0o777, 0o666)
    let secrets = store.layout.user(alice.account.id).secrets
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secrets)
    let password = try Password(Array("pw".utf8))
    try asUser(Self.nobody, group: Self.nobody) { [store, alice, chat] in
      let theirs = ChatError.secretsOfAnotherUser(username: "alice")
      #expect(throws: theirs) { try store.store.confirm(alice) }
      #expect(throws: theirs) { try store.store.authenticate("alice", password: password) }
      #expect(throws: theirs) { try store.send("two", to: chat, as: alice) }
    }
  }

  @Test func `who may not watch asks from time to time, and misses nothing`() throws {
    try setMode(0o777, 0o666)
    let user = store.layout.user(alice.account.id).root
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600, .ownerAccountID: Self.nobody],
      ofItemAtPath: store.layout.user(alice.account.id).secrets)
    // inotify(7) wants to read the directory, which finding a file in it does not.
    try FileManager.default.setAttributes([.posixPermissions: 0o711], ofItemAtPath: user)
    try asUser(Self.nobody, group: Self.nobody) { [store, alice, chat] in
      var feed = try store.follow(chat, from: .last(5), as: alice)
      var bodies = try feed.bodies()
      let (descriptor, patience) = (feed.descriptor, feed.patience)
      #expect(descriptor == nil)
      #expect(patience == .seconds(1))
      for body in ["two", "three"] {
        try store.send(body, to: chat, as: alice)
        bodies += try feed.bodies()
      }
      #expect(bodies == ["one", "two", "three"])
      try FileManager.default.moveItem(
        atPath: store.layout.chat(chat.id).root, toPath: "\(store.store.path)/gone")
      #expect(throws: ChatError.chatGone("r")) { try feed.bodies() }
    }
  }

  private func setMode(_ directoryMode: Int, _ fileMode: Int) throws {
    let above = (store.store.path as NSString).deletingLastPathComponent
    let items = try FileManager.default.subpathsOfDirectory(atPath: above)
    for item in items.map({ "\(above)/\($0)" }) + [above] {
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: item, isDirectory: &isDirectory)
      try FileManager.default.setAttributes(
        [.posixPermissions: isDirectory.boolValue ? directoryMode : fileMode], ofItemAtPath: item)
    }
  }

  /// Every file of the store with its bytes, locks left out.
  private func snapshot() throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for item in try FileManager.default.subpathsOfDirectory(atPath: store.store.path)
    where !item.hasSuffix("lock") {
      files[item] = (try? contents(of: "\(store.store.path)/\(item)")) ?? []
    }
    return files
  }
}

private func expectDenied(
  sourceLocation: SourceLocation = #_sourceLocation, _ use: () throws -> Any?
) {
  let error = #expect(throws: ChatError.self, sourceLocation: sourceLocation) { try use() }
  guard case .system(_, _, .accessDenied) = error else {
    Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
    return
  }
}
