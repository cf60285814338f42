import ChatCore
import ChatSystem

extension Command {
  static let tail = Command(
    name: ["tail"],
    summary: "show the last messages of chats and follow them",
    operands: [
      Operand(
        metavar: "CHAT", arity: .many, help: "chats, by NAME, OWNER/NAME, @USERNAME or id",
        completion: .chat,
        alternative: MessageOptions.all)
    ],
    options: [
      MessageOptions.last, MessageOptions.since, MessageOptions.from, MessageOptions.grep,
      MessageOptions.fixedStrings, MessageOptions.ignoreCase, MessageOptions.mentions,
      MessageOptions.all,
      Options.noFollow, Options.follow,
    ],
    numberShorthand: MessageOptions.last,
    needs: Needs(store: .read, account: .required, right: .read),
    details: [
      "Shows the last 10 messages, or those that -n or --since choose, and then each message as it is "
        + "sent, until it is interrupted or its reader goes away. What several chats hold is merged by "
        + "date; what comes then is shown as it comes. "
        + Reference.chatNames + " " + Reference.passedOver,
      "With --from, --grep or --mentions only messages that all of these choose are shown, and -n "
        + "counts them alone.",
      "Each message is written out at once, on a terminal as 'chatctl help log' explains. "
        + Reference.messages,
      Reference.readMark,
      Reference.patterns, Reference.mentions, Reference.time,
    ],
    examples: [
      Example(command: "chatctl tail ops", purpose: "follow a chat"),
      Example(command: "chatctl tail ops lobby -20", purpose: "two of them, the last 20 first"),
      Example(command: "chatctl tail --all --mentions", purpose: "only what mentions you"),
      Example(command: "chatctl tail --all --since 1h --no-follow", purpose: "the last hour"),
    ],
    isCommon: true,
    run: { invocation, context throws(ChatError) in
      let chats = try context.chats(invocation)
      let followsAll = invocation.has(MessageOptions.all)
      let since = try invocation.time(of: MessageOptions.since, now: context.now)
      let count = try invocation.number(of: MessageOptions.last)
      if since != nil && count != nil { throw .conflictingOptions("-n", "--since") }
      let extent =
        invocation.has(Options.noFollow)
        ? FeedExtent.untilNow : followsAll ? .onwardsInAllChats : .onwards
      let filter = try context.filter(
        invocation, pattern: invocation.value(of: MessageOptions.grep))
      var feed = try MessageFeed(
        of: chats, from: since.map(FeedStart.since) ?? .last(count ?? 10), extent, filter,
        in: try context.store, as: try context.identity)
      let transcript = try Transcript(
        of: chats, for: context, showsChats: followsAll || chats.count > 1)
      let marks = try ReadMarks(for: context, filter)
      try context.show(&feed, transcript, marks, follows: extent != .untilNow)
    })
}

private enum Options {
  static let noFollow = CommandOption(
    long: "no-follow", help: "end after the messages that are there")
  static let follow = CommandOption(
    long: "follow", short: "f", help: "follow, as is usual", hidden: true)
}

extension Context {
  /// Shows messages until the reader goes away; a signal ends the process between two writes or while
  /// it waits. Where marks are kept, they are saved before.
  fileprivate mutating func show(
    _ feed: inout MessageFeed, _ transcript: Transcript, _ marks: ReadMarks, follows: Bool
  ) throws(ChatError) {
    var transcript = transcript
    var marks = marks
    let caught: [Signal] = marks.areKept ? [.hangup, .interrupt, .terminate] : []
    let signals = try attempt(.watch, "signals") { () throws(Errno) in
      try SignalSource.catching(caught)
    }
    defer { marks.save(in: self) }
    while signal == nil {
      let entries = try feed.next()
      for item in entries {
        try transcript.print(item.entry, in: item.chat, of: store, to: &output)
      }
      try output.flush()
      for item in entries { marks.note(item.entry, in: item.chat) }
      for notice in feed.takeNotices() { tell(of: notice) }
      if marks.delay == .zero { marks.save(in: self) }
      if entries.isEmpty {
        if !follows { return }
        try wait(for: feed, or: signals, atMost: marks.delay)
      }
      signal = try attempt(.watch, "signals") { () throws(Errno) in try signals.next() }
    }
  }

  /// Waits for news, a signal or the end of whoever reads.
  private func wait(
    for feed: borrowing MessageFeed, or signals: borrowing SignalSource, atMost delay: Duration?
  ) throws(ChatError) {
    var requests = [
      PollRequest(StandardStream.output.rawValue, wantsInput: false),
      PollRequest(signals.raw, wantsInput: true),
    ]
    if let descriptor = feed.descriptor {
      requests.append(PollRequest(descriptor, wantsInput: true))
    }
    let timeout = min(feed.patience, delay ?? feed.patience)
    let results = try attempt(.watch, "the chats") { () throws(Errno) in
      try waitForEvents(requests, timeout: timeout)
    }
    if results[0].isBroken { throw .outputFailed(.brokenPipe) }
  }
}

extension Context {
  private mutating func tell(of notice: FeedNotice) {
    switch notice {
    case .damage(let damage, let chat): output.warn(of: damage, in: chat)
    case .ended(let error): output.warning(error.message)
    case .passedOver(let error): passOver(error)
    }
  }
}
