import Foundation
import Testing

/// What the completion scripts are told: a line a candidate, a tab before its description.
struct CandidatesTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.signUp("carol")
    try home.makeRoom("alice", "bob")
    try home.succeed("friends", "add", "carol")
    try home.makeChat("lobby", of: "alice")
    try home.makeChat("bob's", of: "bob")
  }

  /// The candidates of a line, with their descriptions behind a tab.
  private func candidates(_ words: any Word...) throws -> [String] {
    let outcome = try home.succeed(["candidates", "--"] + words)
    #expect(outcome.errors.isEmpty)
    return outcome.lines
  }

  /// The candidates alone.
  private func words(_ words: any Word...) throws -> [String] {
    try home.succeed(["candidates", "--"] + words).lines.map { line in
      String(line.prefix { $0 != "\t" })
    }
  }

  @Test func `chats go by what names them as it was begun`() throws {
    #expect(try candidates("log", "") == ["lobby\tpublic", "r\t2 people"])
    #expect(try words("--as", "bob", "log", "") == ["bob's", "r"])
    #expect(try words("log", "alice/") == ["alice/lobby", "alice/r", "bob/bob's"])
    let lines = try home.succeed("chat", "show", "r").lines
    let id = try #require(lines.first { $0.hasPrefix("id\t") }).dropFirst(3)
    #expect(try candidates("log", String(id.prefix(6))) == ["\(id)\tr"])
    #expect(try words("search", "--chat=") == ["lobby", "r"])
    #expect(try words("tail", "r", "") == ["lobby"])
    #expect(try words("--as", "bob", "chat", "rename", "") == ["bob's"])
    #expect(try words("chat", "join", "") == ["bob/bob's"])
  }

  @Test func `friends can be written to before there is a chat`() throws {
    #expect(try words("send", "@").suffix(3) == ["@bob", "@carol", "@me"])
    try home.succeed("send", "@bob", "hello")
    #expect(try words("send", "").contains("@bob"))
    #expect(try words("send", "@").count { $0 == "@bob" } == 1)
    #expect(try !words("log", "@").contains("@carol"))
    for command in ["leave", "add"] {
      #expect(try words("chat", command, "") == ["lobby", "r"])
      #expect(try words("chat", command, "bob/").allSatisfy { $0.hasPrefix("alice/") })
    }
  }

  @Test func `options of whoever asks hold for the line, unless it has others`() throws {
    let asked = try home.succeed("--as", "bob", "candidates", "--", "chat", "rename", "")
    #expect(asked.lines.map { $0.prefix { $0 != "\t" } } == ["bob's"])
    let other = try home.succeed("--as", "bob", "candidates", "--", "--as=carol", "log", "")
    #expect(other.lines.isEmpty)
  }

  @Test func `people are those who can be meant`() throws {
    #expect(try words("friends", "remove", "") == ["bob", "carol"])
    #expect(try words("chat", "add", "r", "") == ["carol"])
    #expect(try words("chat", "remove", "r", "") == ["bob"])
    #expect(try words("log", "r", "--from", "") == ["alice", "bob"])
    #expect(try words("search", "--from", "") == ["alice", "bob", "carol"])
    #expect(try words("--as=bob", "friends", "add", "") == ["alice"])
    #expect(try words("chat", "create", "new", "bob", "") == ["carol"])
    #expect(try words("chat", "create", "carol", "") == ["bob", "carol"])
    #expect(try words("profile", "") == ["bob", "carol"])
    try home.succeed("friends", "block", "carol")
    #expect(try words("friends", "unblock", "") == ["carol"])
  }

  @Test func `logins, cursors and tokens`() throws {
    try home.succeed("login", "--guest", "anna")
    try home.succeed("switch", "alice")
    #expect(try candidates("--as", "") == ["alice\tcurrent", "bob\t", "carol\t", "~anna\t"])
    #expect(try words("switch", "") == ["alice", "bob", "carol", "~anna"])
    let path = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "t", "--output", path)
    for line in [["--as", ""], ["switch", ""], ["logout", ""]] {
      #expect(try home.succeed(["--token-file", path, "candidates", "--"] + line).output.isEmpty)
    }
    try home.succeed("token", "revoke", "t")
    try home.succeed("send", "r", "x")
    try home.succeed("tail", "r", "--no-follow", "--cursor", "digest")
    try home.succeed("chat", "read", "r")
    #expect(try candidates("cursor", "remove", "r", "") == ["digest\tafter #1"])
    #expect(try candidates("tail", "--cursor", "") == ["digest\tr"])
    #expect(try candidates("cursor", "remove", "lobby", "").isEmpty)
    try home.succeed("token", "create", "backup", "--send-only")
    #expect(try candidates("token", "revoke", "") == ["backup\tsend only"])
  }

  @Test func `messages go by number, the newest first, with their first words`() throws {
    try home.succeed("send", "r", "one")
    try home.succeed("send", "r", "two", as: "bob")
    try home.succeed("send", "r", "three\n\tlines \u{1B}[2J")
    let long = String(repeating: "word ", count: 100)
    try home.succeed("send", "r", long)
    let own = [
      "4\talice: \(long.prefix(50))…", "3\talice: three lines \\u{1b}[2J", "1\talice: one",
    ]
    #expect(try candidates("edit", "r", "") == own)
    #expect(try candidates("--as", "bob", "edit", "r", "") == ["2\tbob: two"])
    #expect(try words("delete", "r", "") == ["4", "3", "2", "1"])
    #expect(try words("--as", "bob", "delete", "r", "") == ["2"])
    #expect(try words("send", "r", "--reply-to", "") == ["4", "3", "2", "1"])
    #expect(try words("cursor", "set", "r", "c", "") == ["4", "3", "2", "1"])
    try home.succeed("delete", "r", "3")
    #expect(try words("edit", "r", "") == ["4", "1"])
    let input = (1...60).map { "\($0)\n" }.joined()
    try home.succeed("send", "r", "--lines", input: .text(input))
    #expect(try words("edit", "r", "").count == 50)
  }

  @Test func `a token shows what it may read`() throws {
    for (option, chats) in [("--read-only", ["r"]), ("--send-only", [])] {
      let path = home.folder.appending(path: "token\(option)").path
      try home.succeed("token", "create", "t\(option)", option, "--chat", "r", "--output", path)
      #expect(try words("--token-file", path, "log", "") == chats)
      #expect(try words("--token-file", path, "friends", "remove", "").isEmpty)
    }
  }

  @Test func `a token changes what was sent with it`() throws {
    let path = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "bot", "--output", path)
    try home.succeed("send", "r", "by a session")
    try home.succeed("--token-file", path, "send", "r", "by a token")
    for command in ["edit", "delete"] {
      #expect(try words("--token-file", path, command, "r", "") == ["2"])
      #expect(try words(command, "r", "") == ["2", "1"])
    }
  }

  @Test func `it says nothing where it knows nothing, and leaves everything as it is`() throws {
    try home.succeed("send", "r", "one")
    let lobby = try #require(
      try home.store.chats.first { try String(contentsOf: $0, encoding: .utf8).contains("lobby") })
    let before = try home.store.snapshot()
    let lines: [[any Word]] = [
      [], [""], ["x"], ["log"], ["bogus", ""], ["log", "--bogus", ""], ["log", "--bogus="],
      ["log", "r", ""], ["edit", "nope", ""], ["log", "r", "-n", ""], ["send", "r", "word", ""],
      ["chat", "read", "--all", ""], ["logout", "--all", ""], ["login", ""],
      ["login", "--guest", "x", ""],
      ["--store", "/nonexistent", "log", ""], ["--store=", "log", ""],
      ["--as", "nobody", "log", ""],
      ["--token-file", "/nonexistent", "log", ""], ["--lock-timeout", "x", "log", ""],
      ["log", "r", [0xFF] as [UInt8]], [[0xFF] as [UInt8], ""],
      ["tail", "r", "--exec", "--", ""], ["cursor", "failed", "r", "c", "--retry", "--", ""],
    ]
    for line in lines {
      let outcome = try home.run(["candidates", "--"] + line)
      #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty, "\(line)")
    }
    #expect(try home.store.snapshot() == before)
    try home.store.overwrite(lobby, with: Data("{".utf8))
    #expect(try candidates("log", "") == ["r\t2 people"])
    try home.store.overwrite(home.store.settings, with: Data("{".utf8))
    #expect(try candidates("log", "").isEmpty)
  }

  @Test func `it does not wait for a token`() throws {
    let path = home.folder.appending(path: "pipe").path
    try #require(mkfifo(path, 0o600) == 0)
    let outcome = try home.run(["candidates", "--", "--token-file", path, "log", ""])
    #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
  }

  @Test func `a name begins with the code points that were typed`() throws {
    try home.makeChat("\u{E9}t\u{E9}", of: "alice")
    let names = try words("log", "e\u{301}").map { Array($0.utf8) }
    #expect(names.contains(Array("e\u{301}t\u{E9}".utf8)))
  }

  @Test func `without a login and without a store it makes nothing`() throws {
    for store in [TestHome.Store.created, .absent] {
      let home = try TestHome(store)
      let before = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path).sorted()
      for line in [["log", ""], ["--as", ""], ["edit", "r", ""], ["send", "@"]] {
        let outcome = try home.run(["candidates", "--"] + line) {
          $0.attach(to: try PseudoTerminal())
        }
        #expect(outcome.code == 0 && outcome.screen.isEmpty)
      }
      let after = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path).sorted()
      #expect(after == before)
    }
  }

  @Test func `names that would act on a terminal are left out`() throws {
    let chat = try #require(
      try home.store.chats.first { try String(contentsOf: $0, encoding: .utf8).contains("lobby") })
    try home.store.replace("\"lobby\"", with: "\"lob\\u001b[2Jby\"", in: chat)
    #expect(try words("log", "") == ["r"])
  }
}
