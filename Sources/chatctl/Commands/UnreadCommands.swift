import ChatCore

extension Command {
  static func unread(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "tell which chats have messages that you have not read",
      options: [Options.count],
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "With -q only the exit code tells. Your own messages, deleted "
          + "ones and those from before you joined do not count; what your tokens sent does. log and "
          + "tail on a terminal mark as read what they show, and so does 'chatctl chat read'. "
          + Reference.passedOver,
        "In a pipe each chat that has any is a line of seven fields, those with the latest message "
          + "first: chat, how many, in how many of them you are mentioned as @USERNAME, then of the "
          + "last of them number, date (UTC), username, body. "
          + Reference.chatNames + " " + Reference.fields,
        "The last \(ChatNews.lines) lines of a log are looked at. Messages further back are counted, "
          + "your own and deleted ones too, but not searched for mentions; a terminal then shows + "
          + "after the number of mentions.",
      ],
      examples: [
        Example(command: "chatctl unread", purpose: "what is new"),
        Example(command: "chatctl unread --count", purpose: "how many, for a prompt"),
        Example(command: "chatctl unread -q && echo news", purpose: "whether there is anything"),
      ],
      exitCodes: [
        ExitMeaning(code: ExitCode.no, meaning: "nothing is unread")
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        let identity = try context.identity
        let news = try store.news(for: identity) { context.passOver($0) }
        for news in news { context.output.warn(of: news.damage, in: news.chat.title) }
        try context.tellOfUnnamed(news.map(\.chat))
        let unread = news.filter { $0.unread > 0 }
        context.answersNo = unread.isEmpty
        if context.output.quiet { return }
        if invocation.has(Options.count) {
          context.output.unreadTotal(unread.reduce(0) { $0 + $1.unread })
        } else {
          try context.unread(unread)
        }
      })
  }

  static func chatRead(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "mark chats as read",
      operands: [.chats],
      options: [MessageOptions.all],
      needs: Needs(store: .write, account: .required),
      details: [
        "What comes later is unread again. 'chatctl unread' tells what you have not read. "
          + Reference.passedOver
      ],
      examples: [
        Example(command: "chatctl chat read ops", purpose: "all of ops is old news"),
        Example(command: "chatctl chat read --all", purpose: "and that of every chat"),
      ],
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        let identity = try context.identity
        let chats = try context.chats(invocation)
        try context.forEach(chats) { context, chat throws(ChatError) in
          let last = try store.lastEntry(in: chat)
          let moved =
            if let last {
              try store.moveCursor(Cursor.readMark, of: identity, in: chat, to: last)
            } else {
              false
            }
          if context.output.json {
            context.output.object(.read(chat, try store.lastMessage(in: chat), moved: moved))
          } else {
            context.output.status("\(chat.title) \(moved ? "is read now" : "was read already")")
          }
        }
      })
  }
}

private enum Options {
  static let count = CommandOption(
    long: "count", help: "print the number of messages in all chats alone")
}

extension Context {
  /// What is said where nothing is unread.
  static let nothingUnread = "nothing is unread"

  fileprivate mutating func unread(_ unread: [ChatNews]) throws(ChatError) {
    if output.json {
      for news in unread { output.object(.unread(news)) }
      return
    }
    let isTerminal = output.results.isTerminal
    var people = PeopleNames()
    var table = Table(cutsLast: true)
    for news in unread {
      let last = news.lastUnread
      if isTerminal, let last { try people.learn(.message(last), from: store) }
      table.row(
        news.chat.title, output.text(ofUnread: news.unread),
        output.text(ofMentions: news),
        last.map { isTerminal ? "#\($0.number)" : String($0.number) } ?? "",
        last.map { output.text(of: $0.date) } ?? "",
        last.map { isTerminal ? people.text(of: $0.user, called: $0.byline) : $0.byline } ?? "",
        // A preview on one line.
        last.map {
          isTerminal ? $0.body.split(whereSeparator: \.isNewline).joined(separator: " ") : $0.body
        }
          ?? "")
    }
    table.print(to: &output)
    if unread.isEmpty, failure == nil { output.nothing(Self.nothingUnread) }
  }
}

extension Output {
  fileprivate mutating func unreadTotal(_ total: Int64) {
    if json {
      object(.unreadTotal(total))
    } else {
      line(String(total))
    }
  }

  fileprivate func text(ofMentions news: ChatNews) -> String {
    guard results.isTerminal else { return String(news.mentions) }
    if news.mentions == 0 && news.isExact { return "" }
    return "@\(news.mentions)\(news.isExact ? "" : "+")"
  }
}
