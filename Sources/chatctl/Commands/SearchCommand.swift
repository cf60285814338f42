import ChatCore

extension Command {
  static func search(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "find messages in all your chats",
      operands: [
        Operand(
          metavar: "PATTERN", help: "what their texts are searched for",
          alternative: MessageOptions.mentions, joinsAlternative: true)
      ],
      options: [
        MessageOptions.chat, MessageOptions.last, MessageOptions.since, MessageOptions.until,
        MessageOptions.from, MessageOptions.mentions, MessageOptions.fixedStrings,
        MessageOptions.ignoreCase, MessageOptions.reverse,
      ],
      numberShorthand: MessageOptions.last,
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "Searches the chats you take part in, one after the other by name, or those that --chat "
          + "names. With -n the last N of all chats come in order of time. " + Reference.chatNames
          + " " + Reference.passedOver,
        Reference.patterns, Reference.authors, Reference.mentions, Reference.messages,
        Reference.time,
      ],
      examples: [
        Example(
          command: "chatctl search 'deploy(ed|ing)'", purpose: "an expression, as of grep -E"),
        Example(
          command: "chatctl search -F 'a.b(c)' --chat ops", purpose: "plain text, in one chat"),
        Example(command: "chatctl search --mentions -n 10", purpose: "who mentioned you lately"),
      ],
      exitCodes: [
        ExitMeaning(code: ExitCode.no, meaning: "nothing was found")
      ],
      run: { invocation, context throws(ChatError) in
        let names = invocation.values(of: MessageOptions.chat)
        let chats =
          try names.isEmpty
          ? context.allChats() : context.chats(named: names)
        let query = try context.query(invocation, pattern: invocation.operand(0))
        context.output.progress.begin("searched", .bytes)
        if query.limit == nil {
          try context.search(chats, query)
        } else {
          try context.searchLast(chats, query)
        }
        if context.answersNo { context.output.nothing(Context.noMatches) }
      })
  }
}

extension Context {
  /// What is said where no message was found.
  static let noMatches = "no messages match"

  /// Prints what is found as it is found.
  fileprivate mutating func search(
    _ chats: [Chat], _ query: HistoryQuery
  ) throws(ChatError) {
    var transcript = try Transcript(of: chats, for: self, showsChats: true)
    answersNo = true
    try forEach(chats) { context, chat throws(ChatError) in
      try context.search(chat, query) { context, message throws(ChatError) in
        context.answersNo = false
        try transcript.print(.message(message), in: chat, of: context.store, to: &context.output)
      }
      try context.output.flush()
    }
    output.progress.end()
  }

  /// Prints the last messages of all chats together, once they are known.
  fileprivate mutating func searchLast(
    _ chats: [Chat], _ query: HistoryQuery
  ) throws(ChatError) {
    var found: [(chat: Chat, message: Message)] = []
    var backwards = query
    backwards.newestFirst = true
    try forEach(chats) { context, chat throws(ChatError) in
      try context.search(chat, backwards) { _, message in found.append((chat, message)) }
      found.sort {
        ($0.message.logDate, $0.message.number) > ($1.message.logDate, $1.message.number)
      }
      found = Array(found.prefix(query.limit ?? 0))
    }
    output.progress.end()
    answersNo = found.isEmpty
    var transcript = try Transcript(of: chats, for: self, showsChats: true)
    for (chat, message) in query.newestFirst ? found : found.reversed() {
      try transcript.print(.message(message), in: chat, of: store, to: &output)
    }
  }

  /// Searches one chat.
  private mutating func search(
    _ chat: Chat, _ query: HistoryQuery,
    _ handle: (inout Context, Message) throws(ChatError) -> Void
  ) throws(ChatError) {
    let progress = output.progress
    let damage = try store.readHistory(of: chat, query, progress: { progress.advance(by: $0) }) {
      entry throws(ChatError) in
      if let message = entry.message { try handle(&self, message) }
    }
    output.warn(of: damage, in: chat.title)
  }
}
