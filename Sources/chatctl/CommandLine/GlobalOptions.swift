/// The options that every command accepts, before its name or after it.
enum GlobalOptions {
  static let store = CommandOption(
    long: "store", metavar: "DIR", help: "use the store in DIR", completion: .directory)
  static let user = CommandOption(
    long: "as", metavar: "USERNAME", help: "act as this account, which is logged in",
    completion: .login)
  static let tokenFile = CommandOption(
    long: "token-file", metavar: "FILE", help: "act with the token in FILE", completion: .file)
  static let json = CommandOption(
    long: "json", help: "print one JSON object per line, errors too")
  static let quiet = CommandOption(
    long: "quiet", short: "q", help: "leave out what only says that all is well")
  static let color = CommandOption(
    long: "color", metavar: "WHEN", help: "when to use colours",
    completion: .oneOf(["auto", "always", "never"]))
  static let noInput = CommandOption(
    long: "no-input", help: "never ask, fail instead")
  static let lockTimeout = CommandOption(
    long: "lock-timeout", metavar: "DURATION",
    help: "how long to wait for a lock, as 1m; 60 is seconds; else 10s")
  static let help = CommandOption(long: "help", short: "h", help: "show help and exit")
  static let version = CommandOption(long: "version", help: "show the version and exit")

  /// All of them, in the order of help.
  static let all = [
    store, user, tokenFile, json, quiet, color, noInput, lockTimeout, help, version,
  ]
}
