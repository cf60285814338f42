import ChatCore

extension Command {
  static func log(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show the messages of a chat",
      operands: [.chat],
      options: [
        MessageOptions.last, MessageOptions.since, MessageOptions.until, MessageOptions.from,
        MessageOptions.grep, MessageOptions.fixedStrings, MessageOptions.ignoreCase,
        MessageOptions.mentions, Options.unread, MessageOptions.reverse,
        Context.noPager,
      ],
      numberShorthand: MessageOptions.last,
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "All of them, unless options choose some: then those that all of the options choose; on a "
          + "terminal page by page, by the program that PAGER names. " + Reference.messages,
        "-n counts messages alone; a terminal and --json show with them what else happened to the "
          + "chat from the first of them on.",
        Reference.layout,
        "Edits, deletions and what happens to the chat take numbers of their own, so those of the "
          + "messages have gaps.",
        Reference.readMark, Reference.patterns, Reference.authors, Reference.mentions,
        Reference.time,
      ],
      examples: [
        Example(command: "chatctl log ops --since today", purpose: "what was said today"),
        Example(command: "chatctl log ops -n 20 --from alice", purpose: "alice's last 20"),
        Example(command: "chatctl log ops --grep 'fail|error' -i", purpose: "what matches"),
        Example(
          command: "chatctl log ops --json | jq -r '.body // empty'", purpose: "the texts alone"),
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        let chat = try context.chat(invocation)
        var query = try context.query(
          invocation, pattern: invocation.value(of: MessageOptions.grep))
        if invocation.has(Options.unread) {
          query.unread = try store.unreadStart(in: chat, for: try context.identity.account)
        }
        let hidesNewest = query.until != nil
        var marks = try ReadMarks(for: context, query.filter)
        var damage = LogDamage()
        var isEmpty = true
        let shown = try context.showByPages(invocation) { pager, context throws(ChatError) in
          var transcript = try Transcript(of: [chat], for: context)
          let progress = context.output.progress
          if query.isSelective { progress.begin("searched", .bytes) }
          defer { progress.end() }
          damage = try store.readHistory(
            of: chat, query, progress: { progress.advance(by: $0) },
            whileWanted: { () throws(ChatError) in try pager?.checkReading() }
          ) { entry throws(ChatError) in
            isEmpty = false
            try transcript.print(entry, in: chat, of: store, to: &context.output)
            if !hidesNewest { marks.note(entry, in: chat) }
          }
        }
        context.output.warn(of: damage, in: chat.title)
        try context.output.flush()
        if isEmpty { context.output.nothing(query.reasonForNothing) }
        // Who left the pager early has not seen it all.
        if shown == .everything { marks.save(in: context) }
      })
  }
}

extension HistoryQuery {
  /// Whether messages are passed over, so that reading on may show nothing for long.
  fileprivate var isSelective: Bool { !filter.passesAll || until != nil }

  /// What is said where it finds nothing.
  fileprivate var reasonForNothing: String {
    if isSelective || since != nil || limit == 0 { return Context.noMatches }
    return unread == nil ? "no messages yet" : Context.nothingUnread
  }
}

private enum Options {
  static let unread = CommandOption(
    long: "unread", help: "from the first that you have not read on")
}
