import ChatCore

/// A subcommand as data: parsing, help, completions and the man page are all made from it.
struct Command: Sendable {
  /// The words that name it, `["chat", "create"]`.
  let name: [String]
  /// What it does, in a line without a full stop: `create a chat with friends`.
  let summary: String
  var operands: [Operand] = []
  /// Its own options; the global ones (``GlobalOptions``) come on top.
  var options: [CommandOption] = []
  /// The option that `-20` stands for, where that is accepted.
  var numberShorthand: CommandOption?
  let needs: Needs
  /// Paragraphs for help and the man page, each one line, without markup.
  var details: [String] = []
  var examples: [Example] = []
  /// Works but stands in no list.
  var hidden = false
  /// Another name for the same command, such as `friends` for `friends list`.
  var isGroupDefault = false
  let run: @Sendable (Invocation, inout Context) throws(ChatError) -> Void
}

/// What a command needs before it runs; one place provides it.
struct Needs: Sendable {
  enum StoreNeed: Sendable { case none, read, write }
  enum AccountNeed: Sendable { case none, optional, required }

  let store: StoreNeed
  let account: AccountNeed

  static let nothing = Needs(store: .none, account: .none)
}

/// A word of a command line that is no option, `CHAT`.
struct Operand: Sendable {
  enum Arity: Sendable {
    case one, optional, many, any

    var isRequired: Bool { self == .one || self == .many }
    var repeats: Bool { self == .many || self == .any }
  }

  /// Shown in help, `CHAT`.
  let metavar: String
  var arity = Arity.one
  let help: String
  var completion = Completion.none
  /// From its first word on, every word is taken as it is, also one that begins with `-`.
  var endsOptions = false
}

/// A flag or an option with a value, typed once and used as the key to what was given.
struct CommandOption: Sendable {
  /// Without dashes, `since`.
  let long: String
  /// Without its dash, `n`.
  var short: Character?
  /// Names the value in help, `TIME`; a flag has none.
  var metavar: String?
  /// May be given several times; else the last one counts.
  var repeats = false
  let help: String
  var completion = Completion.none
  /// Accepted and ignored, so not in help (`tail -f`).
  var hidden = false
}

/// What a shell offers for a word.
enum Completion: Sendable, Equatable {
  case none
  case file
  case directory
  case oneOf([String])
  case chat
  case friend
  case username
}

/// A command line and what it is for.
struct Example: Sendable {
  /// As typed in a shell, `make test || chatctl send ops "tests failed"`.
  let command: String
  let purpose: String
}
