import Foundation
import Testing

@testable import chatctl

/// The list of types against what every command prints.
struct JSONReferenceTests {
  @Test func `every object that commands print is described, member by member`() throws {
    let record = try Record()
    try playPeople(record)
    try playMessages(record)
    try playTokens(record)
    try playBots(record)
    try playChats(record)
    try playEndings(record)

    for type in JSONReference.types {
      let printed = try #require(record.printed[type.name], "\(type.name) was not printed")
      let kinds = type.members.map { ($0.name, Set([$0.kind])) }
      #expect(
        printed.members == Dictionary(uniqueKeysWithValues: kinds), "members of \(type.name)")
      let required = Set(type.members.filter { !$0.isOptional }.map(\.name))
      #expect(printed.always.isSuperset(of: required), "members of \(type.name) left out")
      if type.commands.isEmpty { continue }
      #expect(
        printed.commands == Set(type.commands), "commands that print \(type.name)")
    }
    #expect(Set(record.printed.keys) == Set(JSONReference.types.map(\.name)))
    let played = Set(CommandTable.chatctl.commands.map(\.fullName)).subtracting(record.commands)
    #expect(
      played == ["candidates", "completion", "documentation", "run"],
      "commands that print no objects")
  }

  private func playPeople(_ record: Record) throws {
    try record.run("init", "--store", "\(record.home.folder.path)/other")
    try record.run(
      "signup", "alice", "--email", "a@example.org", "--image-url", "https://example.org/a.png",
      "--password-stdin", input: "secret")
    try record.run("signup", "bob", "--password-stdin", input: "secret")
    try record.run("login", "bob", "--password-stdin", input: "secret")
    try record.run("passwd", "--password-stdin", input: "secret\nnew secret\n")
    try record.run("account", "list")
    try record.run("switch", "bob")
    try record.run("whoami")
    try record.run("profile")
    try record.run("friends", "add", "alice")
    try record.run("friends", "remove", "alice")
    try record.run("friends", "block", "alice")
    try record.run("friends", "list")
    try record.run("friends", "unblock", "alice")
    try record.run("friends", "add", "alice")
  }

  private func playMessages(_ record: Record) throws {
    try record.run("chat", "list")
    try record.run("chat", "create", "ops", "alice")
    try record.run("send", "ops", "hello")
    for _ in 1...2 { try record.run("send", "ops", "--key", "k", "once") }
    // Refused, with a warning.
    try record.run("send", "ops", "--lines", input: "\u{0}\n")
    try record.run("send", "ops", "--reply-to", "1", "yes, @bob")
    try record.run("edit", "ops", "1", "hi")
    try record.run("search", "hi")
    try record.run("expect", "ops", "--within", "1h")
    try record.run("log", "ops")
    try record.run("unread", as: "alice")
    try record.run("unread", "--count", as: "alice")
    try record.run("chat", "list", as: "alice")
    try record.run("chat", "read", "ops", as: "alice")
    let follower = try record.home.start("tail", "ops", "-n", "1", "--json")
    _ = try follower.lines(1)
    try record.run("edit", "ops", "2", "no")
    try record.run("delete", "ops", "2")
    try record.note(follower.lines(3), of: "tail")
    follower.signal(SIGTERM)
    _ = try follower.outcome()
    // With a hint.
    try record.run("send", "nowhere", "hello")
  }

  private func playBots(_ record: Record) throws {
    let news = ["tail", "ops", "--cursor", "c", "--no-follow", "--retries", "0", "--exec"]
    try record.run("cursor", "set", "ops", "c", "0")
    _ = try record.home.run(news + ["--include-own", "--", "false"])
    try record.run("cursor", "failed", "ops", "c")
    try record.run("cursor", "list", "ops")
    try record.run("cursor", "set", "ops", "c", "0")
    _ = try record.home.run(news + ["--include-own", "--reply", "--", "echo", "answer"])
    try record.run("expect", "ops", "--within", "1h", "--grep", "answer")
    try record.run("cursor", "remove", "ops", "c")
    for choices in [["--choices", "yes,no"], []] {
      let asking = try record.home.start(
        ["ask", "ops", "--json"] + choices + ["ready?"], as: "bob")
      var number: Substring?
      try waitUntil("it is asked") {
        number = try record.home.succeed("log", "ops", "--json").lines
          .last { $0.contains(#""body":"ready?"#) }?
          .firstMatch(of: /"number":(\d+)/)?.output.1
        return number != nil
      }
      let token = "\(record.home.folder.path)/helper\(choices.count)"
      try record.home.succeed("token", "create", "helper\(choices.count)", "--output", token)
      try record.home.succeed(
        "send", "--token-file", token, "ops", "--reply-to", "\(try #require(number))", "yes")
      try record.home.succeed(
        "send", "bob/ops", "--reply-to", "\(try #require(number))", "yes", as: "alice")
      try record.note(asking.outcome().lines, of: "ask")
      try record.home.succeed("delete", "ops", "\(try #require(number))")
    }
  }

  private func playTokens(_ record: Record) throws {
    let file = "\(record.home.folder.path)/sender"
    // None yet, which a status says.
    try record.run("token", "list")
    try record.run("token", "create", "bot", "--chat", "ops", "--expires", "1d")
    try record.run("token", "create", "sender", "--output", file)
    try record.run("token", "list")
    try record.run("send", "--token-file", file, "ops", "hello")
    try record.run("unread")
    let follower = try record.home.start("tail", "ops", "-n", "1", "--json")
    let line = try follower.lines(1)[0]
    let sent = try #require(
      JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    let number = "\(try #require(sent["number"]))"
    try record.run("edit", "--token-file", file, "ops", number, "hi")
    try record.run("delete", "--token-file", file, "ops", number)
    try record.note(follower.lines(3), of: "tail")
    follower.signal(SIGTERM)
    _ = try follower.outcome()
    try record.run("token", "revoke", "bot")
  }

  private func playChats(_ record: Record) throws {
    try record.run("chat", "create", "lobby", "--public")
    try record.run("chat", "join", "bob/lobby", as: "alice")
    try record.run("chat", "leave", "bob/lobby", as: "alice")
    try record.run("chat", "delete", "lobby", "--yes")
    try record.run("chat", "remove", "ops", "alice")
    try record.run("chat", "add", "ops", "alice")
    try record.run("chat", "rename", "ops", "operations")
    try record.run("chat", "show", "operations")
    try record.run("log", "operations")
    try record.run("tail", "operations", "--no-follow")
    try record.run("export", "operations")
    // With something in it that does not belong there, and something that is too open.
    _ = try record.home.shell(
      "touch '\(record.home.store.path)/x'; chmod 644 '\(record.home.store.path)/store.json'")
    try record.run("doctor")
    try record.run("doctor", "--repair")
  }

  private func playEndings(_ record: Record) throws {
    try record.run("login", "--guest", "anna")
    try record.run("logout")
    try record.run("account", "delete", "--yes")
    try record.run("help")
    try record.run("--version")
    try record.run("tour")
  }
}

/// What commands have printed with `--json`, by type.
private final class Record {
  /// What is known of one type.
  struct Printed {
    /// What each member was seen to be.
    var members: [String: Set<JSONReference.Kind>] = [:]
    /// The members that no object lacked.
    var always: Set<String>
    var commands: Set<String> = []
  }

  let home: TestHome
  private(set) var printed: [String: Printed] = [:]
  /// The commands that were run.
  private(set) var commands: Set<String> = []

  init() throws { home = try TestHome() }

  /// Runs a command, whether it fails or not, and notes what it prints.
  func run(_ words: String..., as account: String? = nil, input: String = "") throws {
    let outcome = try home.run(["--json"] + words, as: account, input: .text(input))
    let command = CommandTable.chatctl.commands.first { words.starts(with: $0.name.words) }
    try note(
      (outcome.text + outcome.errors).split(separator: "\n").map(String.init),
      of: command?.fullName ?? "")
  }

  /// Notes lines that a command printed.
  func note(_ lines: [String], of command: String) throws {
    commands.insert(command)
    for line in lines {
      var members = try JSONDecoder().decode([String: Value].self, from: Data(line.utf8))
      let type = try #require(members.removeValue(forKey: "type")?.text, "\(line)")
      #expect(line.hasPrefix("{\"type\":"))
      var known = printed[type] ?? Printed(always: Set(members.keys))
      for (name, value) in members { known.members[name, default: []].insert(value.kind) }
      known.always.formIntersection(members.keys)
      known.commands.insert(command)
      printed[type] = known
    }
  }
}

/// A value of JSON, of one of the kinds that there are.
private struct Value: Decodable {
  let kind: JSONReference.Kind
  /// Of a string.
  var text: String?

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      (kind, self.text) = (.string, text)
    } else if (try? container.decode(Bool.self)) != nil {
      kind = .boolean
    } else if (try? container.decode(Int64.self)) != nil {
      kind = .integer
    } else {
      _ = try container.decode([String].self)
      kind = .strings
    }
  }
}
