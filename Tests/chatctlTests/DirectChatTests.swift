import Foundation
import Testing

/// The chats of two, by `@username`.
struct DirectChatTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("alice", "bob", "carol")
    try home.succeed("friends", "add", "bob", as: "alice")
  }

  @Test func `the first message begins it, and each has it by the other's name`() throws {
    try home.succeed("send", "@BOB", "hello", as: "alice")
    try home.succeed("send", "@alice", "hi", as: "bob")
    for (account, title) in [("alice", "@bob"), ("bob", "@alice")] {
      #expect(try home.bodies(of: title, as: account) == ["hello", "hi"])
      let lines = try home.succeed("log", title, as: account).lines
      #expect(lines.allSatisfy { $0.contains("\t\(title)\t") } && lines.count == 2)
      let list = try home.succeed("chat", "list", as: account).lines
      #expect(list.map { $0.hasPrefix("\(title)\t\tdirect\t2\t") } == [true])
      let shown = try home.succeed("chat", "show", title, as: account).text
      #expect(shown.hasPrefix("name\t\(title)\n") && !shown.contains("owner"))
      expectRefusal(
        try home.run("delete", title, "9", as: account), code: 3, saying: "#9 in '\(title)'")
    }
    #expect(try home.store.chats.count == 1)
  }

  @Test func `one with oneself is @me`() throws {
    try home.succeed("send", "@me", "buy milk", as: "alice")
    try home.succeed("send", "@Alice", "and tea", as: "alice")
    #expect(try home.bodies(of: "@me", as: "alice") == ["buy milk", "and tea"])
    let list = try home.succeed("chat", "list", as: "alice").lines
    #expect(list.map { $0.hasPrefix("@me\t\tdirect\t1\t") } == [true])
  }

  @Test func `it is begun with a friend, and there when it is begun`() throws {
    let before = try home.store.snapshot()
    func refused(_ words: String..., as user: String, code: Int32, saying: String) throws {
      expectRefusal(try home.run(words, as: user), code: code, saying: saying)
    }
    try refused("send", "@carol", "x", as: "alice", code: 4, saying: "'carol' is not one of your")
    try refused("log", "@carol", as: "alice", code: 4, saying: "'carol' is not one of your")
    try refused("send", "@alice", "x", as: "bob", code: 4, saying: "'alice' is not one of your")
    try refused("send", "@nobody", "x", as: "alice", code: 3, saying: "'nobody'")
    try refused("send", "@bob", " ", as: "alice", code: 8, saying: "blank")
    for words in [["log"], ["tail", "--no-follow"], ["chat", "show"], ["delete", "--"]] {
      let number = words[0] == "delete" ? ["1"] : []
      expectRefusal(
        try home.run(words + ["@bob"] + number, as: "alice"), code: 3,
        saying: "no chat '@bob'", "'chatctl send @bob MESSAGE'")
    }
    #expect(try home.store.snapshot() == before)
  }

  @Test func `guests have none`() throws {
    try home.succeed("login", "--guest", "anna")
    for (account, title) in [("~anna", "@bob"), ("~anna", "@me"), ("alice", "@~anna")] {
      expectRefusal(
        try home.run("send", title, "x", as: account), code: 4, saying: "guests may not")
    }
  }

  @Test func `it stays as it is, and nobody owns it`() throws {
    try home.succeed("send", "@bob", "x", as: "alice")
    try home.succeed("send", "@alice", "y", as: "bob")
    let before = try home.store.snapshot()
    for words in [
      ["add", "@bob", "bob"], ["remove", "@bob", "bob"], ["rename", "@bob", "r"],
      ["leave", "@bob"], ["delete", "@bob", "--yes"], ["join", "@bob"],
    ] {
      expectRefusal(
        try home.run(["chat"] + words, as: "alice"), code: 4, saying: "'@bob' is a direct chat")
    }
    expectRefusal(try home.run("delete", "@bob", "2", as: "alice"), code: 4, saying: "not yours")
    #expect(try home.store.snapshot() == before)
  }

  @Test func `two who begin at the same time begin one`() throws {
    try home.succeed("friends", "add", "alice", as: "bob")
    let senders = try (1...10).map { index in
      let (title, account) = index.isMultiple(of: 2) ? ("@bob", "alice") : ("@alice", "bob")
      return try home.start("send", title, "m\(index)", as: account)
    }
    for sender in senders { expectQuietSuccess(try sender.finish()) }
    #expect(try home.store.chats.count == 1)
    #expect(try Set(home.bodies(of: "@bob", as: "alice")) == Set((1...10).map { "m\($0)" }))
  }

  @Test func `one that comes later is followed with all`() throws {
    try home.makeChat("r", of: "alice", with: ["bob"])
    try home.succeed("send", "r", "first", as: "alice")
    let follower = try home.start("tail", "--all", as: "bob")
    _ = try follower.lines(1)
    try home.succeed("send", "@bob", "psst", as: "alice")
    #expect(try follower.lines(2)[1].hasSuffix("\t@alice\t1\talice\tpsst"))
  }

  @Test func `it goes by the other's username of today`() throws {
    try home.succeed("send", "@bob", "x", as: "alice")
    let profile = try #require(
      try home.store.profiles.first {
        try String(contentsOf: $0, encoding: .utf8).contains(#""username":"bob""#)
      })
    try home.store.replace(#""username":"bob""#, with: #""username":"rob""#, in: profile)
    let list = try home.succeed("chat", "list", as: "alice").lines
    #expect(list.map { $0.hasPrefix("@rob\t") } == [true])
    let id = String(list[0].split(separator: "\t", omittingEmptySubsequences: false)[4])
    #expect(try home.succeed("log", id, as: "alice").text.contains("\t@rob\t1\talice\tx"))
  }
}
