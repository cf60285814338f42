import ChatCore

/// The options by which several commands choose messages.
enum MessageOptions {
  static let all = CommandOption(long: "all", help: "all chats you take part in")
  static let chat = CommandOption(
    long: "chat", metavar: "CHAT", help: "only in this chat",
    completion: .chat, repeats: true)
  static let last = CommandOption(
    long: "last", short: "n", metavar: "N", help: "the last N messages")
  static let since = CommandOption(
    long: "since", metavar: "TIME", help: "from TIME on")
  static let until = CommandOption(
    long: "until", metavar: "TIME", help: "before TIME")
  static let from = CommandOption(
    long: "from", metavar: "USERNAME", help: "what this account wrote", completion: .live(.author))
  static let grep = CommandOption(
    long: "grep", metavar: "PATTERN", help: "what matches PATTERN")
  static let fixedStrings = CommandOption(
    long: "fixed-strings", short: "F", help: "take PATTERN as plain text")
  static let ignoreCase = CommandOption(
    long: "ignore-case", short: "i", help: "make upper and lower case one")
  static let mentions = CommandOption(long: "mentions", help: "what mentions you")
  static let reverse = CommandOption(long: "reverse", help: "the newest first")
}

extension Context {
  /// Whose messages are asked for, as `--from` has it; nil for nil.
  func author(_ text: String?) throws(ChatError) -> MessageAuthor? {
    guard let text else { return nil }
    return try store.author(text)
  }

  /// The filter that was asked for.
  /// - Parameters:
  ///   - pattern: nil where all texts will do.
  ///   - other: a pattern for something else, to which `-F` and `-i` may belong.
  func filter(
    _ invocation: Invocation, pattern: String?, beside other: MessagePattern? = nil
  ) throws(ChatError) -> MessageFilter {
    var filter = MessageFilter()
    filter.hidesDeleted = !output.json && !output.results.isTerminal
    filter.author = try author(invocation.value(of: MessageOptions.from))
    filter.pattern = try invocation.pattern(pattern)
    if filter.pattern == nil && other == nil {
      for option in [MessageOptions.fixedStrings, MessageOptions.ignoreCase]
      where invocation.has(option) {
        throw .noPattern(for: "--\(option.long)")
      }
    }
    if invocation.has(MessageOptions.mentions) { filter.mentioned = try identity.account }
    return filter
  }

  /// The part of a history that was asked for.
  func query(
    _ invocation: Invocation, pattern: String?
  ) throws(ChatError) -> HistoryQuery {
    let now = now
    let since = try invocation.time(of: MessageOptions.since, now: now)
    let until = try invocation.time(of: MessageOptions.until, now: now)
    if let since, let until, until <= since {
      throw .invalidValue(
        invocation.value(of: MessageOptions.until) ?? "", of: "--until",
        expected: "a time after that of '--since'")
    }
    return HistoryQuery(
      since: since, until: until,
      filter: try filter(invocation, pattern: pattern),
      limit: try invocation.number(of: MessageOptions.last),
      newestFirst: invocation.has(MessageOptions.reverse))
  }
}

extension Invocation {
  /// A pattern as `-F` and `-i` have it taken; nil for nil.
  func pattern(_ text: String?) throws(ChatError) -> MessagePattern? {
    guard let text else { return nil }
    return try MessagePattern(
      text, isLiteral: has(MessageOptions.fixedStrings),
      ignoresCase: has(MessageOptions.ignoreCase))
  }
}
