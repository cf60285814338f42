import Foundation
import Testing

@testable import chatctl

struct JSONReferenceTests {
  @Test func `every object that commands print is described, member by member`() throws {
    let home = try TestHome()
    var printed: [String: Set<String>] = [:]
    func run(_ words: String..., input: String = "") throws {
      let outcome = try home.run(["--json"] + words as [any Word], input: .text(input))
      for line in (outcome.text + outcome.errors).split(separator: "\n") {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        let members = try #require(object as? [String: Any], "\(line)")
        let type = try #require(members["type"] as? String, "\(line)")
        printed[type, default: []].formUnion(members.keys.filter { $0 != "type" })
      }
    }
    try run("init", "--store", "\(home.folder.path)/other")
    try run(
      "signup", "alice", "--email", "a@example.org", "--image-url", "https://example.org/a.png",
      "--password-stdin", input: "secret")
    try run("signup", "bob", "--password-stdin", input: "secret")
    try run("friends", "add", "alice")
    try run("friends")
    try run("chat", "list")
    try run("chat", "create", "ops", "alice")
    try run("send", "ops", "hello")
    try run("send", "ops", "--lines", input: "\u{0}\n")
    try run("log", "ops")
    try run("tail", "ops", "--no-follow")
    try run("send", "nowhere", "hello")
    try run("login", "--guest", "anna")
    try run("logout")
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
