import ChatCore

/// The options by which several commands choose messages.
enum MessageOptions {
  static let all = CommandOption(long: "all", help: "all chats you take part in")
  static let chat = CommandOption(
    long: "chat", metavar: "CHAT", help: "only in this chat; may be given several times",
    completion: .chat)
  static let last = CommandOption(
    long: "last", short: "n", metavar: "N", help: "the last N messages")
  static let since = CommandOption(
    long: "since", metavar: "TIME", help: "from TIME on")
  static let until = CommandOption(
    long: "until", metavar: "TIME", help: "before TIME")
  static let from = CommandOption(
    long: "from", metavar: "USERNAME", help: "what this account wrote", completion: .username)
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
  /// The chats that were named, each once, or all.
  mutating func chats(_ invocation: Invocation) throws(ChatError) -> [Chat] {
    guard invocation.has(MessageOptions.all) else {
      return try chats(named: invocation.operands)
    }
    if !invocation.operands.isEmpty { throw .conflictingOptions("--all", "CHAT") }
    return try allChats()
  }

  /// All chats that whoever runs the command takes part in; says so where there are none.
  /// - Throws: `guestsMayNot`, as guests can have none.
  mutating func allChats() throws(ChatError) -> [Chat] {
    let identity = try identity
    if identity.account.isGuest { throw .guestsMayNot("have chats of their own") }
    let chats = try store.chats(of: identity) { passOver($0) }
    if chats.isEmpty && failure == nil { output.status(noChats(isPublic: false, as: identity)) }
    return chats
  }

  /// Does something with each of some chats; one that cannot be used is told of and keeps nobody
  /// from the others.
  mutating func forEach(
    _ chats: [Chat], _ body: (inout Context, Chat) throws(ChatError) -> Void
  ) throws(ChatError) {
    let store = try store
    for chat in chats {
      let failure = try store.failure(with: chat) { () throws(ChatError) in try body(&self, chat) }
      if let failure { passOver(failure) }
    }
  }

  /// The chats of these names, each once.
  func chats(named names: [String]) throws(ChatError) -> [Chat] {
    let identity = try identity
    var chats: [Chat] = []
    for name in names {
      let chat = try store.chat(name, for: identity)
      if !chats.contains(where: { $0.id == chat.id }) { chats.append(chat) }
    }
    return chats
  }

  /// Whose messages are asked for, by a username that they have or had; nil for nil.
  func author(_ username: String?) throws(ChatError) -> UserID? {
    guard let username else { return nil }
    // Messages have the username of their time.
    guard let author = try store.holder(of: username) else { throw .noAccount(username) }
    return author.id
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
        expected: "a time after that of --since")
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

  /// The file that was given with an option; nil where it was not given. `-` is none, so that
  /// nobody takes it for standard output.
  func file(of option: CommandOption) throws(ChatError) -> String? {
    guard let path = value(of: option) else { return nil }
    if path.isEmpty || path == "-" {
      throw .invalidValue(path, of: option.spellings[0], expected: "a file")
    }
    return path
  }

  /// The whole number that was given with an option; nil where it was not given.
  func number(of option: CommandOption) throws(ChatError) -> Int? {
    guard let text = value(of: option) else { return nil }
    let isWhole = !text.isEmpty && text.utf8.allSatisfy(isDecimalDigit)
    guard isWhole, let number = Int(text) else {
      throw .invalidValue(text, of: option.spellings[0], expected: "a whole number")
    }
    return number
  }

  /// The length of time that was given with an option; nil where it was not given.
  func duration(of option: CommandOption) throws(ChatError) -> Duration? {
    guard let text = value(of: option) else { return nil }
    return try DurationExpression.parse(text, of: option.spellings[0])
  }

  /// The moment that was given with an option; nil where it was not given.
  func time(of option: CommandOption, now: Timestamp) throws(ChatError) -> Timestamp? {
    guard let text = value(of: option) else { return nil }
    return try TimeExpression.parse(text, of: option.spellings[0], now: now)
  }
}

extension Output {
  /// Says what readers of a log passed over.
  mutating func warn(of damage: LogDamage, in name: String) {
    if damage.lines > 0 {
      let lines = damage.lines == 1 ? "1 damaged line" : "\(damage.lines) damaged lines"
      warning("\(lines) in the log of '\(name)' passed over")
    }
    if damage.missing > 0 {
      let messages = damage.missing == 1 ? "1 message is" : "\(damage.missing) messages are"
      warning("\(messages) missing in the log of '\(name)'")
    }
    if let index = damage.index {
      let changes = damage.unindexed == 1 ? "1 change" : "\(damage.unindexed) changes"
      warning("'\(index)' lacks \(changes) that '\(name)' has: older texts may be shown")
    }
  }
}

extension Transcript {
  /// A transcript of chats for whoever runs the command, in the time zone of `TZ`.
  init(
    of chats: [Chat], for context: Context, showsChats: Bool = false
  ) throws(ChatError) {
    self.init(
      for: context.output, viewer: try context.identity.account.id, showsChats: showsChats)
    people = PeopleOfChats(for: try context.identity.account)
    guard context.output.results.isTerminal else { return }
    let participants = chats.lazy.flatMap { $0.participants.map(\.user) }
    // The width of a column is not worth reading the profiles of a crowd.
    for user in Set(participants.prefix(Self.knownPeople)) {
      if let account = try? context.store.account(user) { makeRoom(for: account.username) }
    }
  }

  /// How many participants are looked up before the first message is shown.
  private static let knownPeople = 32

  /// Prints an entry of a chat, on a terminal with the message that it answers, and with whom it
  /// mentions.
  mutating func print(
    _ entry: ChatEntry, in chat: Chat, of store: Store, to output: inout Output
  ) throws(ChatError) {
    let answered = try answered(by: entry, in: chat, of: store)
    try learn(entry, answering: answered, from: store)
    let people = try showsMentions ? people?.mentionable(by: entry, in: chat, of: store) : nil
    try print(entry, answering: answered, mentioning: people, in: ChatLabel(chat), to: &output)
  }
}
