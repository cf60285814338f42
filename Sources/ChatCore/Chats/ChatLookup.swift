/// Finding the chat that someone means by `name`, `owner/name`, `@username`, an id or the beginning
/// of one. Of a private chat that they have no part in nothing tells them that it is there.
extension Store {
  /// The chat that `text` names to someone.
  ///
  /// A bare name is the chat that was the first of that name to them, so that nobody changes what a
  /// script means by making another or renaming one; that other, and a public chat they have not
  /// joined, is `owner/name`.
  /// - Throws: `noChat`, also for what is not theirs to know; `ambiguousChat` when several ids
  ///   begin so, `removedFromChat`, `tokenNotFor` when it is outside their token's scope.
  package func chat(_ text: String, for identity: Identity) throws(ChatError) -> Chat {
    guard let chat = try findChat(text, for: identity) else {
      throw .noChat(text, alternatives: try alternatives(to: text, for: identity))
    }
    try identity.requireCover(of: chat, as: text)
    try chat.requireAdmission(of: identity.account)
    return chat
  }

  /// The chat that someone means to join: as ``chat(_:for:)``, and the one public chat of a name.
  package func chatToJoin(_ text: String, for identity: Identity) throws(ChatError) -> Chat {
    if let chat = try findChat(text, for: identity) { return chat }
    let folded = foldedName(text)
    let chats = try chats(in: publicChatNames, named: folded) { $0.isPublic }
    if chats.count > 1 { throw .ambiguousChat(text, candidates: chats.map(qualifiedName)) }
    guard let chat = chats.first else {
      throw .noChat(text, alternatives: try alternatives(to: text, for: identity))
    }
    return try shown(chat, to: identity.account)
  }

  /// The chats of this folded name that someone takes part in.
  func chats(named folded: String, of account: Account) throws(ChatError) -> [Chat] {
    try chats(in: chats(of: account.id), named: folded) { $0.hasParticipant(account.id) }
  }

  private func findChat(_ text: String, for identity: Identity) throws(ChatError) -> Chat? {
    let account = identity.account
    if let other = try correspondent(text, of: account) {
      return try directChat(of: account, with: other)
    }
    if let (owner, name) = qualified(text) {
      let found = try chats(named: name, ownedBy: owner).first { $0.isKnown(to: account) }
      return try found.map { chat throws(ChatError) in try shown(chat, to: account) }
    }
    // A whole id comes first, so that nobody takes it over with a name.
    if let id = ChatID(text), let chat = try chat(id), chat.isKnown(to: account) {
      return try shown(chat, to: account)
    }
    // It is shown by this very name: nothing more has to be read.
    if let chat = try chats(named: foldedName(text), of: account).first(to: account) { return chat }
    return try chat(idPrefix: text, of: identity)
  }

  /// The parts of `owner/name`; nil for a bare name.
  private func qualified(_ text: String) -> (owner: String, name: String)? {
    // By bytes: with a combining mark after it, a slash is another Character.
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    return (String(text[..<slash]), String(text[text.utf8.index(after: slash)...]))
  }

  private func chats(
    named name: String, ownedBy username: String
  ) throws(ChatError) -> [Chat] {
    // Also by a username that they gave up, which nobody else can have.
    guard let owner = try holder(of: username) else { return [] }
    return try chats(named: foldedName(name), of: owner).filter { $0.owner == owner.id }
  }

  private func chat(idPrefix: String, of identity: Identity) throws(ChatError) -> Chat? {
    guard idPrefix.utf8.count >= ChatID.shortestPrefix, idPrefix.utf8.allSatisfy(isIdentifierDigit)
    else { return nil }
    var chats: [Chat] = []
    for text in Set(try self.chats(of: identity.account.id).allIDs()).sorted()
    where text.hasPrefix(idPrefix) {
      guard let id = ChatID(text), let chat = try chat(id),
        chat.hasParticipant(identity.account.id), identity.covers(chat)
      else { continue }
      chats.append(try shown(chat, to: identity.account))
    }
    if chats.count > 1 { throw .ambiguousChat(idPrefix, candidates: chats.map(\.id.text)) }
    return chats.first
  }

  /// The chats of a folded name in a registry that confirm it.
  func chats(
    in registry: NameRegistry, named folded: String, where isConfirmed: (Chat) -> Bool
  ) throws(ChatError) -> [Chat] {
    var chats: [Chat] = []
    for id in try registry.ids(of: folded) {
      guard let id = ChatID(id), let chat = try chat(id) else { continue }
      if foldedName(chat.name) == folded && isConfirmed(chat) { chats.append(chat) }
    }
    return chats
  }

  /// The chat that a bare name means to someone since another one, which it meant, has gone.
  /// - Returns: nil where there is none, or none that can be read.
  package func successor(of former: Chat, for identity: Identity) -> Chat? {
    if former.reference != nil { return nil }
    return try? chat(former.name, for: identity)
  }

  /// What they may have meant: public chats of that name as `owner/name`, else the nearest of
  /// theirs.
  private func alternatives(to text: String, for identity: Identity) throws(ChatError) -> [String] {
    if let (owner, name) = qualified(text) {
      return try alternatives(to: name, ownedBy: owner, for: identity)
    }
    let chats = try publicChats(named: text, for: identity)
    if !chats.isEmpty { return chats.map(qualifiedName) }
    let titles = try self.chats(of: identity) { _ in }.map(\.title)
    // Of a name with a space, which the shell took for two words, this is the first.
    let begun = titles.filter { $0.hasPrefix("\(text) ") }
    if !begun.isEmpty { return begun }
    return nearestName(to: text, among: titles).map { [$0] } ?? []
  }

  /// What they may have meant by `owner/name`: the nearest of theirs, of the public chats of that
  /// name and of the owner's.
  private func alternatives(
    to name: String, ownedBy username: String, for identity: Identity
  ) throws(ChatError) -> [String] {
    var chats = try self.chats(of: identity) { _ in }
    chats += try publicChats(named: name, for: identity)
    if let owner = try holder(of: username) {
      chats += try self.chats(in: self.chats(of: owner.id), { _ in }) { chat in
        chat.isPublic && chat.owner == owner.id && identity.covers(chat)
      }
    }
    let names = chats.compactMap { qualified(qualifiedName(of: $0)) }
    guard let owner = nearestName(to: username, among: names.map(\.owner)) else { return [] }
    let nearest = nearestName(to: name, among: names.filter { $0.owner == owner }.map(\.name))
    return nearest.map { ["\(owner)/\($0)"] } ?? []
  }

  /// The public chats of a name; a token sees those of its scope.
  private func publicChats(named name: String, for identity: Identity) throws(ChatError) -> [Chat] {
    try chats(in: publicChatNames, named: foldedName(name)) { chat in
      chat.isPublic && identity.covers(chat)
    }
  }

  /// A chat as someone sees it, by what they can type to name it: its bare name where that means it
  /// to them, else `owner/name`, `@username` for a direct chat, or its id where nothing else names
  /// it.
  package func shown(_ chat: Chat, to account: Account) throws(ChatError) -> Chat {
    let takesPart = chat.hasParticipant(account.id) && !chat.isDirect
    let meant =
      takesPart ? try chats(named: foldedName(chat.name), of: account).first(to: account) : nil
    return shown(chat, to: account, isMeant: meant?.id == chat.id)
  }

  /// All chats of someone as they see them.
  func shown(_ chats: [Chat], to account: Account) -> [Chat] {
    // By sorting: a dictionary takes longer to come up than the chats of most people.
    let names = chats.map { foldedName($0.name) }
    var isMeant = chats.map { _ in false }
    var rest = chats.indices.sorted { names[$0] < names[$1] }[...]
    while let index = rest.first {
      let sameName = rest.prefix { names[$0] == names[index] }
      let first = sameName.min { chats[$0].isNamed(before: chats[$1], for: account.id) }
      isMeant[first ?? index] = true
      rest = rest.dropFirst(sameName.count)
    }
    return chats.indices.map { shown(chats[$0], to: account, isMeant: isMeant[$0]) }
  }

  /// - Parameter isMeant: whether its bare name means it.
  private func shown(_ chat: Chat, to account: Account, isMeant: Bool) -> Chat {
    var shown = chat
    if chat.isDirect {
      shown.reference = directName(of: chat, for: account)
    } else if isMeant && ChatID(chat.name) == nil {
      shown.reference = nil
    } else {
      shown.reference = qualifiedName(of: chat)
    }
    return shown
  }

  /// What names a chat to the others in it: `owner/name`, or the username of who talks to them in a
  /// direct chat.
  package func nameForOthers(of chat: Chat, from account: Account) -> String {
    if !chat.isDirect { return qualifiedName(of: chat) }
    return chat.participants.count == 1 ? chat.title : "@\(account.username)"
  }

  /// `owner/name`, which names the chat to everyone. It goes by its id where the owner's profile
  /// cannot be read, since `owner` leads nowhere then.
  private func qualifiedName(of chat: Chat) -> String {
    guard let owner = chat.owner, let account = try? account(owner) else { return chat.id.text }
    return "\(account.username)/\(chat.name)"
  }
}

extension [Chat] {
  /// Of chats of one name, the one that its bare name means to someone: the first of it to them.
  fileprivate func first(to account: Account) -> Chat? {
    self.min { $0.isNamed(before: $1, for: account.id) }
  }
}
