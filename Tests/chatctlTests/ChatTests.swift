import Foundation
import Testing

@testable import chatctl

/// Making chats, finding them and naming them.
struct ChatTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("bob", "carol", "alice")
    try home.succeed("friends", "add", "bob")
  }

  private func numbers(_ chat: String, as account: String) throws -> [Int] {
    try home.succeed("log", chat, "--json", as: account).messages.map(\.number)
  }

  @Test func `a chat is seen by its participants and nobody else`() throws {
    try home.succeed("chat", "create", "ops room", "bob")
    for account in ["alice", "bob"] {
      try home.succeed("send", "ops room", "hello", as: account)
      #expect(try home.succeed("chat", "list", as: account).text.contains("ops room"))
      #expect(try home.succeed("chat", as: account).text.contains("ops room"))
    }
    #expect(!(try home.succeed("chat", "list", as: "carol").text.contains("ops room")))
    expectRefusal(try home.run("log", "ops room", as: "carol"), code: 3)
    let shown = try home.succeed("chat", "show", "ops room").text
    #expect(["ops room", "alice", "bob"].allSatisfy(shown.contains))
  }

  @Test func `a public chat can be found and joined`() throws {
    try home.succeed("chat", "create", "lobby", "--public")
    #expect(try home.succeed("chat", "list", "--public", as: "carol").text.contains("lobby"))
    try home.succeed("chat", "join", "alice/lobby", as: "carol")
    try home.succeed("send", "lobby", "hi", as: "carol")
    // #1 is that carol joined.
    #expect(try numbers("lobby", as: "alice") == [2])
    #expect(try home.succeed("chat", "list", as: "carol").text.contains("lobby"))
  }

  @Test func `joining twice changes nothing`() throws {
    try home.succeed("chat", "create", "lobby", "--public")
    try home.succeed("chat", "join", "alice/lobby", as: "carol")
    let before = try home.store.snapshot()
    try home.succeed("chat", "join", "alice/lobby", as: "carol")
    #expect(try home.store.snapshot() == before)
  }

  /// The commands that take a chat, each with the words before its name and those after it.
  private static let chatCommands: [(before: [String], after: [String])] = [
    (["send"], ["x"]), (["log"], []), (["tail", "--no-follow"], []), (["export"], []),
    (["edit"], ["1", "x"]), (["delete"], ["1"]), (["search", "x", "--chat"], []),
    (["token", "create", "t", "--chat"], []), (["chat", "show"], []), (["chat", "join"], []),
    (["chat", "add"], ["dave"]), (["chat", "remove"], ["bob"]), (["chat", "leave"], []),
    (["chat", "rename"], ["s"]), (["chat", "read"], []), (["chat", "delete", "--yes"], []),
    (["expect", "--within", "1h"], []), (["ask"], ["x"]), (["cursor", "list"], []),
    (["cursor", "set"], ["c"]), (["cursor", "remove"], ["c"]), (["cursor", "failed"], ["c"]),
    // That is the exit code of what it runs.
    (["run"], ["sh", "-c", "exit 3"]),
  ]

  @Test func `all commands that take a chat are known to these tests`() {
    let takers = CommandTable.chatctl.commands.filter { command in
      command.operands.contains { $0.completion == .chat }
        || command.options.contains { $0.completion == .chat }
    }
    for command in takers {
      #expect(Self.chatCommands.contains { $0.before.starts(with: command.name.words) })
    }
  }

  @Test(arguments: chatCommands)
  func `a stranger cannot tell a private chat from none`(before: [String], after: [String]) throws {
    try home.succeed("login", "--guest", "anna")
    try home.succeed("chat", "create", "r", "bob", as: "alice")
    let id = try home.succeed("send", "r", "--json", "--", "x", as: "alice").receipt.chatID
    let other = String(repeating: id.hasPrefix("0") ? "1" : "0", count: id.count)
    for stranger in ["carol", "~anna"] {
      for (name, none) in [
        ("alice/r", "alice/q"), (id, other), (String(id.prefix(8)), String(other.prefix(8))),
      ] {
        let outcome = try home.run(before + [name] + after, as: stranger)
        let expected = try home.run(before + [none] + after, as: stranger)
        #expect(outcome.ending == expected.ending && outcome.output.isEmpty)
        #expect(outcome.errors == expected.errors.replacing(none, with: name))
        if stranger == "carol" { expectRefusal(outcome, code: 3, saying: "no chat '\(name)'") }
      }
    }
  }

  @Test func `what a chat needs is asked for`() throws {
    let before = try home.store.snapshot()
    expectRefusal(try home.run("chat", "create", "r"), code: 2)
    expectRefusal(try home.run("chat", "create", "", "bob"), code: 8)
    expectRefusal(try home.run("chat", "create", "r", "carol"), code: 4, saying: "carol")
    expectRefusal(try home.run("chat", "create", "r", "bob", "nobody"), code: 3, saying: "nobody")
    #expect(try home.store.snapshot() == before)
  }

  @Test(arguments: [
    " ", "a/b", "..//", "@bob", "~x", " lead", "trail ", "a\nb", "a\u{1B}[31m", "\u{202E}x",
    "a\u{200B}b",
    String(repeating: "x", count: 65),
  ])
  func `a chat name that could mislead is refused`(name: String) throws {
    expectRefusal(try home.run("chat", "create", "--", name, "bob"), code: 8)
    #expect(try home.store.chats.isEmpty)
  }

  @Test(arguments: ["two words", "日本語", "#room", "café ☕", "..", "null", "*", "$(id)", "👨‍👩‍👧", "100%"])
  func `a chat may be called nearly anything`(name: String) throws {
    try home.succeed("chat", "create", name, "bob")
    try home.succeed("send", name, "x", as: "bob")
    let printed = try home.succeed("log", name, "--json").messages
    #expect(printed.map { Array($0.chat.utf8) } == [Array(name.utf8)])
  }

  @Test func `one owner has one chat of a name`() throws {
    try home.succeed("chat", "create", "Team", "bob")
    expectRefusal(try home.run("chat", "create", "Team", "bob"), code: 5, saying: "Team")
    expectRefusal(try home.run("chat", "create", "TEAM", "--public"), code: 5)
    #expect(try home.store.chats.count == 1)
  }

  @Test func `a bare name is the chat that was joined first`() throws {
    try home.succeed("chat", "create", "r", "bob", as: "alice")
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.succeed("chat", "create", "r", "alice", as: "bob")
    for account in ["alice", "bob"] { try home.succeed("send", "r", "first", as: account) }
    try home.succeed("send", "bob/r", "second", as: "alice")
    #expect(try numbers("alice/r", as: "bob") == [1, 2])
    #expect(try numbers("bob/r", as: "alice") == [1])
  }

  @Test func `a chat can be named by its id or the beginning of it`() throws {
    try home.succeed("chat", "create", "r", "bob")
    let id = try home.succeed("send", "r", "--json", "--", "x").receipt.chatID
    #expect(try numbers(id, as: "bob") == [1])
    #expect(try numbers(String(id.prefix(8)), as: "bob") == [1])
  }

  @Test func `an unknown chat names a similar one`() throws {
    try home.succeed("chat", "create", "deploys", "bob")
    expectRefusal(try home.run("log", "deplois"), code: 3, saying: "deplois", "deploys")
  }

  @Test func `a group without a subcommand lists and knows the nearest one`() throws {
    expectRefusal(try home.run("chat", "creat", "r"), code: 2, saying: "create")
    expectRefusal(try home.run("friends", "ad", "bob"), code: 2, saying: "add")
  }

  @Test func `fifty senders at once send fifty messages`() throws {
    try home.succeed("chat", "create", "r", "bob")
    let senders = try (1...50).map { index in
      try home.start("send", "r", "m\(index)", as: index.isMultiple(of: 2) ? "alice" : "bob")
    }
    for sender in senders { expectQuietSuccess(try sender.finish()) }
    #expect(try numbers("r", as: "alice") == Array(1...50))
    let stored = try home.store.messages
    #expect(stored.map(\.seq) == Array(1...50) && stored.map(\.n) == Array(1...50))
    #expect(Set(stored.map(\.body)) == Set((1...50).map { "m\($0)" }))
  }

  @Test func `a chat whose bare name means another one is told with its owner`() throws {
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.makeChat("r", of: "bob", with: ["alice"])
    #expect(try home.succeed("chat", "create", "r", "bob").errors == "made the chat alice/r\n")
    #expect(try home.succeed("chat", "create", "s", "bob").errors == "made the chat s\n")
    let renamed = try home.succeed("chat", "rename", "s", "R2")
    #expect(renamed.errors == "s is called R2 now\n")
    try home.makeChat("lobby", of: "carol")
    try home.makeChat("lobby", of: "alice")
    let joined = try home.succeed("chat", "join", "carol/lobby")
    #expect(joined.errors == "you take part in carol/lobby now\n")
  }

  @Test func `every command shows a chat by what names it, in JSON too`() throws {
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.makeChat("r", of: "bob", with: ["alice"])
    try home.makeChat("R", of: "alice", with: ["bob"])
    try home.makeChat("s", of: "alice", with: ["bob"])
    for chat in ["r", "alice/R", "s", "@alice"] { try home.succeed("send", chat, "x", as: "bob") }
    let names: Set = ["r", "alice/R", "s", "@bob"]
    for (words, field) in [
      (["chat", "list"], 0), (["unread"], 0), (["search", "x"], 1),
      (["tail", "--all", "--no-follow"], 1), (["export", "--all"], nil),
      (["chat", "read", "--all"], nil),
    ] as [([String], Int?)] {
      if let field {
        let lines = try home.succeed(words).lines
        #expect(Set(lines.map { $0.split(separator: "\t")[field] }) == Set(names.map { $0[...] }))
      }
      let shown = try home.succeed(words + ["--json"]).lines.map(NamedChat.init)
      #expect(Set(shown.map(\.chat)) == names, "\(words)")
      for one in shown {
        let typed = try home.succeed("chat", "show", one.chat, "--json").lines.map(NamedChat.init)
        #expect(typed == [one])
      }
    }
    let read = try home.succeed("chat", "read", "--all").errors.split(separator: "\n")
    #expect(Set(read) == Set(names.map { "\($0) was read already" }))
    for page in ["text", "html"] {
      #expect(try home.succeed("export", "--all", "--format", page).text.contains("alice/R"))
    }
  }

  /// What an object tells of which chat it is about.
  private struct NamedChat: Decodable, Equatable {
    let chat: String
    let chatID: String

    init(_ line: String) throws {
      self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
    }
  }

  @Test func `a change of a chat is told by what names it`() throws {
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.makeChat("r", of: "bob", with: ["alice"])
    try home.makeChat("r", of: "alice", with: ["bob"])
    try home.succeed("friends", "add", "carol")
    func told(_ words: String...) throws -> String { try home.run(["chat"] + words).errors }
    #expect(try told("add", "alice/r", "carol") == "carol takes part in alice/r now\n")
    #expect(try told("remove", "alice/r", "carol") == "removed carol from alice/r\n")
    #expect(try told("rename", "alice/r", "r") == "it is called alice/r already\n")
    #expect(try told("delete", "r", "--yes").contains("the chat 'r' is not yours"))
    #expect(
      try home.run("send", "alice/r", "--reply-to", "99", "x").errors.contains("in 'alice/r'"))
    #expect(try told("rename", "alice/r", "q") == "alice/r is called q now\n")
    #expect(try told("rename", "q", "r") == "q is called alice/r now\n")
    #expect(try told("delete", "alice/r", "--yes") == "deleted the chat alice/r\n")
    #expect(try told("leave", "r") == "you left r\n")
  }

  @Test func `a public chat that was not joined is listed with its owner`() throws {
    try home.makeChat("lobby", of: "alice")
    for (name, account) in [("lobby", "alice"), ("alice/lobby", "bob")] {
      let listed = try home.succeed("chat", "list", "--public", as: account).text
      #expect(listed.hasPrefix("\(name)\t"))
    }
  }

  @Test func `whoever makes a chat takes part in it anyway`() throws {
    for words in [["r", "alice"], ["r", "bob", "ALICE"], ["r", "alice", "--public"]] {
      expectRefusal(
        try home.run(["chat", "create"] + words), code: 2, saying: "you take part", "anyway")
    }
    #expect(try home.store.chats.isEmpty)
    try home.succeed("chat", "create", "r", "bob", "--public")
  }

  @Test func `an unknown command of a group leads to the help of the group`() throws {
    expectRefusal(
      try home.run("chat", "bogus"), code: 2, saying: "'chatctl help chat' lists its commands")
    expectRefusal(try home.run("bogus"), code: 2, saying: "'chatctl help' lists the commands")
  }

  @Test func `a terminal shows when a chat was made in local time`() throws {
    try home.makeChat("r", of: "alice")
    let chat = try #require(try home.store.chats.first)
    let made = try #require(
      String(contentsOf: chat, encoding: .utf8).firstMatch(of: /"created":"([^"]*)"/)?.output.1)
    try home.store.replace(String(made), with: "2026-11-30T23:30:00.000Z", in: chat)
    let screen = try home.onTerminal("chat", "show", "r", environment: ["TZ": "UTC-1"]).screen
    #expect(screen.contains("Tue 1 December 2026 00:30"))
    #expect(try home.succeed("chat", "show", "r").text.contains("2026-11-30T23:30:00.000Z"))
  }

  @Test func `a name that fits several public chats joins none and lists them`() throws {
    for owner in ["alice", "bob"] { try home.makeChat("lobby", of: owner) }
    let before = try home.store.snapshot()
    expectRefusal(
      try home.run("chat", "join", "Lobby", as: "carol"), code: 2,
      saying: "'Lobby'", "'alice/lobby'", "'bob/lobby'", "hint: name one of them")
    #expect(try home.store.snapshot() == before)
  }

  @Test func `the beginning of several ids names none and lists them`() throws {
    for chat in ["r", "s"] { try home.makeChat(chat, of: "alice") }
    let ids = try home.store.chats.map { $0.deletingLastPathComponent().lastPathComponent }
    let twin = String(ids[0].prefix(8) + ids[1].dropFirst(8))
    // As if chance had made it.
    let renamed = try home.shell(
      """
      cd '\(home.store.path)'
      grep -rlZ \(ids[1]) . | xargs -0r sed -i s/\(ids[1])/\(twin)/
      find . -depth -name '*\(ids[1])*' -execdir mv {} \(twin) ';'
      """)
    expectQuietSuccess(renamed)
    for command in [["log"], ["chat", "show"]] {
      expectRefusal(
        try home.run(command + [String(twin.prefix(8))]), code: 2, saying: ids[0], twin)
      try home.succeed(command + [twin])
    }
  }
}
