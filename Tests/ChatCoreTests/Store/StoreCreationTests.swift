import Foundation
import Testing

@testable import ChatCore

@Suite struct StoreCreationTests {
  private let directory: TemporaryDirectory
  private let client = Client(command: "test", lockTimeout: .seconds(60)) { .noon }

  init() throws { directory = try TemporaryDirectory() }

  private var path: String { "\(directory.path)/above/store" }

  @Test func `a store is made once`() throws {
    let store = try Store.create(at: path, for: client)
    #expect(throws: ChatError.storeExists(path)) { try Store.create(at: path, for: client) }
    #expect(try Store.openOrCreate(at: path, for: client).id == store.id)
    #expect(try Store(at: path, for: client).id == store.id)
  }

  @Test func `where there is none, none is made by looking`() throws {
    #expect(throws: ChatError.noStore(path)) { try Store(at: path, for: client) }
    #expect(try Store.ifPresent(at: path, for: client)?.id == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a directory with other things is not made into a store`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try put([], into: "\(path)/notes.txt")
    #expect(throws: ChatError.notEmpty(path)) { try Store.create(at: path, for: client) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["notes.txt"])
  }

  @Test(arguments: [0, 1, 2, 3, 4, 5, 6, 7, 8])
  func `a store that a crash left unfinished is finished by the next attempt`(steps: Int) throws {
    let layout = Layout(root: path)
    let made = [path, layout.lock] + layout.directories + ["\(layout.manifest).new"]
    for (index, path) in made.prefix(steps).enumerated() {
      if index == 1 || index == made.count - 1 {
        try put(Array("{".utf8), into: path)
      } else {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
    }
    let store = try Store.openOrCreate(at: path, for: client)
    for directory in [path] + layout.directories { #expect(try mode(of: directory) == 0o700) }
    _ = try signUp("alice", in: store)
    #expect(try store.account(named: "alice")?.username == "alice")
    #expect(!FileManager.default.fileExists(atPath: "\(layout.manifest).new"))
  }

  @Test(arguments: ["users", "chats"])
  func `a store that lost its store.json is not made anew over what it holds`(kept: String) throws {
    let store = try Store.create(at: path, for: client)
    try FileManager.default.createDirectory(
      atPath: "\(path)/\(kept)/x", withIntermediateDirectories: true)
    try FileManager.default.removeItem(atPath: store.layout.manifest)
    let lost = ChatError.missing(store.layout.manifest)
    #expect(throws: lost) { try Store.create(at: path, for: client) }
    #expect(throws: lost) { try Store.openOrCreate(at: path, for: client) }
    #expect(!FileManager.default.fileExists(atPath: store.layout.manifest))
  }

  @Test(arguments: [0o000, 0o022, 0o077, 0o777] as [UInt32])
  func `the umask changes no mode`(mask: UInt32) throws {
    let (path, client) = (path, client)
    try withUmask(mask) {
      let store = try Store.create(at: path, for: client)
      let alice = try signUp("alice", in: store)
      let name = try ChatName("r")
      let chat = try store.transaction { transaction throws(ChatError) in
        try transaction.createChat(name, by: alice, with: [], isPublic: true)
      }
      var log = store.log(of: chat)
      log.segmentSize = 1
      for _ in 0..<2 {
        try store.withLock(of: chat) { lock throws(ChatError) in
          var writer = try LogWriter.open(log, under: lock)
          _ = try writer.append([.text("x")], by: alice.author, now: .noon)
        }
      }
      try SessionFile(in: "\(path)/state", for: client).update { _ in }
    }
    let items = try FileManager.default.subpathsOfDirectory(atPath: path)
    #expect(items.count > 20)
    for item in items.map({ "\(path)/\($0)" }) + [path, "\(path)/.."] {
      var isDirectory: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: item, isDirectory: &isDirectory)
      #expect(try mode(of: item) == (isDirectory.boolValue ? 0o700 : 0o600), "\(item)")
    }
  }

  @Test(.needsRoot) func `directories that are made above a store of a group can be passed`() throws
  {
    _ = try Store.create(at: path, group: "nogroup", for: client)
    #expect(try mode(of: "\(directory.path)/above") == 0o755)
    #expect(try mode(of: path) == 0o2770)
  }

  @Test(.needsRoot) func `a lock that a crash left private is opened to the group`() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let layout = Layout(root: path)
    try put([], into: layout.lock)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: layout.lock)
    _ = try Store.create(at: path, group: "nogroup", for: client)
    #expect(try mode(of: layout.lock) == 0o660)
  }

  @Test(.needsRoot) func `in a store of a group only secrets are their owner's alone`() throws {
    let store = try Store.create(at: path, group: "nogroup", for: client)
    #expect(store.isShared)
    let alice = try signUp("alice", in: store)
    let layout = store.layout
    let user = layout.user(alice.account.id)
    for directory in [path, user.root, user.chats] + layout.directories {
      #expect(try mode(of: directory) == 0o2770, "\(directory)")
    }
    for file in [layout.manifest, layout.lock, user.profile] {
      #expect(try mode(of: file) == 0o660, "\(file)")
    }
    #expect(try mode(of: user.secrets) == 0o600)
  }
}

private func signUp(_ username: String, in store: Store) throws -> Identity {
  let new = try NewAccount(username: Username(username))
  let account = try store.transaction { transaction throws(ChatError) in
    try transaction.createAccount(new, passwordHash: nil)
  }
  return Identity(account: account, sessionDigest: new.secret.digest)
}
