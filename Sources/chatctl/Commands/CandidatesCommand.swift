import ChatCore

extension Command {
  /// What the completion scripts ask: `chatctl candidates -- log --chat o`.
  static func candidates(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "print what the last word of a line may be",
      operands: [
        Operand(
          metavar: "WORD", arity: .any,
          help: "the words after chatctl, the last one as far as it was typed", endsOptions: true)
      ],
      needs: .nothing,
      hidden: true,
      run: { invocation, context throws(ChatError) in
        // What is wrong is told when the line is run; whoever types it is not disturbed.
        guard
          let line = Parser.unfinishedLine(
            arguments: invocation.verbatimWords, table: .chatctl, of: invocation.command),
          case .live(let kind) = line.expected,
          let asked = try? Context(
            line.invocation, output: context.output, environment: context.environment),
          let candidates = try? asked.candidates(kind, for: line)
        else { return }
        for candidate in candidates where !line.others.contains(candidate.word) {
          guard let text = candidate.begun(as: line.word).text else { continue }
          context.output.line(text)
        }
      })
  }
}

/// A word that can stand at the end of a line.
struct Candidate: Equatable, Sendable {
  let word: String
  /// Tells more where the shell has room for it; empty where there is nothing to tell.
  var description = ""

  /// The same with its beginning as it was typed, where only the code points differ, as in é: the
  /// shells compare bytes.
  fileprivate func begun(as typed: String) -> Candidate {
    if word.utf8.starts(with: typed.utf8) || !word.hasPrefix(typed) { return self }
    return Candidate(word: typed + word.dropFirst(typed.count), description: description)
  }

  /// A line for the scripts: the word, a tab and its description; nil where the word would do
  /// something to a terminal.
  fileprivate var text: String? {
    let isASCII = word.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    if !isASCII && word.unicodeScalars.contains(where: Sanitizer.isUnsafe) { return nil }
    return "\(word)\t\(Sanitizer.inline(description))"
  }
}

extension Context {
  /// What a word may be, of all that whoever types the line may read.
  fileprivate func candidates(
    _ kind: LiveCompletion, for line: UnfinishedLine
  ) throws(ChatError) -> [Candidate] {
    var context = self
    context.mayWaitForToken = false
    if kind == .login {
      try context.open(Needs(store: .read, account: .none, right: .read))
      return try context.logins()
    }
    let right = line.invocation.command.needs.right
    try context.open(Needs(store: .read, account: .required, right: right == nil ? nil : .read))
    return try Candidates(
      store: context.store, identity: context.identity, line: line
    ).candidates(kind)
  }

  private func logins() throws(ChatError) -> [Candidate] {
    let store = try store
    let sessions = try sessionFile.load()
    let current = sessions.current(in: store)
    return try sessions.all(in: store).map { entry throws(ChatError) in
      Candidate(
        word: try store.username(of: entry), description: entry == current ? "current" : "")
    }.sorted { $0.word < $1.word }
  }
}

/// What of a store the last word of a line may name.
private struct Candidates {
  let store: Store
  let identity: Identity
  let line: UnfinishedLine

  /// The most messages that are offered.
  private static let mostMessages = 50
  /// The most messages that are read to find some of your own.
  private static let mostMessagesRead = 250
  /// The most people whose profiles are read.
  private static let mostPeople = 200

  private var account: Account { identity.account }

  private var ownChats: [Chat] {
    get throws(ChatError) { try store.chats(of: identity) { _ in } }
  }

  func candidates(_ kind: LiveCompletion) throws(ChatError) -> [Candidate] {
    switch kind {
    case .chat: try named(ownChats)
    case .ownChat: try named(ownChats.filter { $0.owner == account.id })
    case .recipient: try recipients()
    case .publicChat: try publicChats()
    case .friend: people(account.friends)
    case .newcomer: people(without(chatsOfLine.participants, account.friends))
    case .participant: people(without([account.id], chatsOfLine.participants))
    case .author: people(try authors())
    case .acquaintance: people(try acquaintances())
    case .stranger: people(without(account.friends, try acquaintances())).filter { !$0.isGuest }
    case .blocked: people(account.blocked ?? [])
    case .login: []
    case .cursor: try cursors()
    case .token: try tokens()
    case .message: try messages(atMost: Self.mostMessages) { _, _ in true }
    case .ownMessage:
      try messages(atMost: Self.mostMessagesRead) { message, _ in message.user == account.id }
    case .deletableMessage:
      try messages(atMost: Self.mostMessagesRead) { message, chat in
        message.user == account.id || chat.owner == account.id
      }
    }
  }

  /// Chats by what names them in the way in which the word was begun.
  private func named(_ chats: [Chat]) throws(ChatError) -> [Candidate] {
    if line.word.utf8.contains(UInt8(ascii: "/")) {
      let others =
        line.expected == .live(.ownChat) ? [] : try store.publicChats(for: identity) { _ in }
      return (chats + others.filter { !chats.map(\.id).contains($0.id) }).compactMap(qualified)
    }
    if line.word.utf8.count >= Chat.shortestIDPrefix {
      let named = chats.filter { $0.id.text.hasPrefix(line.word) }
      if !named.isEmpty { return named.map { Candidate(word: $0.id.text, description: $0.title) } }
    }
    return chats.map { Candidate(word: $0.title, description: $0.briefly) }
  }

  /// `owner/name`; nil for a direct chat.
  private func qualified(_ chat: Chat) -> Candidate? {
    if chat.isDirect { return nil }
    return Candidate(
      word: store.nameForOthers(of: chat, from: account), description: chat.briefly)
  }

  private func publicChats() throws(ChatError) -> [Candidate] {
    try store.publicChats(for: identity) { _ in }
      .filter { !$0.hasParticipant(account.id) }.compactMap(qualified)
  }

  /// Chats, and direct ones that are not begun yet once `@` was typed: friends are many.
  private func recipients() throws(ChatError) -> [Candidate] {
    let chats = try ownChats
    let named = try named(chats)
    if account.isGuest || !line.word.hasPrefix("@") { return named }
    let begun = chats.filter(\.isDirect).map(\.title)
    return named
      + (people(account.friends).map(\.word) + [Username.oneself]).map { "@\($0)" }
      .filter { !begun.contains($0) }.map { Candidate(word: $0, description: "direct") }
  }

  /// The chats that the line names; what names none is passed over.
  private var chatsOfLine: [Chat] {
    line.invocation.chatNames.compactMap { try? store.chat($0, for: identity) }
  }

  private func authors() throws(ChatError) -> [UserID] {
    let chats = chatsOfLine
    return chats.isEmpty ? try [account.id] + acquaintances() : chats.participants
  }

  private func acquaintances() throws(ChatError) -> [UserID] {
    let others = without([account.id], try store.chats(of: identity) { _ in }.participants)
    // A token cannot be used for friends.
    let friends = identity.token == nil ? account.friends : []
    return friends + without(friends, others)
  }

  private func without(_ some: [UserID], _ users: [UserID]) -> [UserID] {
    let some = Set(some)
    return users.filter { !some.contains($0) }
  }

  private func people(_ users: [UserID]) -> [Candidate] {
    let people = users.prefix(Self.mostPeople).compactMap { try? store.account($0) }
    return people.filter { !$0.isDeleted }.map { Candidate(word: $0.username) }
      .sorted { $0.word < $1.word }
  }

  private func cursors() throws(ChatError) -> [Candidate] {
    let named = chatsOfLine
    let chats = named.isEmpty ? try store.chats(of: identity) { _ in } : named
    var candidates: [Candidate] = []
    for chat in chats {
      for cursor in (try? store.cursors(of: account.id, in: chat)) ?? []
      where cursor.name != Cursor.readMark
        && !candidates.contains(where: { $0.word == cursor.name })
      {
        let place = "after #\(cursor.place.number)"
        candidates.append(
          Candidate(
            word: cursor.name, description: named.isEmpty ? chat.title : place))
      }
    }
    return candidates
  }

  private func tokens() throws(ChatError) -> [Candidate] {
    try store.tokens(of: identity).map { token in
      let rights = token.scope.rights
      return Candidate(
        word: token.name, description: rights.count == 1 ? "\(rights[0].rawValue) only" : "")
    }
  }

  /// The numbers of the newest messages, with their first words.
  /// - Parameter limit: how many are read.
  private func messages(
    atMost limit: Int, where isWanted: (Message, Chat) -> Bool
  ) throws(ChatError) -> [Candidate] {
    guard let chat = chatsOfLine.first else { return [] }
    var query = HistoryQuery(limit: limit, newestFirst: true)
    query.filter.hidesDeleted = true
    var candidates: [Candidate] = []
    _ = try store.readHistory(of: chat, query) { entry throws(ChatError) in
      guard case .message(let message) = entry, candidates.count < Self.mostMessages,
        isWanted(message, chat)
      else { return }
      candidates.append(
        Candidate(
          word: "\(message.number)",
          description: "\(message.byline): \(firstWords(of: message.body))"))
    }
    return candidates
  }
}

/// As many words of a text as fit beside a number, on one line. By bytes, as taking texts apart into
/// characters would take longer than all else.
private func firstWords(of text: String) -> String {
  let limit = 50
  var line: [UInt8] = []
  var count = 0
  for byte in text.utf8 {
    let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
    if isSpace && (line.last ?? 0x20) == 0x20 { continue }
    // All but the first byte of a scalar begin with 10.
    if byte & 0xC0 != 0x80 {
      if count == limit { return String(decoding: line, as: UTF8.self) + "…" }
      count += 1
    }
    line.append(isSpace ? 0x20 : byte)
  }
  return String(decoding: line, as: UTF8.self)
}

extension Chat {
  /// From so many digits on, the beginning of an id names it.
  fileprivate static let shortestIDPrefix = 4

  /// What tells it from others.
  fileprivate var briefly: String {
    if isDirect { return "direct" }
    if isPublic { return "public" }
    return participants.count == 1 ? "you alone" : "\(participants.count) people"
  }
}

extension [Chat] {
  /// Everyone who takes part in one of them, once.
  fileprivate var participants: [UserID] {
    var seen: Set<UserID> = []
    return flatMap(\.participants).map(\.user).filter { seen.insert($0).inserted }
  }
}

extension Candidate {
  /// Whether it is the username of a guest.
  fileprivate var isGuest: Bool { word.hasPrefix("~") }
}
