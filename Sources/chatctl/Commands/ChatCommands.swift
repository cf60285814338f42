import ChatCore

extension Command {
  static func chatList(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "list your chats",
      options: [Options.publicChats],
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "Your own come with how many messages you have not read, those with the latest message "
          + "first; those open to everyone by name. "
          + Reference.chatNames + " " + Reference.passedOver,
        "Each chat is a line, of columns on a terminal and of seven fields in a pipe: name, owner "
          + "(none of a direct chat), 'public', 'private' or 'direct', how many take part, id, how "
          + "many messages are unread, the date of the last one (in a pipe in UTC; empty where there "
          + "is none); with --public the first five of these. "
          + Reference.fields,
      ],
      examples: [
        Example(command: "chatctl chat list", purpose: "the chats you take part in"),
        Example(command: "chatctl chat list --public", purpose: "those open to everyone"),
      ],
      isCommon: true,
      isGroupDefault: true,
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        let isPublic = invocation.has(Options.publicChats)
        let identity = try context.identity
        let news = isPublic ? [] : try store.news(for: identity) { context.passOver($0) }
        for news in news { context.output.warn(of: news.damage, in: news.chat.title) }
        let chats =
          isPublic
          ? try store.publicChats(for: identity) { context.passOver($0) } : news.map(\.chat)
        if context.output.json {
          let summaries = try store.summaries(of: chats) { context.passOver($0) }
          for (index, summary) in summaries.enumerated() {
            context.output.object(.chat(summary, isPublic ? nil : news[index]))
          }
          return
        }
        let owners = try store.owners(of: chats) { context.passOver($0) }
        let isTerminal = context.output.results.isTerminal
        var table = Table(ids: 4)
        for (index, chat) in chats.enumerated() {
          var row = [
            chat.title, owners.username(ofOwnerOf: chat, marked: isTerminal) ?? "",
            chat.kind, String(chat.participants.count),
            chat.id.text,
          ]
          if !isPublic {
            row.append(context.output.text(ofUnread: news[index].unread))
            row.append(news[index].last.map { context.output.text(of: $0.date) } ?? "")
          }
          table.row(row)
        }
        table.print(to: &context.output)
        if chats.isEmpty && context.failure == nil {
          context.output.status(noChats(isPublic: isPublic, as: identity))
        }
      })
  }

  static func chatCreate(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "make a chat with friends, or a public one",
      operands: [
        Operand(metavar: "NAME", help: "what to call it, at most 64 characters"),
        Operand(
          metavar: "FRIEND", arity: .many, help: "whom to begin with", completion: .friend,
          alternative: Options.isPublic, joinsAlternative: true),
      ],
      options: [Options.isPublic],
      needs: Needs(store: .write, account: .required),
      details: [
        "A name may hold spaces and anything printable except '/', and does not begin with '-', '@' "
          + "or '~'.",
        "A bare NAME means the chat that was the first of that name to you, whatever is made or "
          + "joined later; any other is OWNER/NAME. When that first one is renamed, left or deleted, "
          + "NAME means the next one of that name, if you have one. For a script there is "
          + "OWNER/NAME, which is never another owner's chat, or the id, which is never another "
          + "chat; a token with --chat refuses any but its own. From 4 digits on, the beginning of "
          + "an id stands for that chat of yours, too. What may mean several chats is ambiguous and "
          + "is refused: the beginning of several ids, or the bare name of several public chats to "
          + "join.",
        "Every account may read and post to a public chat. It may begin with friends, too.",
      ],
      examples: [
        Example(command: "chatctl chat create ops bob carol", purpose: "make a chat of three"),
        Example(command: "chatctl chat create lobby --public", purpose: "make one for everyone"),
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let name = try checkedName(.chatName, invocation.operands[0], ChatName.init)
        let friends = try context.accounts(named: invocation.operands.dropFirst())
        let isPublic = invocation.has(Options.isPublic)
        let chat = try context.change { transaction, identity throws(ChatError) in
          try transaction.createChat(name, by: identity, with: friends, isPublic: isPublic)
        }
        let shown = context.shown(chat)
        try context.report(shown, "made the chat \(shown.title)")
      })
  }

  static func chatShow(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show a chat and who takes part in it",
      operands: [.chat],
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "In a pipe each line has two fields, what and its value: name, id, owner, 'open to' "
          + "('everyone' or 'participants'), created, and a line 'participant' for each. Behind the "
          + "username of an account that was deleted stands ' (deleted)'. "
          + Reference.fields
      ],
      examples: [Example(command: "chatctl chat show ops", purpose: "who is in ops")],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let summary = try context.store.summary(of: chat)
        if context.output.json { return context.output.object(.chat(summary)) }
        var table = Table(showsAll: true)
        table.row("name", chat.title)
        table.row("id", chat.id.text)
        if let owner = summary.owner { table.row("owner", summary.shown(owner)) }
        table.row("open to", chat.isPublic ? "everyone" : "participants")
        table.row("created", context.output.fullText(of: chat.created))
        for participant in summary.participants {
          table.row("participant", summary.shown(participant))
        }
        table.print(to: &context.output)
      })
  }
}

private enum Options {
  static let publicChats = CommandOption(
    long: "public", help: "list the chats that are open to everyone")
  static let isPublic = CommandOption(
    long: "public", help: "every account may read and post")
}

extension Chat {
  fileprivate var kind: String { isDirect ? "direct" : isPublic ? "public" : "private" }
}
