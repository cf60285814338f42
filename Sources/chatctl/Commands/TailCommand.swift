import ChatCore
import ChatSystem

extension Command {
  static func tail(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show the last messages of chats and follow them",
      operands: [.chats],
      options: [
        MessageOptions.last, MessageOptions.since, MessageOptions.from, MessageOptions.grep,
        MessageOptions.fixedStrings, MessageOptions.ignoreCase, MessageOptions.mentions,
        MessageOptions.all,
        Options.noFollow, Options.follow, Options.count, FollowOptions.timeout, Options.untilMatch,
        Options.cursor, ProgramOptions.exec, ProgramOptions.reply, ProgramOptions.retries,
        ProgramOptions.includeOwn, ProgramOptions.includeAuto,
      ],
      programFlag: ProgramOptions.exec,
      numberShorthand: MessageOptions.last,
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "Shows the last 10 messages, or those that -n or --since choose, and then each message as it "
          + "is sent, until it is interrupted or its reader goes away. It ends, too, when a chat "
          + "that was named ends, as when it is deleted; with --all the others are followed on. What "
          + "several chats hold is merged by date; what comes then is shown as it comes. "
          + Reference.chatNames + " " + Reference.passedOver,
        "With --from, --grep or --mentions only messages that all of these choose are shown, and -n "
          + "counts them alone. " + Reference.authors,
        "Each message is written out at once, on a terminal as 'chatctl help log' explains. "
          + Reference.messages,
        Reference.readMark,
        "--count, --timeout and --until-match end it: after N messages; when the time is over, though "
          + "a command that runs is waited for; or after a message that matches. The messages that "
          + "are shown first count too; -n 0 shows none of them.",
        "--cursor begins after the last message that was handled under that name, in each chat and "
          + "for each account; with --no-follow that is what is new since the last run. The first "
          + "time it begins as without it, with the last 10 messages or where -n or --since say, "
          + "with --exec at new ones only; after 'chatctl cursor set CHAT NAME 0' it begins with "
          + "all. It moves only over what was written out, so after a crash a message may come "
          + "twice, but none is left out. While one process uses a cursor, no other can. "
          + "'chatctl cursor list' lists cursors.",
        "--exec runs CMD once for each message, one after the other, in place of showing it. CMD has "
          + "the message as JSON on its standard input, as chatctl-json(5) tells, and in its "
          + "environment CHATCTL_MESSAGE_CHAT, CHATCTL_MESSAGE_SEQ, CHATCTL_MESSAGE_USER and "
          + "CHATCTL_MESSAGE_DATE. It begins with new messages where neither -n, --since nor a "
          + "cursor says otherwise, and passes over what the same session or token sent. A cursor "
          + "moves when CMD has exited with 0. When it fails it is tried again, after 1 s, 2 s, 4 s "
          + "and so on; then the message is given up: standard error tells of it, where there is a "
          + "cursor 'chatctl cursor failed' shows it, and the exit code stays 0. Where CMD cannot be "
          + "run, chatctl ends.",
        "--reply, which needs --cursor, sends what CMD prints as the answer to the message; nothing "
          + "when that is blank. It is sent once, even over a crash, is marked as automatic, and is "
          + "passed over by others with --reply, so that two bots do not answer each other for ever.",
        Reference.patterns + " -F and -i hold for --grep and --until-match alike.",
        Reference.mentions, Reference.time,
      ],
      examples: [
        Example(command: "chatctl tail ops", purpose: "follow a chat"),
        Example(command: "chatctl tail ops lobby -20", purpose: "two of them, the last 20 first"),
        Example(command: "chatctl tail --all --mentions", purpose: "only what mentions you"),
        Example(command: "chatctl tail --all --since 1h --no-follow", purpose: "the last hour"),
        Example(
          command: "chatctl tail ops --cursor mail --no-follow",
          purpose: "what is new since last time"),
        Example(
          command: "chatctl tail ops -n 0 --until-match 'deploy done' --timeout 10m",
          purpose: "wait for a word"),
        Example(
          command: "chatctl tail ops --cursor bot --exec --reply -- ./answer",
          purpose: "answer each message"),
      ],
      exitCodes: [
        ExitMeaning(code: 6, meaning: "another process uses the cursor"),
        .timeOver, .cannotRun, .notFound,
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let plan = try context.plan(invocation)
        let chats = try context.chats(invocation)
        var feed = try MessageFeed(
          of: chats, from: plan.start, plan.extent, plan.filter, cursor: plan.cursor,
          in: try context.store, as: try context.identity)
        var following = Following(
          cursors: FollowCursors(plan.cursor, followsAll: plan.extent == .onwardsInAllChats),
          bounds: plan.bounds,
          follows: plan.extent != .untilNow, handlesEach: plan.hasProgram)
        if plan.hasProgram {
          var program = try MessageProgram(invocation, at: plan.cursor, in: context)
          try context.follow(&feed, following) { context, item, signals throws(ChatError) in
            try program.handle(item, &context, signals)
          }
        } else {
          following.marks = try ReadMarks(for: context, plan.filter)
          var transcript = try Transcript(
            of: chats, for: context,
            showsChats: invocation.has(MessageOptions.all) || chats.count > 1)
          try context.follow(&feed, following) { context, item, _ throws(ChatError) in
            if context.output.results.isTerminal {
              transcript.fit(columns: context.terminalColumns)
            }
            try transcript.print(item.entry, in: item.chat, of: context.store, to: &context.output)
            return .done
          }
        }
      })
  }
}

private enum Options {
  static let noFollow = CommandOption(
    long: "no-follow", help: "end after the messages that are there")
  static let follow = CommandOption(
    long: "follow", short: "f", help: "follow, as is usual", hidden: true)
  static let count = CommandOption(
    long: "count", metavar: "N", help: "end after N messages")
  static let untilMatch = CommandOption(
    long: "until-match", metavar: "PATTERN", help: "end after a message that matches PATTERN")
  static let cursor = CommandOption(
    long: "cursor", metavar: "NAME", help: "go on after what was handled under NAME",
    completion: .live(.cursor))
}

/// What is to be followed, and how long.
private struct FollowPlan {
  let start: FeedStart
  let extent: FeedExtent
  let filter: MessageFilter
  let cursor: CursorName?
  let bounds: FollowBounds
  let hasProgram: Bool
}

extension Context {
  fileprivate func plan(_ invocation: Invocation) throws(ChatError) -> FollowPlan {
    let hasProgram = invocation.has(ProgramOptions.exec)
    if !hasProgram { try invocation.refuseProgramOptions() }
    let since = try invocation.time(of: MessageOptions.since, now: now)
    let last = try invocation.number(of: MessageOptions.last)
    if since != nil && last != nil { throw .conflictingOptions("-n", "--since") }
    let follows = !invocation.has(Options.noFollow)
    if !follows {
      for option in [FollowOptions.timeout, Options.untilMatch] where invocation.has(option) {
        throw .conflictingOptions("--no-follow", "--\(option.long)")
      }
    }
    let count = try invocation.number(of: Options.count)
    if count == 0 {
      throw .invalidValue("0", of: "--count", expected: "a whole number, at least 1")
    }
    let match = try invocation.pattern(invocation.value(of: Options.untilMatch))
    let cursor = try invocation.value(of: Options.cursor).map { text throws(ChatError) in
      try Self.cursorName(text)
    }
    return FollowPlan(
      start: since.map(FeedStart.since) ?? .last(last ?? (hasProgram ? 0 : 10)),
      extent: !follows
        ? .untilNow : invocation.has(MessageOptions.all) ? .onwardsInAllChats : .onwards,
      filter: try filter(
        invocation, pattern: invocation.value(of: MessageOptions.grep), beside: match),
      cursor: cursor,
      bounds: FollowBounds(
        count: count, timeout: try invocation.duration(of: FollowOptions.timeout), match: match),
      hasProgram: hasProgram)
  }
}
