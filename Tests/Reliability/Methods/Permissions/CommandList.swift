/// Every command that works without a terminal and uses a store, in a form that comes to its end
/// for alice, bob or carol of ``Scene``.
enum CommandList {
  /// Those that only read.
  static let reading: [Step] = [
    Step("whoami", as: "alice"), Step("account", "list"), Step("friends", "list", as: "alice"),
    Step("token", "list", as: "alice"), Step("chat", "list", as: "alice"),
    Step("chat", "show", "ops", as: "alice"), Step("log", "ops", as: "alice"),
    Step("tail", "ops", "--no-follow", as: "alice"), Step("search", "second", as: "alice"),
    Step("unread", as: "bob"), Step("export", "--all", as: "alice"),
    Step("cursor", "list", "ops", as: "alice"),
    Step("cursor", "failed", "ops", "reader", as: "alice"),
    Step("expect", "ops", "--within", "1h", "--grep", "second", as: "alice"), Step("doctor"),
  ]

  /// Those that write, beside ``WritingCommand/all``.
  static let writing: [Step] = [
    Step("switch", "alice"), Step("friends", "unblock", "carol", as: "bob"),
    Step("login", "--guest", "anna"), Step("logout", "--all"),
    Step("run", "ops", "--on", "always", "--", "true", as: "alice"),
    Step("ask", "ops", "--timeout", "0s", "anyone?", as: "alice"),
  ]

  /// All of them.
  static var all: [Step] { reading + writing + WritingCommand.all.map(\.step) }

  /// Those that need no store that is there.
  static let others: Set<String> = [
    "init", "help", "completion", "candidates", "documentation", "tour",
  ]
}
