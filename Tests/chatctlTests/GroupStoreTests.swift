import Foundation
import Testing

/// A store that several users of a host share; each test acts as three of them.
@Suite(.needsRoot)
struct GroupStoreTests {
  private static let group = "users"

  /// Where the store lies.
  private let place: TestHome
  private let store: StoreFiles
  private let alice: TestHome
  private let bob: TestHome
  private let stranger: TestHome

  init() throws {
    let founder = OSUser(uid: 60001, gid: 60001, group: Self.group)
    let member = OSUser(uid: 60002, gid: 60002, group: Self.group)
    place = try TestHome(.absent, user: founder)
    store = StoreFiles(place.folder.appending(path: "shared"))
    alice = try TestHome(.at(store.path), user: founder)
    bob = try TestHome(.at(store.path), user: member)
    stranger = try TestHome(.at(store.path), user: OSUser(uid: 60003, gid: 60003))
    try alice.succeed("init", "--group", Self.group) { $0.wrap(in: .shell("umask 077")) }
    try store.makePasswordsCheap()
    try bob.signUp("bob")
    try alice.signUp("alice")
    try alice.succeed("friends", "add", "bob")
    try alice.makeChat("r", of: "alice", with: ["bob"])
  }

  @Test func `members of the group write to one store`() throws {
    try alice.succeed("send", "r", "from alice")
    try bob.succeed("send", "r", "from bob")
    for person in [alice, bob] { #expect(try person.bodies() == ["from alice", "from bob"]) }
  }

  @Test func `everything is the group's, apart from the secrets`() throws {
    try alice.succeed("send", "r", "x") { $0.wrap(in: .shell("umask 077")) }
    try bob.succeed("send", "r", "y") { $0.wrap(in: .shell("umask 0")) }
    let manager = FileManager.default
    for path in [""] + (try manager.subpathsOfDirectory(atPath: store.path)) {
      let item = store.folder.appending(path: path)
      let attributes = try manager.attributesOfItem(atPath: item.path)
      let isSecret = item.lastPathComponent == "secret.json"
      #expect(
        try mode(of: item) == (item.isDirectory ? 0o2770 : isSecret ? 0o600 : 0o660), "\(path)")
      if !isSecret { #expect(attributes[.groupOwnerAccountName] as? String == Self.group) }
    }
  }

  @Test func `a secret belongs to whoever signed up`() throws {
    let owners = try store.secrets.map {
      try FileManager.default.attributesOfItem(atPath: $0.path)[.ownerAccountID] as? Int
    }
    #expect(Set(owners) == [60001, 60002])
    let other = try alice.run("login", "bob", "--password-stdin", input: .text("pw"))
    expectRefusal(other, code: 4)
  }

  @Test func `root's secrets are root's, and all else that root makes is the group's`() throws {
    let root = try TestHome(.at(store.path))
    try root.signUp("admin")
    try alice.makeChat("lobby", of: "alice")
    try root.succeed("chat", "join", "alice/lobby")
    try root.succeed("send", "lobby", "from root")
    try root.succeed("chat", "read", "lobby")
    let owners = try store.secrets.map {
      try FileManager.default.attributesOfItem(atPath: $0.path)[.ownerAccountID] as? Int
    }
    #expect(Set(owners) == [0, 60001, 60002])
    try bob.succeed("friends", "add", "admin")
    #expect(try alice.bodies(of: "lobby") == ["from root"])
    try alice.succeed("send", "lobby", "from alice")
  }

  @Test func `who is not in the group gets nowhere`() throws {
    for words in [["signup", "mallory"], ["login", "bob"]] {
      expectRefusal(
        try stranger.run(words + ["--password-stdin"], input: .text("pw")), code: 7,
        saying: store.path, "hint: ", "'\(Self.group)'", "log in to the host again")
    }
  }

  @Test func `both write at once`() throws {
    let senders = try (1...20).map { index in
      try (index.isMultiple(of: 2) ? alice : bob).start("send", "r", "m\(index)")
    }
    for sender in senders { expectQuietSuccess(try sender.finish()) }
    #expect(try store.messages.map(\.seq) == Array(1...20))
  }

  @Test func `an unknown group is refused and makes nothing`() throws {
    let other = place.folder.appending(path: "other")
    let outcome = try alice.run("--store", other.path, "init", "--group", "no-such-group")
    expectRefusal(outcome, code: 2, saying: "no-such-group")
    #expect(!FileManager.default.fileExists(atPath: other.path))
  }
}
