import Foundation
import Testing

@testable import ChatCore

/// A document that cannot be understood is refused by its path, and what is in it is left alone.
@Suite struct DocumentTests {
  /// What may have become of a document.
  enum Damage: CaseIterable {
    case empty, blank, cut, nuls, array, null, byteOrderMark, utf16, nulsAtEnd, noField, wrongType
    case notUTF8, large
  }

  /// Whose truth or hint a document is.
  enum Kind: CaseIterable {
    case store, profile, secrets, chat, usernames, emails, chatsOfAccount, publicChats, sessions
  }

  private let store: TestStore
  private let alice: Identity
  private let chat: Chat
  private let state: TemporaryDirectory
  private let sessions: SessionFile

  init() throws {
    store = try TestStore()
    alice = try store.signUp("alice", email: "alice@example.org")
    chat = try store.makeChat("r", by: alice)
    state = try TemporaryDirectory()
    sessions = SessionFile(in: state.path, for: store.store.client)
    try sessions.update { [alice, store] in
      let secret = SessionSecret(text: "secret")
      $0.add(SessionEntry(of: alice.account, secret: secret, in: store.store))
    }
  }

  @Test(arguments: Damage.allCases, Kind.allCases)
  func `a damaged document is refused and never overwritten`(damage: Damage, kind: Kind) throws {
    let path = try path(of: kind)
    let damaged = try damage.done(to: contents(of: path))
    try put(damaged, into: path)
    for use in uses(of: kind) {
      let error = #expect(throws: ChatError.self) { try use() }
      guard case .damaged(path, _) = error else {
        Issue.record("\(damage) \(kind): \(String(describing: error))")
        continue
      }
    }
    #expect(try contents(of: path) == damaged)
  }

  @Test(arguments: Kind.allCases)
  func `a document is one line that JSON tools read`(kind: Kind) throws {
    let bytes = try contents(of: path(of: kind))
    #expect(bytes.first == UInt8(ascii: "{"))
    #expect(bytes.firstIndex(of: lineBreak) == bytes.count - 1)
    #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
  }

  @Test func `documents that were swapped are refused`() throws {
    let bob = try store.signUp("bob")
    let other = try store.makeChat("s", by: bob)
    let layout = store.layout
    try swap(layout.chat(chat.id).document, layout.chat(other.id).document)
    expectDamage(of: layout.chat(chat.id).document) { try store.store.chat(chat.id) }
    expectDamage(of: layout.chat(other.id).document) { try store.send("x", to: other, as: bob) }
    let (first, second) = (layout.user(alice.account.id), layout.user(bob.account.id))
    try swap(first.secrets, second.secrets)
    expectDamage(of: first.secrets) { try store.store.confirm(alice) }
    try swap(first.profile, second.profile)
    expectDamage(of: second.profile) { try store.store.account(named: "bob") }
  }

  @Test(arguments: [2, 99])
  func `a newer format is refused, whatever else it says`(format: Int) throws {
    let path = store.layout.manifest
    try put(Array("{\"format\":\(format),\"id\":7}".utf8), into: path)
    #expect(throws: ChatError.newerFormat(path: path, found: format)) {
      try Store(at: store.store.path, for: store.store.client)
    }
    #expect(throws: ChatError.newerFormat(path: path, found: format)) {
      try Store.create(at: store.store.path, for: store.store.client)
    }
  }

  @Test(arguments: ["\"format\":0", "\"format\":-1", "\"passwordCost\":0", "\"passwordCost\":12"])
  func `a value that no version writes is damage`(field: String) throws {
    let path = store.layout.manifest
    let key = try #require(field.split(separator: ":").first)
    let text = String(decoding: try contents(of: path), as: UTF8.self)
    let changed = text.replacing(try Regex("\(key):[0-9]+"), with: field)
    #expect(changed != text)
    try put(Array(changed.utf8), into: path)
    expectDamage(of: path) { try Store(at: store.store.path, for: store.store.client) }
  }

  private func expectDamage(
    of path: String, sourceLocation: SourceLocation = #_sourceLocation, _ use: () throws -> Any?
  ) {
    let error = #expect(throws: ChatError.self, sourceLocation: sourceLocation) { try use() }
    guard case .damaged(path, _) = error else {
      Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
      return
    }
  }

  private func path(of kind: Kind) throws -> String {
    let layout = store.layout
    switch kind {
    case .store: return layout.manifest
    case .profile: return layout.user(alice.account.id).profile
    case .secrets: return layout.user(alice.account.id).secrets
    case .chat: return layout.chat(chat.id).document
    case .usernames: return try onlyFile(in: layout.usernames)
    case .emails: return try onlyFile(in: layout.emails)
    case .chatsOfAccount: return try onlyFile(in: layout.user(alice.account.id).chats)
    case .publicChats: return try onlyFile(in: layout.publicChats)
    case .sessions: return "\(state.path)/sessions.json"
    }
  }

  private func onlyFile(in directory: String) throws -> String {
    let names = try FileManager.default.contentsOfDirectory(atPath: directory)
    return "\(directory)/\(try #require(names.first))"
  }

  /// What reads a document of this kind, and what would replace it.
  private func uses(of kind: Kind) -> [() throws -> Any?] {
    let (store, inner) = (store, store.store)
    switch kind {
    case .store:
      return [
        { try Store(at: inner.path, for: inner.client) },
        { try Store.openOrCreate(at: inner.path, for: inner.client) },
        { try Store.create(at: inner.path, for: inner.client) },
      ]
    case .profile:
      return [
        { try inner.account(named: "alice") }, { try store.makeChat("new", by: alice) },
        { try store.makeFriends(alice, store.signUp("bob")) },
      ]
    case .secrets:
      return [{ try inner.confirm(alice) }, { try store.send("x", to: chat, as: alice) }]
    case .chat:
      return [{ try inner.chats(of: alice) }, { try store.send("x", to: chat, as: alice) }]
    case .usernames: return [{ try inner.account(named: "alice") }, { try store.signUp("alice") }]
    case .emails: return [{ try store.signUp("other", email: "Alice@example.org") }]
    case .chatsOfAccount:
      return [{ try inner.chats(of: alice) }, { try store.makeChat("r", by: alice) }]
    case .publicChats: return [{ try inner.publicChats(for: alice) }]
    case .sessions: return [{ try sessions.load() }, { try sessions.update { _ in } }]
    }
  }
}

/// Puts the contents of each file into the other.
private func swap(_ first: String, _ second: String) throws {
  let (one, other) = (try contents(of: first), try contents(of: second))
  try put(other, into: first)
  try put(one, into: second)
}

extension DocumentTests.Damage {
  fileprivate func done(to document: [UInt8]) -> [UInt8] {
    switch self {
    case .empty: []
    case .blank: Array(" \n\t".utf8)
    case .cut: Array(document[..<(document.count / 2)])
    case .nuls: [UInt8](repeating: 0, count: 4096)
    case .array: Array("[]".utf8)
    case .null: Array("null".utf8)
    case .byteOrderMark: [0xEF, 0xBB, 0xBF] + document
    case .utf16: document.flatMap { [$0, 0] }
    case .nulsAtEnd: document.dropLast(10) + [UInt8](repeating: 0, count: 10)
    case .noField: Array("{}".utf8)
    case .wrongType: Array(#"{"format":"1","id":1,"ids":1,"current":[],"sessions":1}"#.utf8)
    case .notUTF8: document.replacing([UInt8(ascii: "\"")], with: [0xFF, UInt8(ascii: "\"")])
    case .large: document + [UInt8](repeating: UInt8(ascii: " "), count: 16 << 20)
    }
  }
}
