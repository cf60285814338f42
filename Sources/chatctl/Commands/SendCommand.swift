import ChatCore
import ChatSystem

extension Command {
  static func send(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "send a message",
      operands: [
        .recipient, MessageInput.operand,
      ],
      options: [Options.replyTo, Options.key, Options.lines, MessageInput.lossy],
      needs: Needs(store: .write, account: .required, right: .send),
      details: [
        "@USERNAME is the chat that only the two of you have: with a friend, or with someone who "
          + "began it with you. Its first message makes it. @me is one with yourself.",
        MessageInput.optionsEnd + ": 'send ops failed -q' and 'send ops -- -rf' say just that.",
        "Standard input is one message, less one final line break; with --lines each line is one and "
          + "is sent when it comes. Blank lines are passed over then.",
        "With --key the message is one for ever: sent again under that key, to the same chat by the "
          + "same account, it is not sent again, and the exit code is 0. So a script that does not "
          + "know whether it came through may just try again. A key has at most "
          + "\(MessageKey.limit) bytes.",
        "A message has at most 1 MiB of UTF-8; blank ones, NUL and what is not UTF-8 are refused. "
          + "'sent #N' is said on a terminal only.",
      ],
      examples: [
        Example(command: "chatctl send ops \"deploy is done\"", purpose: "send a line"),
        Example(
          command: "make test || chatctl send ops \"tests failed\"", purpose: "tell of a failure"),
        Example(command: "chatctl send @bob \"got a minute?\"", purpose: "send to bob alone"),
        Example(
          command: "chatctl send ops --key \"backup-$(date +%F)\" \"backup is done\"",
          purpose: "once a day"),
        Example(command: "df -h / | chatctl send ops", purpose: "send what a command prints"),
        Example(
          command: "tail -f build.log | chatctl send ops --lines",
          purpose: "send each line as it comes"
        ),
      ],
      exitCodes: [
        ExitMeaning(code: 0, meaning: "the message is on the disk"),
        ExitMeaning(
          code: 5, meaning: "under KEY another text was sent, or an answer to another message"),
        ExitMeaning(code: 8, meaning: "the message is refused"),
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let chat = try context.store.chatToSendTo(
          invocation.operands[0], for: try context.identity)
        let reply = try invocation.messageNumber(of: Options.replyTo)
        let key = try invocation.value(of: Options.key).map { text throws(ChatError) in
          try MessageKey(text)
        }
        if invocation.has(Options.lines) {
          if invocation.hasMessage { throw .conflictingOptions("--lines", "MESSAGE") }
          if reply != nil { throw .conflictingOptions("--lines", "--reply-to") }
          if key != nil { throw .conflictingOptions("--lines", "--key") }
          return try context.sendLines(to: chat, repairing: invocation.has(MessageInput.lossy))
        }
        let (store, identity) = (try context.store, try context.identity)
        let text = try context.message(invocation) { () throws(ChatError) in
          try store.requireOpen(chat, toAnswer: reply, as: identity)
        }
        try context.send(NewMessage(text, replyTo: reply), once: key, to: chat)
      })
  }
}

private enum Options {
  static let lines = CommandOption(
    long: "lines", help: "send each line of standard input as a message")
  static let key = CommandOption(
    long: "key", metavar: "KEY", help: "send nothing if KEY was used before, here by you")
  static let replyTo = CommandOption(
    long: "reply-to", metavar: "NUMBER", help: "the message that this one answers",
    completion: .live(.message))
}

extension Context {
  fileprivate mutating func send(
    _ message: NewMessage, once key: MessageKey?, to chat: Chat
  ) throws(ChatError) {
    let receipt =
      if let key {
        try store.send(message, once: key, to: chat, as: identity)
      } else {
        try store.send([message], to: chat, as: identity)
      }
    report(receipt, in: chat)
    try output.flush()
  }

  private mutating func report(_ receipt: Receipt, in chat: Chat) {
    warn(of: receipt, in: chat)
    for sent in receipt.sent {
      if output.json {
        output.object(.sent(sent, to: chat, isRepeat: receipt.isRepeat))
      } else if output.results.isTerminal {
        output.status("\(receipt.isRepeat ? "was sent before as" : "sent") #\(sent.number)")
      }
    }
  }

  /// Sends the lines of standard input as they come; those that come together go in one batch.
  fileprivate mutating func sendLines(to chat: Chat, repairing: Bool) throws(ChatError) {
    keepFreedMemory()
    var lines = LineSplitter()
    var tally = LineTally()
    while true {
      let block = try StandardInput.readBlock()
      let ended = block.isEmpty ? lines.finish().map { [$0] } ?? [] : lines.take(block)
      try send(ended, to: chat, repairing: repairing, &tally)
      if block.isEmpty { break }
    }
    if tally.refused > 0 { throw .linesRefused(count: tally.refused, sent: tally.sent) }
  }

  private mutating func send(
    _ lines: [LineSplitter.Line], to chat: Chat, repairing: Bool, _ tally: inout LineTally
  ) throws(ChatError) {
    var messages: [NewMessage] = []
    for line in lines {
      do throws(ChatError) {
        if line.length > MessageText.limit {
          throw .messageTooLong(bytes: line.length, limit: MessageText.limit)
        }
        messages.append(NewMessage(try MessageText(line.bytes, repairing: repairing)))
      } catch {
        if error == .blankMessage { continue }
        tally.refused += 1
        output.warning("line \(line.number) was refused: \(error.message)")
      }
    }
    if messages.isEmpty { return }
    let receipt: Receipt
    do throws(ChatError) {
      receipt = try store.send(messages, to: chat, as: identity)
    } catch {
      if case .partlySent(_, let receipt, let maybeNext, let path, let reason) = error {
        let before = tally.sent
        report(tally.count(receipt), in: chat)
        throw .partlySent(
          before: before, receipt, maybeNext: maybeNext, path: path, reason)
      }
      if tally.sent > 0 {
        output.warning(tally.sent == 1 ? "1 line was stored" : "\(tally.sent) lines were stored")
      }
      throw error
    }
    report(tally.count(receipt), in: chat)
    try output.flush()
  }
}

/// What became of the lines.
private struct LineTally {
  var sent = 0
  var refused = 0
  private var healed = false
  private var clockIsBehind = false

  /// Counts what was sent.
  /// - Returns: the receipt with what is to be told for the first time.
  mutating func count(_ receipt: Receipt) -> Receipt {
    var untold = receipt
    if healed { untold.healed = false }
    if clockIsBehind { untold.clockIsBehind = false }
    healed = healed || receipt.healed
    clockIsBehind = clockIsBehind || receipt.clockIsBehind
    sent += receipt.sent.count
    return untold
  }
}
