/// What a store holds before something is done to it: three people, a chat of two, a public one and
/// a direct one, messages that were edited, deleted, answered and sent under keys, a cursor, a
/// token.
enum Scene {
  static let password = "correct horse battery"

  static let steps: [Step] = [
    Step("signup", "bob", "--password-stdin", input: password),
    Step("signup", "carol", "--password-stdin", "--email", "carol@example.org", input: password),
    Step("signup", "alice", "--password-stdin", input: password),
    Step("friends", "add", "bob", as: "alice"),
    Step("friends", "add", "carol", as: "alice"),
    Step("chat", "create", "ops", "bob", as: "alice"),
    Step("chat", "create", "town", "--public", as: "alice"),
    Step("chat", "join", "alice/town", as: "bob"),
    Step("send", "ops", "first", as: "alice"),
    Step("send", "ops", "--reply-to", "1", "second", as: "bob"),
    Step("send", "ops", "--key", "daily", "third", as: "alice"),
    Step("send", "ops", "to be deleted", as: "alice"),
    Step("edit", "ops", "1", "first, again", as: "alice"),
    Step("delete", "ops", "4", as: "alice"),
    Step("send", "@bob", "between us", as: "alice"),
    Step("send", "town", "hello, all", as: "bob"),
    Step("cursor", "set", "ops", "reader", "2", as: "alice"),
    Step("token", "create", "robot", "--chat", "ops", as: "alice"),
  ]
}

/// A command that writes, and what it may leave behind when it does not come to its end.
struct WritingCommand: Sendable {
  /// Tells it apart, `send`.
  let name: String
  let step: Step
  /// Whether reading commands show what it does; a password and a session they do not.
  let isVisible: Bool

  init(_ name: String, _ step: Step, isVisible: Bool = true) {
    self.name = name
    self.step = step
    self.isVisible = isVisible
  }

  /// Every command that writes, to be run in a store that ``Scene`` made.
  static let all: [WritingCommand] = [
    WritingCommand("send", Step("send", "ops", "hello", as: "alice")),
    WritingCommand("send --key", Step("send", "ops", "--key", "k1", "hello", as: "alice")),
    WritingCommand(
      "send --lines", Step("send", "ops", "--lines", as: "bob", input: "one\ntwo\nthree\n")),
    WritingCommand("send @", Step("send", "@carol", "new direct chat", as: "alice")),
    WritingCommand("edit", Step("edit", "ops", "2", "other words", as: "bob")),
    WritingCommand("delete", Step("delete", "ops", "1", as: "alice")),
    WritingCommand(
      "signup", Step("signup", "dave", "--password-stdin", input: Scene.password)),
    WritingCommand(
      "login", Step("login", "bob", "--password-stdin", input: Scene.password), isVisible: false),
    WritingCommand("logout", Step("logout", as: "carol")),
    WritingCommand(
      "passwd",
      Step("passwd", "--password-stdin", as: "bob", input: Scene.password + "\nother words now\n"),
      isVisible: false),
    WritingCommand("profile", Step("profile", "--email", "bob@example.org", as: "bob")),
    WritingCommand("rename account", Step("profile", "--username", "robert", as: "bob")),
    WritingCommand("account delete", Step("account", "delete", "--yes", as: "carol")),
    WritingCommand("token create", Step("token", "create", "second", as: "bob")),
    WritingCommand("token revoke", Step("token", "revoke", "robot", as: "alice")),
    WritingCommand("friends add", Step("friends", "add", "alice", as: "carol")),
    WritingCommand("friends remove", Step("friends", "remove", "carol", as: "alice")),
    WritingCommand("friends block", Step("friends", "block", "carol", as: "bob")),
    WritingCommand("chat create", Step("chat", "create", "den", "bob", as: "alice")),
    WritingCommand("chat join", Step("chat", "join", "alice/town", as: "carol")),
    WritingCommand("chat add", Step("chat", "add", "ops", "carol", as: "alice")),
    WritingCommand("chat remove", Step("chat", "remove", "ops", "bob", as: "alice")),
    WritingCommand("chat leave", Step("chat", "leave", "ops", as: "bob")),
    WritingCommand("chat rename", Step("chat", "rename", "ops", "operations", as: "alice")),
    WritingCommand("chat delete", Step("chat", "delete", "ops", "--yes", as: "alice")),
    WritingCommand("chat read", Step("chat", "read", "ops", as: "bob")),
    WritingCommand("cursor set", Step("cursor", "set", "ops", "reader", "3", as: "alice")),
    WritingCommand("cursor remove", Step("cursor", "remove", "ops", "reader", as: "alice")),
    WritingCommand(
      "tail --cursor",
      Step("tail", "ops", "--cursor", "bot", "-n", "2", "--no-follow", as: "bob")),
  ]
}
