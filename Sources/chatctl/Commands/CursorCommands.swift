import ChatCore
import ChatSystem

extension Command {
  static func cursorList(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "list your cursors",
      operands: [
        Operand(
          metavar: "CHAT", arity: .optional, help: "those of one chat; else of all",
          completion: .chat
        )
      ],
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "A cursor is a named place in a chat, up to which 'chatctl tail --cursor NAME' has come. "
          + "The cursor 'read' is your read mark, which 'chatctl chat read' moves.",
        "In a pipe each is a line of five fields: chat, name, number, how many messages come after "
          + "it, and how many were given up. " + Reference.fields,
      ],
      examples: [
        Example(command: "chatctl cursor list ops", purpose: "how far your bots have come")
      ],
      isGroupDefault: true,
      run: { invocation, context throws(ChatError) in
        let chats =
          try invocation.operands.isEmpty ? context.allChats() : [context.chat(invocation)]
        try context.listCursors(in: chats)
      })
  }

  static func cursorSet(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "put a cursor to another place",
      operands: [
        .chat, .cursor,
        Operand(
          metavar: "NUMBER", arity: .optional,
          help: "the last message handled; 0 for none, else all of them",
          completion: .live(.message)),
      ],
      needs: Needs(store: .write, account: .required, right: .read),
      details: [
        "What comes after that message is what 'chatctl tail --cursor' shows next. A cursor that is "
          + "not there is made, which is said, and so is one of yours that is called much alike. One "
          + "that is in use cannot be put elsewhere."
      ],
      examples: [
        Example(
          command: "chatctl cursor set ops deploy-bot", purpose: "nothing so far is new to it"),
        Example(command: "chatctl cursor set ops deploy-bot 0", purpose: "everything is"),
      ],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let name = try Context.cursorName(invocation.operands[1])
        let hold = try context.store.hold(name, of: try context.identity, in: chat)
        defer { extendLifetime(hold) }
        let number = try invocation.operand(2).map { _ throws(ChatError) in
          try invocation.messageNumber(at: 2)
        }
        let place = try context.store.place(number, in: chat)
        let user = try context.identity.account.id
        let isNew = try context.store.cursor(name.text, of: user, in: chat) == nil
        try context.store.moveCursor(
          name.text, of: try context.identity, in: chat, to: place, backwards: true)
        if context.output.json {
          context.output.object(.cursor(name.text, at: place, in: chat))
        } else {
          context.output.status(
            isNew
              ? "made the cursor \(name.text), which stands after #\(place.number)"
              : "the cursor \(name.text) stands after #\(place.number)")
        }
        if isNew, let nearest = context.cursor(nearestTo: name, in: chat) {
          context.output.status("there is a cursor \(nearest), too")
        }
      })
  }

  static func cursorRemove(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "forget a cursor",
      operands: [.chat, .cursor],
      needs: Needs(store: .write, account: .required),
      details: [
        "The list of messages that were given up at it is forgotten, too. A token cannot do that: it "
          + "would take from its account what other bots and people keep."
      ],
      examples: [
        Example(
          command: "chatctl cursor remove ops deploy-bot", purpose: "the bot is no longer there")
      ],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let name = try Context.cursorName(invocation.operands[1])
        guard try context.store.removeCursor(name, of: try context.identity, in: chat) else {
          throw context.noCursor(name, in: chat)
        }
        if context.output.json {
          context.output.object(.removedCursor(name.text, in: chat))
        } else {
          context.output.status("the cursor \(name.text) is forgotten")
        }
      })
  }

  static func cursorFailed(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show the messages that were given up at a cursor",
      operands: [.chat, .cursor],
      options: [Options.retry, ProgramOptions.reply],
      programFlag: Options.retry,
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "They are those for which the command of 'chatctl tail --cursor NAME --exec' failed as often "
          + "as it was tried. With --retry CMD is run once for each, as there; what it handles is "
          + "struck out, and the exit code is CMD's when any is left. No other process may use the "
          + "cursor meanwhile: stop it first. At most \(DeadLetter.limit) are kept. --reply sends "
          + "what it prints as the answer.",
        "In a pipe each is a line of seven fields: date (UTC) when it was given up, chat, number, "
          + "how often it was tried, why it failed, username, body. Of a message that is not there "
          + "any more the last two are blank. " + Reference.fields,
      ],
      examples: [
        Example(command: "chatctl cursor failed ops deploy-bot", purpose: "what was not handled"),
        Example(
          command: "chatctl cursor failed ops deploy-bot --retry -- ./deploy",
          purpose: "handle it now"),
      ],
      exitCodes: [
        .cannotRun, .notFound,
      ],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let name = try Context.cursorName(invocation.operands[1])
        let user = try context.identity.account.id
        guard let cursor = try context.store.cursor(name.text, of: user, in: chat) else {
          throw context.noCursor(name, in: chat)
        }
        if invocation.has(Options.retry) {
          let program = try MessageProgram(invocation, at: name, in: context)
          try context.retry(program, at: cursor, name, in: chat)
        } else {
          if invocation.has(ProgramOptions.reply) { throw .optionNeeds("--reply", "--retry") }
          try context.showDeadLetters(at: cursor, in: chat)
        }
      })
  }
}

private enum Options {
  static let retry = CommandOption(
    long: "retry", help: "run the command after '--' for each")
}

extension Operand {
  /// Of the commands that are about one cursor.
  static let cursor = Operand(
    metavar: "NAME", help: "the name of the cursor", completion: .live(.cursor))
}

extension Context {
  /// The name that was given for a cursor.
  static func cursorName(_ text: String) throws(ChatError) -> CursorName {
    try checkedName(.cursorName, text, CursorName.init)
  }

  fileprivate func noCursor(_ name: CursorName, in chat: Chat) -> ChatError {
    .noCursor(name.text, chat: chat.title, nearest: cursor(nearestTo: name, in: chat))
  }

  /// The other cursor of a chat that is called most like one; nil where none is near, or where they
  /// cannot be read.
  fileprivate func cursor(nearestTo name: CursorName, in chat: Chat) -> String? {
    let cursors = (try? store.cursors(of: identity.account.id, in: chat)) ?? []
    let others = cursors.map(\.name).filter { $0 != name.text && $0 != Cursor.readMark }
    return nearestName(to: name.text, among: others)
  }

  fileprivate mutating func listCursors(in chats: [Chat]) throws(ChatError) {
    var table = Table()
    try forEach(chats) { context, chat throws(ChatError) in
      try context.listCursors(in: chat, &table)
    }
    table.print(to: &output)
  }

  private mutating func listCursors(in chat: Chat, _ table: inout Table) throws(ChatError) {
    let user = try identity.account.id
    let isTerminal = output.results.isTerminal
    var damage = LogDamage()
    for cursor in try store.cursors(of: user, in: chat) {
      let (remaining, passedOver) = try store.messages(after: cursor, in: chat)
      // For each of them it is the same end of the log.
      damage = passedOver
      let failed = try store.deadLetters(at: cursor, in: chat).count
      if output.json {
        output.object(
          .cursor(cursor.name, at: cursor.place, in: chat, remaining: remaining, failed: failed))
      } else if isTerminal {
        table.row(
          chat.title, cursor.name, "#\(cursor.place.number)",
          remaining == 0 ? "" : "\(remaining) after it",
          failed == 0 ? "" : "\(failed) given up")
      } else {
        table.row(
          chat.title, cursor.name, String(cursor.place.number), String(remaining), String(failed))
      }
    }
    output.warn(of: damage, in: chat.title)
  }
}

extension Context {
  fileprivate mutating func showDeadLetters(
    at cursor: Cursor, in chat: Chat
  ) throws(ChatError) {
    var table = Table(cutsLast: true)
    for letter in try store.deadLetters(at: cursor, in: chat) {
      let message = try store.message(letter.message, in: chat)
      if output.json {
        output.object(.failed(letter, message, at: cursor, in: chat))
      } else {
        let isTerminal = output.results.isTerminal
        table.row(
          output.text(of: letter.failed), chat.title,
          isTerminal ? "#\(letter.message.number)" : String(letter.message.number),
          isTerminal ? "tried \(letter.attempts) times" : String(letter.attempts),
          letter.reason, message?.byline ?? "", message?.body ?? "")
      }
    }
    table.print(to: &output)
  }

  /// Runs a program once for each message that was given up.
  fileprivate mutating func retry(
    _ program: MessageProgram, at cursor: Cursor, _ name: CursorName, in chat: Chat
  ) throws(ChatError) {
    var program = program
    try store.requireWritable()
    let hold = try store.hold(name, of: identity, in: chat)
    defer { extendLifetime(hold) }
    let signals = try catchSignals()
    for letter in try store.deadLetters(at: cursor, in: chat) {
      signal = try next(of: signals)
      if signal != nil { return }
      var isHandled = true
      if let message = try store.message(letter.message, in: chat) {
        switch try program.run(for: message, in: chat, &self, signals) {
        case .handled: break
        case .stopped: return
        case .failed(let reason, let code):
          output.warning("message #\(message.number) of '\(chat.title)' is left: \(reason)")
          answer = code
          isHandled = false
        }
      }
      if isHandled { try store.strikeOut(letter.message, at: name, of: identity, in: chat) }
      if signal != nil { return }
    }
  }
}
