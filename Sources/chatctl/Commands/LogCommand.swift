import ChatCore

extension Command {
  static let log = Command(
    name: ["log"],
    summary: "show the messages of a chat",
    operands: [.chat],
    options: [
      MessageOptions.last, MessageOptions.since, MessageOptions.until, MessageOptions.from,
      Options.reverse,
    ],
    numberShorthand: MessageOptions.last,
    needs: Needs(store: .read, account: .required, right: .read),
    details: [
      "All of them, unless options choose some. " + Reference.messages, Reference.time,
    ],
    examples: [
      Example(command: "chatctl log ops --since today", purpose: "what was said today"),
      Example(command: "chatctl log ops -n 20 --from alice", purpose: "alice's last 20"),
      Example(command: "chatctl log ops --json | jq -r .body", purpose: "the texts alone"),
    ],
    isCommon: true,
    run: { invocation, context throws(ChatError) in
      let store = try context.store
      let chat = try store.chat(invocation.operands[0], for: try context.identity)
      let now = context.now
      var query = HistoryQuery(newestFirst: invocation.has(Options.reverse))
      query.limit = try invocation.number(of: MessageOptions.last)
      query.since = try invocation.time(of: MessageOptions.since, now: now)
      query.until = try invocation.time(of: MessageOptions.until, now: now)
      if let username = invocation.value(of: MessageOptions.from) {
        query.author = try store.requireAccount(named: username).id
      }
      var transcript = try Transcript(of: [chat], for: context)
      let damage = try store.readHistory(of: chat, query) { entry throws(ChatError) in
        try transcript.print(entry, in: chat, of: store, to: &context.output)
      }
      context.output.warn(of: damage, in: chat.name)
    })
}

private enum Options {
  static let reverse = CommandOption(long: "reverse", help: "the newest first")
}
