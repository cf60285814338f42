import Testing

@testable import ChatCore

/// Which chat a word names to someone.
@Suite struct ChatLookupTests {
  private let store: TestStore
  private let alice: Identity
  private let bob: Identity
  private let carol: Identity

  init() throws {
    (store, alice, bob) = try TestStore.withAliceAndBob()
    carol = try store.signUp("carol")
    try store.makeFriends(alice, bob)
    try store.makeFriends(bob, alice)
  }

  @Test func `a bare name is the chat that was joined first, whoever made it`() throws {
    let first = try store.makeChat("ops", by: alice, with: bob)
    let second = try store.makeChat("Ops", by: bob, with: alice)
    for identity in [alice, bob] {
      #expect(try chat("OPS", for: identity) == first.id)
      #expect(try chat("alice/ops", for: identity) == first.id)
      #expect(try chat("BOB/ops", for: identity) == second.id)
    }
  }

  @Test func `who joined a public chat later has it behind the others of its name`() throws {
    let open = try store.makeChat("ops", by: carol)
    let own = try store.makeChat("ops", by: alice, with: bob)
    try store.join(open, as: bob)
    #expect(try chat("ops", for: bob) == own.id)
    #expect(try chat("carol/ops", for: bob) == open.id)
    #expect(try chat("ops", for: carol) == open.id)
  }

  @Test func `an id names its chat, and so does the beginning of one`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    for length in 4...20 {
      #expect(try self.chat(String(chat.id.text.prefix(length)), for: alice) == chat.id)
    }
    #expect(throws: ChatError.noChat(String(chat.id.text.prefix(3)), alternatives: [])) {
      try self.chat(String(chat.id.text.prefix(3)), for: alice)
    }
  }

  @Test func `the beginning of several ids is ambiguous`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    let twin = try twin(of: chat, name: "s")
    let shared = String(chat.id.text.prefix(8))
    let candidates = [chat.id.text, twin.id.text].sorted()
    #expect(throws: ChatError.ambiguousChat(shared, candidates: candidates)) {
      try self.chat(shared, for: alice)
    }
    #expect(try self.chat(twin.id.text, for: alice) == twin.id)
  }

  @Test
  func `nobody takes over a chat's id with a name, but a name comes before the start of an id`()
    throws
  {
    let chat = try store.makeChat("r", by: alice, with: bob)
    try store.makeChat(chat.id.text, by: alice, with: bob)
    let start = String(chat.id.text.prefix(8))
    let named = try store.makeChat(start, by: alice)
    #expect(try self.chat(chat.id.text, for: alice) == chat.id)
    #expect(try self.chat(chat.id.text, for: bob) == chat.id)
    #expect(try self.chat(start, for: alice) == named.id)
  }

  @Test func `a public chat that was not joined goes by its owner or its id`() throws {
    let open = try store.makeChat("lobby", by: carol)
    #expect(try chat("carol/lobby", for: alice) == open.id)
    #expect(try chat(open.id.text, for: alice) == open.id)
    #expect(throws: ChatError.noChat("lobby", alternatives: ["carol/lobby"])) {
      try chat("lobby", for: alice)
    }
    #expect(try store.store.chatToJoin("LOBBY", for: alice).id == open.id)
  }

  @Test func `one public name of several owners cannot be joined without saying whose`() throws {
    try store.makeChat("lobby", by: carol)
    let second = try store.makeChat("lobby", by: bob)
    #expect(
      throws: ChatError.ambiguousChat("lobby", candidates: ["carol/lobby", "bob/lobby"])
    ) {
      try store.store.chatToJoin("lobby", for: alice)
    }
    #expect(try store.store.chatToJoin("bob/lobby", for: alice).id == second.id)
  }

  @Test func `a private chat is no chat to strangers, by whichever name`() throws {
    let chat = try store.makeChat("r", by: alice, with: bob)
    let guest = try store.signUpGuest("casual")
    for stranger in [carol, guest] {
      for name in [chat.id.text, "alice/r", "r", String(chat.id.text.prefix(8))] {
        let none = ChatError.noChat(name, alternatives: [])
        #expect(throws: none) { try self.chat(name, for: stranger) }
        #expect(throws: none) { try store.store.chatToJoin(name, for: stranger) }
      }
    }
  }

  @Test func `the id of a private chat keeps no stranger's name from its chat`() throws {
    let hidden = try store.makeChat("r", by: alice, with: bob)
    let own = try store.makeChat(hidden.id.text, by: carol)
    #expect(try chat(hidden.id.text, for: carol) == own.id)
  }

  @Test(arguments: ["", "/", "nobody/retrospective", "alice/", "/x", "x/alice", "../x", "0000"])
  func `what names nothing is no chat`(name: String) throws {
    try store.makeChat("retrospective", by: alice, with: bob)
    #expect(throws: ChatError.noChat(name, alternatives: [])) { try chat(name, for: alice) }
  }

  @Test func `a name that is nearly right brings the right one to mind`() throws {
    try store.makeChat("team", by: alice, with: bob)
    #expect(throws: ChatError.noChat("taem", alternatives: ["team"])) {
      try chat("taem", for: alice)
    }
  }

  @Test(arguments: [
    ("alice/taem", "alice/team"), ("ALICE/Taem", "alice/team"), ("alcie/team", "alice/team"),
    ("alcie/taem", "alice/team"), ("carol/loby", "carol/lobby"), ("crol/lobby", "carol/lobby"),
    ("bob/taem", nil), ("alice/xyz", nil), ("carol/hideout", nil), ("carol/hidout", nil),
  ])
  func `a name with its owner that is nearly right brings the right one to mind`(
    text: String, nearest: String?
  ) throws {
    try store.makeChat("team", by: alice, with: bob)
    try store.makeChat("lobby", by: carol)
    try store.makeFriends(carol, alice)
    try store.makeChat("hideout", by: carol, with: alice)
    #expect(throws: ChatError.noChat(text, alternatives: nearest.map { [$0] } ?? [])) {
      try chat(text, for: bob)
    }
    #expect(throws: ChatError.noChat(text, alternatives: nearest.map { [$0] } ?? [])) {
      try store.store.chatToJoin(text, for: bob)
    }
  }

  @Test func `a token brings to mind what it covers alone`() throws {
    let team = try store.makeChat("team", by: alice)
    try store.makeChat("beam", by: alice)
    let name = try TokenName("t")
    let scope = TokenScope(rights: [.read], chats: [team.id])
    let (_, secret) = try store.store.createToken(
      name, for: scope, expires: nil, of: alice, writtenTo: nil)
    let bot = try store.store.identity(of: secret)
    for (text, nearest) in [("alice/taem", ["alice/team"]), ("alice/baem", [])] {
      #expect(throws: ChatError.noChat(text, alternatives: nearest)) { try chat(text, for: bot) }
    }
  }

  private func chat(_ text: String, for identity: Identity) throws -> ChatID {
    try store.store.chat(text, for: identity).id
  }

  /// A chat with the people of another whose id ends in another digit.
  private func twin(of chat: Chat, name: String) throws -> Chat {
    let end = chat.id.text.last == "f" ? "e" : "f"
    let id = try #require(ChatID(chat.id.text.dropLast() + end))
    let twin = Chat(
      id: id, name: name, owner: chat.owner, participants: chat.participants, isPublic: false,
      created: chat.created)
    try store.store.transaction { transaction throws(ChatError) in
      for user in chat.participants.map(\.user) {
        let registry = transaction.store.chats(of: user)
        try transaction.set(registry.ids(of: name) + [id.text], in: registry, as: name)
      }
      try transaction.makeDirectories(transaction.layout.chat(id).root, [])
      try transaction.write(twin, to: transaction.layout.chat(id).document)
    }
    return twin
  }
}
