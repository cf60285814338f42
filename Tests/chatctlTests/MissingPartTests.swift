import Foundation
import Testing

/// A store of which a part is gone, or is something else, and steps that fail half-way.
struct MissingPartTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.succeed("send", "r", "x")
  }

  @Test func `a profile that is gone is said, and its name cannot be taken`() throws {
    let profile = try #require(
      home.store.profiles.first { try String(contentsOf: $0, encoding: .utf8).contains("alice") })
    try FileManager.default.removeItem(at: profile)
    expectRefusal(try home.run("whoami"), code: 7, saying: profile.path)
    let signup = try home.run("signup", "alice", "--password-stdin", input: .text("pw"))
    expectRefusal(signup, code: 7, saying: profile.path)
  }

  @Test func `a lock that is gone is said, and the chat is not deleted`() throws {
    let lock = try chat().appending(path: "lock")
    try FileManager.default.removeItem(at: lock)
    expectRefusal(try home.run("send", "r", "y"), code: 7, saying: lock.path)
    #expect(try home.bodies() == ["x"])
  }

  @Test(arguments: ["names/public", "names/usernames"])
  func `a registry that is gone is said`(registry: String) throws {
    let place = home.store.folder.appending(path: registry)
    try FileManager.default.removeItem(at: place)
    let words =
      registry.hasSuffix("public") ? ["chat", "list", "--public"] : ["friends", "add", "eve"]
    expectRefusal(try home.run(words), code: 7, saying: registry)
  }

  @Test func `a directory in place of the secrets is damage`() throws {
    for secret in try home.store.secrets {
      try FileManager.default.removeItem(at: secret)
      try FileManager.default.createDirectory(at: secret, withIntermediateDirectories: false)
    }
    expectRefusal(try home.run("whoami"), code: 7, saying: "secret.json")
  }

  @Test func `an account's list of chats that is gone is empty, and made again`() throws {
    try home.signUp("carol")
    try home.succeed("friends", "add", "carol", as: "alice")
    _ = try home.shell("rm -r '\(home.store.path)'/users/*/chats")
    for account in ["alice", "carol"] {
      #expect(try home.succeed("chat", "list", as: account).text.isEmpty)
      #expect(try home.run("send", "r", "x", as: account).code == 3)
    }
    let id = try chat().lastPathComponent
    try home.succeed("chat", "add", id, "carol", as: "alice")
    try home.succeed("send", "r", "y", as: "carol")
    try home.succeed("chat", "rename", id, "q", as: "alice")
    #expect(try home.bodies(of: "q", as: "bob") == ["x", "y"])
    try home.makeChat("new", of: "alice", with: ["carol"])
    for place in try home.store.profiles {
      #expect(try mode(of: place.deletingLastPathComponent().appending(path: "chats")) == 0o700)
    }
  }

  @Test(arguments: [
    ("lock", ["friends", "add", "bob"]), ("lock", ["send", "r", "y"]), ("users", ["whoami"]),
    ("users", ["send", "r", "y"]), ("chats", ["chat", "list"]), ("chats", ["log", "r"]),
    ("chats", ["send", "r", "y"]), ("names", ["friends", "add", "eve"]),
  ])
  func `a part that every store has is said when it is gone`(
    part: String, words: [String]
  ) throws {
    let place = home.store.folder.appending(path: part)
    try FileManager.default.removeItem(at: place)
    expectRefusal(try home.run(words), code: 7, saying: place.path, "missing from the store")
    #expect(!FileManager.default.fileExists(atPath: place.path))
  }

  @Test(arguments: ["users", "chats"], ["a link to nowhere", "a file"])
  func `a directory that is something else is said, and nothing is forgotten`(
    part: String, other: String
  ) throws {
    let place = home.store.folder.appending(path: part)
    let kept = home.folder.appending(path: "kept")
    try FileManager.default.moveItem(at: place, to: kept)
    if other == "a file" {
      try Data("x".utf8).write(to: place)
    } else {
      try FileManager.default.createSymbolicLink(
        atPath: place.path, withDestinationPath: "/nowhere")
    }
    var commands = [["log", "r"], ["send", "r", "y"], ["chat", "list"]]
    if part == "users" { commands += [["logout"], ["login", "--guest", "anna"]] }
    for words in commands { expectRefusal(try home.run(words), code: 7, saying: place.path) }
    if part == "users" {
      let signup = try home.run("signup", "alice", "--password-stdin", input: .text("pw"))
      expectRefusal(signup, code: 7, saying: place.path)
    }
    try FileManager.default.removeItem(at: place)
    try FileManager.default.moveItem(at: kept, to: place)
    #expect(try home.bodies() == ["x"])
  }

  @Test(arguments: [
    ("cursors", ["unread"]), ("cursors", ["cursor", "list", "r"]),
    ("cursors", ["chat", "read", "r"]), ("edits", ["log", "r"]),
    ("keys", ["send", "r", "--key", "k", "once"]),
  ])
  func `a file in the place of a chat's directory is not taken for an empty one`(
    part: String, words: [String]
  ) throws {
    try home.succeed("send", "r", "--key", "k", "once")
    try home.succeed("edit", "r", "1", "y")
    let place = try chat().appending(path: part)
    try? FileManager.default.removeItem(at: place)
    try Data().write(to: place)
    expectRefusal(try home.run(words), code: 7, saying: place.path, "it is no directory")
  }

  @Test func `an account that is gone is said where it is named`() throws {
    let bob = try #require(
      home.store.profiles.first { try String(contentsOf: $0, encoding: .utf8).contains("bob") }
    ).deletingLastPathComponent()
    try FileManager.default.removeItem(at: bob)
    expectRefusal(try home.run("chat", "show", "r", as: "alice"), code: 7, saying: bob.path)
    let friends = try home.run("friends", as: "alice")
    #expect(friends.code == 7 && friends.errors.contains(bob.path) && friends.lines.count == 1)
    let list = try home.run("chat", "list", "--json", as: "alice")
    #expect(list.code == 7 && list.errors.contains(bob.path) && list.lines.count == 1)
  }

  @Test func `a token's chat that cannot be read is said`() throws {
    try home.succeed("token", "create", "t", "--chat", "r", as: "alice")
    let document = try chat().appending(path: "chat.json")
    try Data("{".utf8).write(to: document)
    let list = try home.run("token", "list", as: "alice")
    #expect(list.code == 7 && list.errors.contains(document.path), "\(list.errors)")
    #expect(list.text.contains(try chat().lastPathComponent))
  }

  @Test(arguments: ["lock", "chat.json", "messages/00000000000000000001.jsonl"])
  func `a pipe in the place of a file makes nobody wait`(name: String) throws {
    let file = try chat().appending(path: name)
    try FileManager.default.removeItem(at: file)
    #expect(mkfifo(file.path, 0o600) == 0)
    expectRefusal(try home.run("send", "r", "y"), code: 7, saying: file.path, "no regular file")
  }

  @Test(.needsMounts) func `a guest whose login cannot be remembered loses no handle`() throws {
    let state = home.folder.appending(path: "state")
    try FileManager.default.createDirectory(at: state, withIntermediateDirectories: false)
    // Room for the directory and the lock, and then none.
    let full = Wrapper.mounts(
      "mount -t tmpfs -o size=8k state '\(state.path)'; mkdir -m 700 '\(state.path)/chatctl'; "
        + "echo > '\(state.path)/chatctl/sessions.lock'; "
        + "head -c 100000 /dev/zero > '\(state.path)/fill' 2>/dev/null || true")
    let failed = try home.run("login", "--guest", "anna") {
      $0.environment["XDG_STATE_HOME"] = state.path
      $0.wrap(in: full)
    }
    expectRefusal(failed, code: 7, saying: "sessions.json")
    try home.succeed("login", "--guest", "anna")
  }

  private func chat() throws -> URL {
    try #require(home.store.chats.first).deletingLastPathComponent()
  }
}
