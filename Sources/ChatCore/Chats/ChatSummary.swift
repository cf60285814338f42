/// A chat with the usernames of its people, as it is shown.
package struct ChatSummary: Equatable, Sendable {
  package let chat: Chat
  package let owner: String
  /// In the order in which they joined.
  package let participants: [String]
}

extension Store {
  /// Finds the usernames of a chat's people.
  package func summary(of chat: Chat) throws(ChatError) -> ChatSummary {
    let usernames = try usernames(of: [chat])
    return ChatSummary(chat, usernames)
  }

  /// Finds the usernames of the people of chats, each person once.
  package func summaries(of chats: [Chat]) throws(ChatError) -> [ChatSummary] {
    let usernames = try usernames(of: chats)
    return chats.map { ChatSummary($0, usernames) }
  }

  private func usernames(of chats: [Chat]) throws(ChatError) -> [UserID: String] {
    var usernames: [UserID: String] = [:]
    for user in Set(chats.flatMap { $0.participants.map(\.user) + [$0.owner] }) {
      usernames[user] = try account(user)?.username
    }
    return usernames
  }
}

extension ChatSummary {
  /// Someone whose profile is gone goes by their id.
  fileprivate init(_ chat: Chat, _ usernames: [UserID: String]) {
    self.chat = chat
    owner = usernames[chat.owner] ?? chat.owner.text
    participants = chat.participants.map { usernames[$0.user] ?? $0.user.text }
  }
}
