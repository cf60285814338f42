import Foundation
import Glibc
import Testing

@testable import chatctl

/// Tokens: making, using and taking them back.
struct TokenTests {
  private let home: TestHome
  /// Where a token is kept.
  private let file: URL

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    file = home.folder.appending(path: "token")
  }

  private func create(_ options: String..., name: String = "backup") throws -> String {
    let outcome = try home.succeed(["token", "create", name] + options, as: "alice")
    return String(outcome.text.dropLast())
  }

  /// Runs chatctl with a token and without any login.
  private func run(_ words: String..., token: String) throws -> Outcome {
    try home.run(words) {
      $0.environment["CHATCTL_TOKEN"] = token
      $0.environment["XDG_STATE_HOME"] = "/dev/null"
    }
  }

  @Test func `a token is shown once, and the store keeps its digest only`() throws {
    let token = try create()
    #expect(token.wholeMatch(of: /chatctl-[0-9a-f]{20}-[0-9a-f]{64}/) != nil)
    let secret = try #require(token.split(separator: "-").last)
    for (_, contents) in try home.store.snapshot() {
      #expect(!String(decoding: contents, as: UTF8.self).contains(secret))
    }
    let list = try home.succeed("token", as: "alice")
    #expect(list.text.hasPrefix("backup\tread and send\tall chats\t"))
    #expect(!list.text.contains(secret))
    #expect(try create(name: "other") != token)
  }

  @Test func `a message sent with a token tells its name`() throws {
    let token = try create()
    #expect(try run("send", "r", "done", token: token).code == 0)
    #expect(try home.succeed("log", "r").text.hasSuffix("\tr\t1\talice[backup]\tdone\n"))
    #expect(try home.onTerminal("log", "r").screen.contains("alice[backup]"))
    let message = try #require(try home.succeed("log", "r", "--json").messages.first)
    #expect(message.username == "alice")
    #expect(message.token == "backup")
    try home.succeed("send", "r", "hello")
    #expect(try home.succeed("log", "r", "--json").messages.last?.token == nil)
    #expect(try home.succeed("log", "r", "--from", "alice").lines.count == 2)
  }

  @Test func `who is shown as of a token is found as that`() throws {
    let token = try create()
    #expect(try run("send", "r", "by the token", token: token).code == 0)
    #expect(try run("send", "r", "by another", token: create(name: "other")).code == 0)
    try home.succeed("send", "r", "by herself", as: "alice")
    let all = ["by the token", "by another", "by herself"]
    let backup = ["by the token"]
    for (author, texts) in [
      ("alice", all), ("alice[backup]", backup), ("ALICE[Backup]", backup), ("alice[none]", []),
    ] {
      for words in [
        ["log", "r"], ["tail", "r", "--no-follow"], ["search", "by", "--chat", "r"],
      ] {
        let outcome = try home.run(words + ["--from", author], as: "alice")
        #expect(outcome.lines.bodies == texts, "\(words) \(author) \(outcome.errors)")
      }
      let expect = ["expect", "r", "--within", "1h", "--grep", "the token", "--from", author]
      #expect(try home.run(expect, as: "alice").code == (texts.isEmpty ? 1 : 0))
    }
    for author in ["alice[", "alice[]", "nobody[backup]"] {
      expectRefusal(try home.run("log", "r", "--from", author, as: "alice"), code: 3)
    }
    // It still names her when she has another username.
    try home.succeed("profile", "--username", "alicia", as: "alice")
    let outcome = try home.succeed("log", "r", "--from", "alice[backup]", as: "alicia")
    #expect(outcome.lines.bodies == backup)
    for command in ["log", "tail", "search", "expect", "ask"] {
      #expect(try home.succeed("help", command).text.contains("USERNAME[TOKEN]"))
    }
  }

  @Test func `a file for a token is made new, for its owner alone`() throws {
    try home.succeed("token", "create", "backup", "--output", file.path, as: "alice") {
      $0.wrap(in: .shell("umask 777"))
    }
    #expect(try mode(of: file) == 0o600)
    #expect(try home.succeed("whoami", "--token-file", file.path).text == "alice\n")
    let before = try Data(contentsOf: file)
    let again = try home.run("token", "create", "other", "--output", file.path)
    expectRefusal(again, code: 5, saying: file.path)
    #expect(try Data(contentsOf: file) == before)
    let other = home.folder.appending(path: "other")
    expectRefusal(
      try home.run("token", "create", "BACKUP", "--output", other.path), code: 5, saying: "'backup'"
    )
    #expect(!FileManager.default.fileExists(atPath: other.path))
    #expect(try home.succeed("token", "list").lines.count == 1)
  }

  @Test(arguments: ["link", "fifo", "folder", "/dev/stdout", "/dev/null"])
  func `a file for a token is never what is there already`(name: String) throws {
    try home.succeed("token", "create", "other", as: "alice")
    let path = name.hasPrefix("/") ? name : home.folder.appending(path: name).path
    switch name {
    case "link":
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "\(home.folder.path)/nowhere")
    case "fifo": #expect(mkfifo(path, 0o600) == 0)
    case "folder":
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false)
    default: break
    }
    let before = (try home.store.snapshot(), try home.entries())
    expectRefusal(
      try home.run("token", "create", "backup", "--output", path, as: "alice"), code: 5,
      saying: "'\(path)' is there already", "leave out '--output'")
    #expect(try (home.store.snapshot(), home.entries()) == before)
  }

  @Test func `a token comes from the option, else from the environment`() throws {
    let token = try create()
    try write("\n  \(token)\r\n\t")
    func whoami(_ words: String..., environment: [String: String]) throws -> Outcome {
      try home.run(["whoami"] + words) { $0.environment.merge(environment) { $1 } }
    }
    try home.succeed("switch", "bob")
    let variables: [[String: String]] = [
      ["CHATCTL_TOKEN_FILE": file.path], ["CHATCTL_TOKEN": token],
    ]
    for environment in variables {
      #expect(try whoami(environment: environment).text == "alice\n")
    }
    let wrong = ["CHATCTL_TOKEN": "wrong", "CHATCTL_TOKEN_FILE": "nowhere"]
    #expect(try whoami("--token-file", file.path, environment: wrong).text == "alice\n")
    expectRefusal(try whoami(environment: wrong), code: 2)
    expectRefusal(try whoami("--token-file", "", environment: [:]), code: 2)
    expectRefusal(try whoami("--token-file", "nowhere", environment: [:]), code: 4)
  }

  @Test func `a token file that an option names beats CHATCTL_USER`() throws {
    try write(try create())
    for name in ["bob", "nobody"] {
      let outcome = try home.run("whoami", "--token-file", file.path) {
        $0.environment["CHATCTL_USER"] = name
      }
      #expect(outcome.text == "alice\n", "\(outcome.errors)")
    }
  }

  @Test func `an error about a token names what it came from, and never the token`() throws {
    let token = try create("--chat", "r")
    let expired = try create("--expires", "1ms", name: "expired")
    let revoked = try create(name: "revoked")
    try home.succeed("token", "revoke", "revoked", as: "alice")
    let sender = try create("--send-only", name: "sender")
    func refused(_ name: String, _ value: String, _ words: [String], code: Int32 = 4) throws {
      let option = name.hasPrefix("--")
      let outcome = try home.run((option ? [name, value] : []) + words) {
        if !option { $0.environment[name] = value }
      }
      #expect(outcome.errors.hasPrefix("chatctl: \(name): "))
      #expect(outcome.code == code)
      for secret in [token, expired, revoked, sender] {
        #expect(!outcome.errors.contains(secret.dropLast(2).suffix(60)))
      }
    }
    // Set to nothing, as by a script that has not found it.
    for name in ["CHATCTL_TOKEN", "CHATCTL_TOKEN_FILE"] { try refused(name, "", ["whoami"]) }
    for text in ["x", "\(token)0", expired, revoked] {
      try refused("CHATCTL_TOKEN", text, ["whoami"])
      try write(text)
      for name in ["--token-file", "CHATCTL_TOKEN_FILE"] {
        try refused(name, file.path, ["whoami"])
      }
    }
    try refused("CHATCTL_TOKEN", sender, ["log", "r"])
    try refused("CHATCTL_TOKEN", token, ["send", "@me", "x"])
    for name in ["--token-file", "CHATCTL_TOKEN_FILE"] {
      try refused(name, "nowhere", ["whoami"])
      try refused(name, home.folder.path, ["whoami"], code: 7)
      for slip in [token, "\(token)0", String(token.dropLast())] {
        try refused(name, slip, ["whoami"], code: 2)
      }
      try write(token, mode: 0o644)
      try refused(name, file.path, ["whoami"])
    }
    let session = try home.run("friends") { $0.environment["CHATCTL_TOKEN"] = "" }
    expectRefusal(session, code: 4, saying: "hint: leave out CHATCTL_TOKEN, and log in")
  }

  private func write(_ token: String, mode: Int = 0o600) throws {
    try Data(token.utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  @Test(arguments: [0o640, 0o604, 0o620]) func `a file that others may use is refused`(
    mode: Int
  ) throws {
    try write(try create(), mode: mode)
    expectRefusal(
      try home.run("whoami", "--token-file", file.path), code: 4, saying: "chmod 600", file.path)
  }

  @Test(arguments: [
    "chatctl --token-file <(cat token) whoami", "chatctl --token-file /dev/stdin whoami <token",
    "cat token | chatctl --token-file /dev/stdin whoami",
    "cat token >fifo & chatctl --token-file fifo whoami",
    "CHATCTL_TOKEN_FILE=<(cat token) chatctl whoami",
  ])
  func `a token may come from a pipe`(script: String) throws {
    try write(try create())
    #expect(mkfifo(home.folder.appending(path: "fifo").path, 0o644) == 0)
    let outcome = try home.shell("cd; \(script)")
    #expect(outcome.text == "alice\n", "\(outcome.errors)")
  }

  @Test(arguments: ["<(yes)", "/dev/zero", "/dev/null", "<(true)"])
  func `what gives no token gives none, be it endless`(file: String) throws {
    let outcome = try home.shell("chatctl --token-file \(file) whoami")
    expectRefusal(outcome, code: 4, saying: "--token-file: the token is not valid")
  }

  @Test func `a token that cannot be shown is taken back`() throws {
    for options in [[], ["--json"]] {
      for output in [Launch.Output.file("/dev/full"), .closed] {
        let outcome = try home.run(["token", "create", "backup"] + options, as: "alice") {
          $0.output = output
        }
        #expect(outcome.code == 7)
        #expect(outcome.errors.contains("the token backup was not shown, and is revoked"))
        #expect(!outcome.errors.contains("made"))
      }
    }
    #expect(try home.succeed("token", "list", as: "alice").text.isEmpty)
    let written = try home.run("token", "create", "x", "--json", "--output", file.path) {
      $0.output = .closed
    }
    #expect(written.code == 7)
    #expect(try home.succeed("whoami", "--token-file", file.path).text == "alice\n")
  }

  @Test func `a token changes and deletes only what it sent`() throws {
    let token = try create()
    try home.succeed("send", "r", "by hand", as: "alice")
    try home.succeed("send", "r", "by bob", as: "bob")
    func run(_ words: String...) throws -> Outcome {
      try home.run(words) { $0.environment["CHATCTL_TOKEN"] = token }
    }
    #expect(try run("send", "r", "by token").code == 0)
    for number in ["1", "2"] {
      expectRefusal(
        try run("edit", "r", number, "x"), code: 4, saying: "was not sent with the token")
      expectRefusal(try run("delete", "r", number), code: 4, saying: "was not sent with the token")
    }
    #expect(try run("edit", "r", "3", "by a token").code == 0)
    #expect(try run("delete", "r", "3").code == 0)
    let texts = try home.succeed("log", "r").lines.compactMap { $0.split(separator: "\t").last }
    #expect(texts == ["by hand", "by bob"])
  }

  @Test func `a token that is empty, or another store's, is told as that`() throws {
    for words in [["--token-file", "/dev/null"], ["--token-file", "/dev/null", "--as", "alice"]] {
      let outcome = try home.run(words + ["whoami"])
      expectRefusal(outcome, code: 4, saying: "--token-file: the token is not valid: it is empty")
    }
    expectRefusal(try run("whoami", token: " "), code: 4, saying: "CHATCTL_TOKEN:", "it is empty")
    let other = try TestHome()
    try other.signUp("alice")
    let token = try String(other.succeed("token", "create", "t").text.dropLast())
    let outcome = try home.run("whoami") { $0.environment["CHATCTL_TOKEN"] = token }
    expectRefusal(outcome, code: 4, saying: "not valid", "hint:", "CHATCTL_STORE")
  }

  @Test func `a token that is not valid never falls back to a session`() throws {
    let token = try create()
    let parts = token.split(separator: "-")
    let zeros = String(repeating: "0", count: 64)
    for wrong in [
      "x", " ", "chatctl--", "\(parts[0])-\(parts[1])-\(zeros)",
      "\(parts[0])-00000000000000000000-\(parts[2])", token.uppercased(), token + "0",
    ] {
      let outcome = try home.run("whoami") { $0.environment["CHATCTL_TOKEN"] = wrong }
      expectRefusal(outcome, code: 4, saying: "the token is not valid")
      #expect(!outcome.errors.contains(zeros))
    }
    try home.succeed("token", "revoke", "Backup")
    expectRefusal(try run("send", "r", "x", token: token), code: 4, saying: "revoked")
    expectRefusal(try home.run("token", "revoke", "backup"), code: 3, saying: "'backup'")
    #expect(try home.bodies().isEmpty)
  }

  @Test func `an expired token is told as such`() throws {
    let token = try create("--expires", "1ms")
    expectRefusal(try run("send", "r", "x", token: token), code: 4, saying: "'backup' has expired")
    for duration in ["0", "", "1y", "-1d", "9999999w"] {
      expectRefusal(try home.run("token", "create", "x", "--expires", duration), code: 2)
    }
    let changed = try home.succeed("passwd", "--password-stdin", "--json", input: .text("pw\nnew"))
    #expect(changed.text.contains(#""tokens":0}"#))
  }

  @Test func `a token and the name of somebody else disagree`() throws {
    let token = try create()
    expectRefusal(try run("whoami", "--as", "bob", token: token), code: 2, saying: "bob", "alice")
    #expect(try run("whoami", "--as", "ALICE", token: token).text == "alice\n")
    let named = try home.run("whoami") {
      $0.environment["CHATCTL_TOKEN"] = token
      $0.environment["CHATCTL_USER"] = "bob"
    }
    expectRefusal(named, code: 2)
    try write(token)
    expectRefusal(
      try home.run("whoami", "--token-file", file.path, as: "bob"), code: 2, saying: "bob", "alice")
    try home.succeed("profile", "--username", "alicia", as: "alice")
    #expect(try run("whoami", "--as", "alice", token: token).text == "alicia\n")
  }

  @Test func `a token that may only send, or only read, does just that`() throws {
    let sender = try create("--send-only", name: "sender")
    let reader = try create("--read-only", name: "reader")
    #expect(try run("send", "r", "hello", token: sender).code == 0)
    for words in [["log", "r"], ["tail", "r", "--no-follow"], ["chat", "list"], ["whoami"]] {
      let outcome = try home.run(words) { $0.environment["CHATCTL_TOKEN"] = sender }
      expectRefusal(outcome, code: 4, saying: "'sender' has no right to read")
      #expect(try home.run(words) { $0.environment["CHATCTL_TOKEN"] = reader }.code == 0)
    }
    expectRefusal(
      try run("send", "r", "x", token: reader), code: 4, saying: "'reader' has no right to send")
    expectRefusal(try home.run("token", "create", "x", "--send-only", "--read-only"), code: 2)
  }

  @Test func `a token for some chats sees no other`() throws {
    try home.makeChat("other", of: "alice")
    try home.makeChat("lobby", of: "bob")
    let token = try create("--chat", "r", "--chat", "r")
    #expect(try home.succeed("token").text.contains("\tr\t"))
    #expect(try run("send", "r", "hello", token: token).code == 0)
    try home.succeed("send", "other", "secret")
    for chat in ["other", "bob/lobby"] {
      for words in [["send", chat, "x"], ["log", chat], ["tail", chat], ["chat", "show", chat]] {
        let outcome = try home.run(words) { $0.environment["CHATCTL_TOKEN"] = token }
        expectRefusal(outcome, code: 4, saying: "is not for the chat '\(chat)'")
      }
    }
    #expect(
      try run("chat", "list", token: token).lines.map { $0.split(separator: "\t")[0] } == ["r"])
    #expect(try run("chat", "list", "--public", token: token).text.isEmpty)
    #expect(try run("tail", "--all", "--no-follow", token: token).lines.count == 1)
    expectRefusal(try home.run("token", "create", "x", "--chat", "nowhere"), code: 3)
  }

  @Test func `when a token ends is said when it is made`() throws {
    for (index, options) in [[], ["--output", file.path]].enumerated() {
      let words = ["token", "create", "t\(index)", "--expires", "90"] + options
      let made = try home.succeed(words, as: "alice")
      let list = try home.succeed("token", "list", as: "alice")
      let expires = try #require(list.lines.last?.split(separator: "\t").last)
      #expect(made.errors.contains("it ends at \(expires)"), "\(made.errors)")
    }
    let screen = try home.onTerminal("token", "create", "t2", "--expires", "90").screen
    #expect(screen.contains(/it ends at \d\d:\d\d on \w+ \d+ \w+ \d+/), "\(screen)")
    #expect(!(try home.succeed("token", "create", "t3").errors.contains("it ends")))
    let json = try home.succeed("token", "create", "t4", "--expires", "90", "--json")
    #expect(json.text.contains(#""expires":"2"#))
  }

  @Test func `a token for a chat refuses another one that comes to go by its name`() throws {
    try home.succeed("friends", "add", "alice", as: "bob")
    try home.makeChat("r", of: "bob", with: ["alice"])
    let token = try create("--chat", "r")
    try home.succeed("chat", "rename", "r", "s", as: "alice")
    try home.succeed("send", "r", "to bob's", as: "alice")
    #expect(try home.bodies(of: "bob/r", as: "alice") == ["to bob's"])
    let outcome = try home.run("send", "r", "x") { $0.environment["CHATCTL_TOKEN"] = token }
    expectRefusal(outcome, code: 4, saying: "is not for the chat 'r'")
    expectRefusal(try home.run("send", "alice/r", "x", as: "alice"), code: 3)
    // It is said where scripts are written.
    let guide = Guide.bots.sections.flatMap(\.blocks).map { "\($0)" }.joined()
    for text in [
      try Readme().section("Scripts").text, try Readme().section("Security").text, guide,
      try home.succeed("help", "chat", "create").text,
    ] {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(words.contains("renamed, left or deleted"))
      #expect(words.contains("OWNER/NAME"))
    }
  }

  @Test func `no token forgets a cursor, or what was given up at it`() throws {
    try home.succeed("cursor", "set", "r", "c", "0")
    for option in ["--read-only", "--send-only"] {
      let token = try create(option, name: String(option.dropFirst(2)))
      let outcome = try home.run("cursor", "remove", "r", "c") {
        $0.environment["CHATCTL_TOKEN"] = token
      }
      expectRefusal(outcome, code: 4, saying: "cannot be used with a token")
    }
    #expect(try home.succeed("cursor", "list", "r").lines.count == 1)
    #expect(try home.succeed("help", "cursor", "remove").text.contains("token"))
  }

  /// The commands that ask for a session, each with a word for what it requires.
  private static let sessionCommands = CommandTable.chatctl.commands
    .filter { $0.needs.right == nil }
    .map { $0.name.words + $0.operands.filter(\.arity.isRequired).map { _ in "x" } }

  @Test(arguments: sessionCommands)
  func `a token may do nothing with accounts, friends, tokens and chats`(words: [String]) throws {
    let token = try create()
    let before = try home.store.snapshot()
    let outcome = try home.run(words) { $0.environment["CHATCTL_TOKEN"] = token }
    expectRefusal(outcome, code: 4, saying: "cannot be used with a token")
    #expect(try home.store.snapshot() == before)
  }

  @Test(arguments: [
    ["signup"], ["passwd"], ["account", "delete"], ["friends", "block"], ["token", "create"],
    ["chat", "add"], ["chat", "remove"], ["chat", "rename"], ["chat", "delete"], ["chat", "read"],
    ["export"], ["cursor", "remove"],
  ])
  func `what changes more than messages, or reads everything, asks for a session`(
    name: [String]
  ) {
    #expect(Self.sessionCommands.contains { $0.starts(with: name) })
  }

  @Test func `help needs no valid token`() throws {
    #expect(try run("help", token: "wrong").code == 0)
    #expect(try run("completion", "bash", token: "wrong").code == 0)
  }

  @Test func `who follows with a token ends when it is revoked`() throws {
    let token = try create()
    try home.succeed("send", "r", "hello")
    let tail = try home.start("tail", "r") { $0.environment["CHATCTL_TOKEN"] = token }
    _ = try tail.lines(1)
    try home.succeed("token", "revoke", "backup")
    let outcome = try tail.outcome()
    #expect(outcome.ending == .exited(4))
    #expect(outcome.errors.contains("the token 'backup' was revoked"))
  }

  @Test func `who follows with a token ends when it expires`() throws {
    let token = try create("--expires", "3s")
    let outcome = try home.run("tail", "--all") { $0.environment["CHATCTL_TOKEN"] = token }
    #expect(outcome.ending == .exited(4))
    #expect(outcome.errors.contains("the token 'backup' has expired"))
  }

  @Test func `tokens outlive a change of password, and not the account`() throws {
    let token = try create()
    let changed = try home.succeed("passwd", "--password-stdin", "--json", input: .text("pw\nnew"))
    #expect(changed.text.contains(#""tokens":1}"#))
    #expect(try run("whoami", token: token).text == "alice\n")
    try home.succeed("account", "delete", "--yes")
    expectRefusal(try run("whoami", token: token), code: 4, saying: "not valid")
  }

  @Test func `guests have no tokens, and names keep the rules of usernames`() throws {
    for name in ["", "a b", "a]", "a\tb", "-x", String(repeating: "x", count: 33)] {
      expectRefusal(try home.run("token", "create", "--", name), code: 8)
    }
    try home.succeed("login", "--guest", "anna")
    expectRefusal(try home.run("token", "create", "x"), code: 4, saying: "guests may not")
  }
}
