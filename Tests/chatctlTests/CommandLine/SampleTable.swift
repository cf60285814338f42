import Testing

@testable import chatctl

/// A small command line that has one of everything.
extension CommandTable {
  static let sample = CommandTable([
    Family(
      "messages",
      [
        .init("send", Command.send),
        .init("tail", Command.tail),
        .init("log", Command.log),
      ]),
    Family(
      "chats",
      [
        .init("chat list", Command.chatList),
        .init("chat create", Command.chatCreate),
      ]),
    Family(
      "bots",
      [
        .init("token create", Command.tokenCreate),
        .init("run", Command.run),
      ]),
    Family(
      "help",
      [
        .init("shell", Command.shell),
        .init("help", Command.sampleHelp),
        .init("secret", Command.secret),
      ]),
  ])
}

extension CommandOption {
  static let lines = CommandOption(long: "lines", short: "l", help: "send each line as one")
  static let key = CommandOption(long: "key", metavar: "KEY", help: "send once for KEY")
  static let number = CommandOption(
    long: "number", short: "n", metavar: "N", help: "show N messages")
  static let since = CommandOption(long: "since", metavar: "TIME", help: "from TIME [on]: it's on")
  static let follow = CommandOption(long: "follow", short: "f", help: "follow", hidden: true)
  static let isPublic = CommandOption(long: "public", help: "for everyone")
  static let sort = CommandOption(
    long: "sort", short: "s", metavar: "KEY", help: "the order",
    completion: .oneOf(["name", "date"])
  )
  static let scope = CommandOption(
    long: "chat", metavar: "CHAT", help: "only for CHAT", completion: .chat)
  static let outputFile = CommandOption(
    long: "output", short: "o", metavar: "FILE", help: "write to FILE", completion: .file)
}

extension Command {
  static func send(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "send a message",
      operands: [
        Operand(metavar: "CHAT", help: "the chat", completion: .chat),
        Operand(metavar: "MESSAGE", arity: .any, help: "its words", endsOptions: true),
      ],
      options: [.lines, .key], needs: .nothing,
      details: [
        ".dots, 'quotes', \"double ones\", back\\slashes, ^carets, `ticks` and naïve --dashes."
      ],
      examples: [
        Example(command: "make || chatctl send ops -- -\\n", purpose: "tell of a failure")
      ],
      isCommon: true, run: { _, _ in })
  }
  static func tail(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "follow chats",
      operands: [Operand(metavar: "CHAT", arity: .many, help: "a chat", completion: .chat)],
      options: [.number, .follow], numberShorthand: .number, needs: .nothing, run: { _, _ in })
  }
  static func log(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show history",
      operands: [Operand(metavar: "CHAT", help: "the chat", completion: .chat)],
      options: [.number, .since], numberShorthand: .number, needs: .nothing, isCommon: true,
      run: { _, _ in })
  }
  static func chatList(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "list chats", options: [.sort], needs: .nothing,
      isGroupDefault: true, run: { _, _ in })
  }
  static func chatCreate(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "create a chat: with friends",
      operands: [
        Operand(metavar: "NAME", help: "its name"),
        Operand(
          metavar: "FRIEND", arity: .many, help: "a friend", completion: .friend,
          alternative: .isPublic, joinsAlternative: true),
      ],
      options: [.isPublic], needs: .nothing, isCommon: true, run: { _, _ in })
  }
  static func tokenCreate(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "create a token", options: [.scope, .outputFile],
      needs: .nothing,
      examples: [
        Example(
          command: "chatctl token create --chat operations --output key",
          purpose: "for a program that watches")
      ],
      run: { _, _ in })
  }
  static func run(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "report on a program",
      operands: [
        Operand(metavar: "DIR", help: "where", completion: .directory),
        Operand(metavar: "COMMAND", arity: .many, help: "what", endsOptions: true),
      ],
      needs: .nothing, run: { _, _ in })
  }
  static func shell(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "print a script",
      operands: [
        Operand(metavar: "SHELL", arity: .optional, help: "which", completion: .oneOf(["a", "b"]))
      ],
      needs: .nothing, run: { _, _ in })
  }
  static func sampleHelp(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show help",
      operands: [
        Operand(metavar: "COMMAND", arity: .any, help: "the command", completion: .command)
      ],
      needs: .nothing, run: { _, _ in })
  }
  static func secret(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "do it", needs: .nothing, hidden: true, run: { _, _ in })
  }
}

extension CommandTable: CustomTestStringConvertible {
  public var testDescription: String { "a table of \(commands.count) commands" }
}
