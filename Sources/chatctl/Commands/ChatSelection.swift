import ChatCore

/// Which chats a command is about.
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
    try tellOfUnnamed(chats)
    if chats.isEmpty && failure == nil { output.status(noChats(isPublic: false, as: identity)) }
    return chats
  }

  /// Tells of each profile that cannot be read, so that a direct chat goes by its id.
  mutating func tellOfUnnamed(_ chats: [Chat]) throws(ChatError) {
    let unnamed = chats.filter { $0.isDirect && !$0.title.hasPrefix("@") }
    _ = try store.owners(of: unnamed) { passOver($0) }
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
}

/// What is said where there are no chats, with what the account can do about it.
func noChats(isPublic: Bool, as identity: Identity) -> String {
  if identity.token != nil { return "the token is for no such chats" }
  return switch (isPublic, identity.account.isGuest) {
  case (true, true): "there are no public chats"
  case (true, false): "there are no public chats; 'chatctl chat create NAME --public' makes one"
  case (false, true): "guests use public chats, which 'chatctl chat list --public' lists"
  case (false, false): "you have no chats yet; 'chatctl chat create NAME FRIEND' makes one"
  }
}
