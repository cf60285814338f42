import Foundation
import Testing

@testable import chatctl

struct JSONReferenceTests {
  @Test func `every object that commands print is described, member by member`() throws {
    let home = try TestHome()
    var printed: [String: Set<String>] = [:]
    func note(_ lines: [Substring]) throws {
      for line in lines {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let members = try #require(object as? [String: Any], "\(line)")
        let type = try #require(members["type"] as? String, "\(line)")
        printed[type, default: []].formUnion(members.keys.filter { $0 != "type" })
      }
    }
    func run(_ words: String..., input: String = "") throws {
      let outcome = try home.run(["--json"] + words as [any Word], input: .text(input))
      try note((outcome.text + outcome.errors).split(separator: "\n"))
    }
    try run("init", "--store", "\(home.folder.path)/other")
    try run(
      "signup", "alice", "--email", "a@example.org", "--image-url", "https://example.org/a.png",
      "--password-stdin", input: "secret")
    try run("signup", "bob", "--password-stdin", input: "secret")
    try run("passwd", "--password-stdin", input: "secret\nnew secret\n")
    try run("account")
    try run("friends", "add", "alice")
    try run("friends", "block", "alice")
    try run("friends")
    try run("friends", "unblock", "alice")
    try run("friends", "add", "alice")
    try run("chat", "list")
    try run("chat", "create", "ops", "alice")
    try run("send", "ops", "hello")
    try run("send", "ops", "--lines", input: "\u{0}\n")
    try run("send", "ops", "--reply-to", "1", "yes, @bob")
    try run("edit", "ops", "1", "hi")
    try run("log", "ops")
    try run("--as", "alice", "unread")
    try run("--as", "alice", "unread", "--count")
    try run("--as", "alice", "chat", "list")
    try run("--as", "alice", "chat", "read", "ops")
    let follower = try home.start("tail", "ops", "-n", "1", "--json")
    var followed = try follower.lines(1)
    try run("edit", "ops", "2", "no")
    try run("delete", "ops", "2")
    followed += try follower.lines(2)
    follower.signal(SIGTERM)
    _ = try follower.outcome()
    try note(followed.map { $0[...] })
    try run("token", "create", "bot", "--chat", "ops", "--expires", "1d")
    try home.succeed("token", "create", "sender", "--output", "\(home.folder.path)/sender")
    try run("token", "list")
    try home.succeed("send", "--token-file", "\(home.folder.path)/sender", "ops", "hello")
    try run("log", "ops")
    try run("tail", "ops", "--no-follow")
    try run("export", "ops")
    try run("chat", "remove", "ops", "alice")
    try run("chat", "add", "ops", "alice")
    try run("chat", "rename", "ops", "operations")
    try run("log", "operations")
    try run("send", "nowhere", "hello")
    try run("login", "--guest", "anna")
    try run("logout")
    try run("account", "delete", "--yes")
    try run("help")
    try run("--version")
    try run("tour")

    // A status is said to who types at a terminal.
    for type in JSONReference.types where type.name != "status" {
      #expect(printed[type.name] == Set(type.members.map(\.name)), "\(type.name)")
    }
    let described = Set(JSONReference.types.map(\.name))
    #expect(described.isSuperset(of: printed.keys), "\(printed.keys)")
  }
}
