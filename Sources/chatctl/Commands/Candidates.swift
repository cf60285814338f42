import ChatCore

/// What of a store the last word of a line may name.
struct Candidates {
  let store: Store
  let identity: Identity
  let line: UnfinishedLine

  /// The most messages that are offered.
  private static let mostMessages = 50
  /// The most messages that are read to find some of your own.
  private static let mostMessagesRead = 250

  private var account: Account { identity.account }

  private var chats: [Chat] {
    get throws(ChatError) { try store.chats(of: identity) { _ in } }
  }

  /// All that a word may name, in the order in which a shell is to offer it.
  func all(_ kind: LiveCompletion) throws(ChatError) -> [Candidate] {
    switch kind {
    case .chat: try candidates(for: chats, orPublic: true)
    case .ownChat: try candidates(for: chats.filter { $0.owner == account.id })
    case .sharedChat: try candidates(for: chats.filter { !$0.isDirect })
    case .recipient: try recipients()
    case .publicChat: try publicChats()
    case .friend: people(account.friends)
    case .newcomer: people(without(chosenChats.participants, account.friends))
    case .participant: people(without([account.id], chosenChats.participants))
    case .author: people(try authors())
    case .acquaintance: people(try acquaintances())
    case .stranger:
      people(without(account.friends, try acquaintances())) { !$0.isGuest }
    case .blocked: people(account.blocked ?? [])
    case .cursor: try cursors()
    case .token: try tokens()
    case .message: try messages(atMost: Self.mostMessages) { _, _ in true }
    case .ownMessage:
      try messages(atMost: Self.mostMessagesRead) { message, _ in identity.sent(message) }
    case .deletableMessage:
      try messages(atMost: Self.mostMessagesRead) { identity.mayDelete($0, in: $1) }
    }
  }

  /// Chats by what names them in the way in which the word was begun.
  /// - Parameter orPublic: whether public ones, too, that were not joined.
  private func candidates(
    for chats: [Chat], orPublic: Bool = false
  ) throws(ChatError) -> [Candidate] {
    if line.word.utf8.contains(UInt8(ascii: "/")) {
      let others = orPublic ? try store.publicChats(for: identity) { _ in } : []
      return (chats + others.filter { !chats.map(\.id).contains($0.id) }).compactMap(qualified)
    }
    if line.word.utf8.count >= ChatID.shortestPrefix {
      let meant = chats.filter { $0.id.text.hasPrefix(line.word) }
      if !meant.isEmpty { return meant.map { Candidate(word: $0.id.text, description: $0.title) } }
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
    let chats = try chats
    let candidates = try candidates(for: chats, orPublic: true)
    if account.isGuest || !line.word.hasPrefix("@") { return candidates }
    let begun = chats.filter(\.isDirect).map(\.title)
    return candidates
      + (people(account.friends).map(\.word) + [Username.oneself]).map { "@\($0)" }
      .filter { !begun.contains($0) }.map { Candidate(word: $0, description: "direct") }
  }

  /// The chats that the line names; what names none is passed over.
  private var chosenChats: [Chat] {
    line.invocation.chatNames.compactMap { try? store.chat($0, for: identity) }
  }

  private func authors() throws(ChatError) -> [UserID] {
    let chats = chosenChats
    return chats.isEmpty ? try [account.id] + acquaintances() : chats.participants
  }

  private func acquaintances() throws(ChatError) -> [UserID] {
    let others = without([account.id], try chats.participants)
    // A token cannot be used for friends.
    let friends = identity.token == nil ? account.friends : []
    return friends + without(friends, others)
  }

  private func without(_ some: [UserID], _ users: [UserID]) -> [UserID] {
    let some = Set(some)
    return users.filter { !some.contains($0) }
  }

  private func people(
    _ users: [UserID], where isWanted: (Account) -> Bool = { _ in true }
  ) -> [Candidate] {
    store.accounts(users).filter(isWanted).map(\.username).sorted().map { Candidate(word: $0) }
  }

  private func cursors() throws(ChatError) -> [Candidate] {
    let chosen = chosenChats
    let chats = chosen.isEmpty ? try self.chats : chosen
    var candidates: [Candidate] = []
    for chat in chats {
      for cursor in (try? store.cursors(of: account.id, in: chat)) ?? []
      where cursor.name != Cursor.readMark
        && !candidates.contains(where: { $0.word == cursor.name })
      {
        let place = "after #\(cursor.place.number)"
        candidates.append(
          Candidate(
            word: cursor.name, description: chosen.isEmpty ? chat.title : place))
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
    guard let chat = chosenChats.first else { return [] }
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
