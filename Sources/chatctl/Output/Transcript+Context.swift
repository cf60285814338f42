import ChatCore

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
    try print(entry, answering: answered, mentioning: people, in: label(of: chat), to: &output)
  }
}
