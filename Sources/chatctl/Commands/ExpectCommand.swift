import ChatCore

extension Command {
  static func expect(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "tell whether a message came lately",
      operands: [.chat],
      options: [
        Options.within, MessageOptions.from, MessageOptions.grep, MessageOptions.fixedStrings,
        MessageOptions.ignoreCase, MessageOptions.mentions,
      ],
      needs: Needs(store: .read, account: .required, right: .read),
      details: [
        "Tells by its exit code whether a message that all options choose came in the past DURATION, "
          + "and does not wait. So it raises an alarm when something has not been said, also when "
          + "chatctl cannot tell.",
        "It prints nothing; with --json, the last such message. Deleted messages do not count.",
        Reference.patterns, Reference.authors, Reference.mentions,
      ],
      examples: [
        Example(
          command:
            "chatctl expect ops --grep done --within 25h || chatctl send ops late",
          purpose: "raise an alarm")
      ],
      exitCodes: [
        ExitMeaning(code: 0, meaning: "such a message came"),
        ExitMeaning(code: ExitCode.no, meaning: "none came"),
      ],
      run: { invocation, context throws(ChatError) in
        let within = try invocation.requiredDuration(of: Options.within)
        let chat = try context.store.chat(invocation.operands[0], for: try context.identity)
        var filter = try context.filter(
          invocation, pattern: invocation.value(of: MessageOptions.grep))
        filter.hidesDeleted = true
        let query = HistoryQuery(
          since: context.now.adding(.zero - within) ?? Timestamp(milliseconds: 0), filter: filter,
          limit: 1, newestFirst: true)
        var last: Message?
        let damage = try context.store.readHistory(of: chat, query) { entry in
          last = last ?? entry.message
        }
        context.output.warn(of: damage, in: chat.title)
        context.answersNo = last == nil
        if let last, context.output.json {
          var transcript = try Transcript(of: [chat], for: context, showsChats: false)
          try transcript.print(.message(last), in: chat, of: context.store, to: &context.output)
        }
      })
  }
}

private enum Options {
  static let within = CommandOption(
    long: "within", metavar: "DURATION",
    help: "how long ago it may have come, as 25h; 25 is seconds", isRequired: true)
}
