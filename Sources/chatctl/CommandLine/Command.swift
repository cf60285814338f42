import ChatCore

/// The one or two words that name a command.
struct CommandName: Sendable, Equatable {
  /// As they are typed, `chat create`.
  let text: String

  /// The first of two, `chat` of `chat create`.
  var group: String? {
    text.utf8.firstIndex(of: UInt8(ascii: " ")).map { String(text[..<$0]) }
  }

  /// The one or two of them.
  var words: [String] { text.split(separator: " ").map(String.init) }
}

/// A subcommand as data: parsing, help, completions and the manual page are all made from it.
struct Command: Sendable {
  let name: CommandName
  /// What it does, in a line without a full stop: `create a chat with friends`.
  let summary: String
  /// In the order of the line: required ones, then optional ones; only the last may repeat.
  var operands: [Operand] = []
  /// Its own options; the global ones (``GlobalOptions``) come on top.
  var options: [CommandOption] = []
  /// The flag with which the words after `--` are a program and its arguments.
  var programFlag: CommandOption?
  /// The option that `-20` stands for, where that is accepted.
  var numberShorthand: CommandOption?
  let needs: Needs
  /// Paragraphs for the manual page, each one line, without markup.
  @MadeWhenAsked var details: [String] = []
  @MadeWhenAsked var examples: [Example] = []
  /// What exit codes mean that only this command and a few others have.
  @MadeWhenAsked var exitCodes: [ExitMeaning] = []
  /// One of the few to start with, which the overview shows.
  var isCommon = false
  /// Works but stands in no list.
  var hidden = false
  /// What the bare name of its group runs, as `friends` does `friends list`; needs no operands.
  var isGroupDefault = false
  /// The exit code of its own failures, where others are those of a program that it runs; nil for
  /// that of the failure.
  var ownFailureCode: Int32?
  let run: @Sendable (Invocation, inout Context) throws(ChatError) -> Void

  /// The words that name it, as they are typed: `chat create`.
  var fullName: String { name.text }

  /// The group it belongs to, `chat` of `chat create`.
  var group: String? { name.group }

  /// What a word stands for that follows `count` others.
  func operand(after count: Int) -> Operand? {
    if count < operands.count { return operands[count] }
    return operands.last.flatMap { $0.arity.repeats ? $0 : nil }
  }
}

/// A value that is made each time that it is asked for: what only help and the manual say would
/// otherwise be put together by every run.
@propertyWrapper struct MadeWhenAsked<Value: Sendable>: Sendable {
  private let make: @Sendable () -> Value

  init(wrappedValue make: @autoclosure @escaping @Sendable () -> Value) { self.make = make }

  var wrappedValue: Value { make() }
}

/// What a command needs before it runs; one place provides it.
struct Needs: Sendable {
  enum StoreNeed: Sendable { case none, read, write }
  enum AccountNeed: Sendable { case none, required }

  let store: StoreNeed
  let account: AccountNeed
  /// The right that a token must have to run it; nil where a token may not, only a session.
  var right: TokenScope.Right?

  /// What anyone may run, with a token or without.
  static let nothing = Needs(store: .none, account: .none, right: .read)
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
  /// The option that may be given instead of it.
  var alternative: CommandOption?
  /// Whether that option may be given beside it, too.
  var joinsAlternative = false
  /// From its first word on, every word is taken as it is, also one that begins with `-` or is not
  /// UTF-8.
  var endsOptions = false
  /// Whether it is a program to be run, with its arguments.
  var isProgram = false
}

/// A flag or an option with a value, typed once and used as the key to what was given.
struct CommandOption: Sendable {
  /// Without dashes, `since`.
  let long: String
  /// Without its dash, `n`.
  var short: Character?
  /// Names the value in help, `TIME`; a flag has none.
  var metavar: String?
  let help: String
  var completion = Completion.none
  /// Whether its command cannot do without it.
  var isRequired = false
  /// Whether it may be given several times.
  var repeats = false
  /// Accepted but not shown, such as the `-f` of `tail`.
  var hidden = false
}

/// What a shell offers for a word.
enum Completion: Sendable, Equatable {
  case none
  case file
  case directory
  /// One of these words; any other is refused.
  case oneOf([String])
  case command
  /// A group of users of the host.
  case group
  /// An account that is logged in here.
  case login
  /// What the store holds at that time.
  case live(LiveCompletion)

  static let chat = Completion.live(.chat)
  static let friend = Completion.live(.friend)

  /// Whether the word names a chat.
  var isChat: Bool {
    switch self {
    case .live(.chat), .live(.ownChat), .live(.sharedChat), .live(.recipient), .live(.publicChat):
      true
    default: false
    }
  }
}

/// What of the store or the logins a word may name. The chats of a line are those that it names
/// before.
enum LiveCompletion: Sendable {
  /// A chat that you take part in.
  case chat
  /// A chat that you own.
  case ownChat
  /// A chat that takes more people, so no direct one.
  case sharedChat
  /// A chat, or someone with whom a direct chat can be begun.
  case recipient
  /// A public chat that you have not joined.
  case publicChat
  case friend
  /// A friend who has no part in the chats of the line.
  case newcomer
  /// Someone else who takes part in the chats of the line.
  case participant
  /// Someone who may have written in the chats of the line, in yours where it names none.
  case author
  /// A friend, or someone who has a chat with you.
  case acquaintance
  /// Someone who has a chat with you, and is no friend yet.
  case stranger
  case blocked
  /// Of the chats of the line, of yours where it names none.
  case cursor
  case token
  /// A message of the chat of the line.
  case message
  /// One that you can edit.
  case ownMessage
  /// One that you can delete.
  case deletableMessage
}

/// An exit code and when it is returned.
struct ExitMeaning: Sendable {
  let code: Int32
  let meaning: String

  static let timeOver = ExitMeaning(
    code: ExitCode.timedOut, meaning: "the time is over, of --timeout")
  static let cannotRun = ExitMeaning(
    code: ExitCode.notExecutable, meaning: "a command that was to be run cannot be run")
  static let notFound = ExitMeaning(
    code: ExitCode.notFound, meaning: "a command that was to be run is not found")
}

/// A command line and what it is for.
struct Example: Sendable {
  /// As typed in a shell, `make test || chatctl send ops "tests failed"`.
  let command: String
  let purpose: String
}
