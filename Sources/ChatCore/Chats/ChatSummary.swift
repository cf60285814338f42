/// A chat with the usernames of its people, as it is shown.
package struct ChatSummary: Equatable, Sendable {
  package let chat: Chat
  /// Nil for a direct chat.
  package let owner: String?
  /// In the order in which they joined; none where only the owner was asked for.
  package let participants: [String]
  /// The usernames of those who have deleted their accounts.
  let deleted: Set<String>

  /// A username of these people as it is shown, with a word on whose account was deleted.
  package func shown(_ username: String) -> String {
    deleted.contains(username) ? "\(username) (deleted)" : username
  }
}

extension Store {
  /// Finds the usernames of a chat's people.
  package func summary(of chat: Chat) throws(ChatError) -> ChatSummary {
    let people = try people(chat.people, Self.stopping)
    return ChatSummary(chat, people)
  }

  /// The same of a chat that was just changed, of which nothing may say that it was not: whose
  /// profile cannot be read goes by their id.
  package func summary(ofChanged chat: Chat) -> ChatSummary {
    var people: [UserID: Account] = [:]
    for user in chat.people { people[user] = try? account(user) }
    return ChatSummary(chat, people)
  }

  /// Finds the usernames of the people of chats, each person once.
  /// - Parameter report: is told of each profile that cannot be read, whose owner then goes by
  ///   their id.
  package func summaries(
    of chats: [Chat], passingOver report: DamageReport
  ) throws(ChatError) -> [ChatSummary] {
    let people = try people(Set(chats.flatMap(\.people)), report)
    return chats.map { ChatSummary($0, people) }
  }

  /// The same of the owners alone: there may be thousands of participants.
  package func summariesOfOwners(
    of chats: [Chat], passingOver report: DamageReport
  ) throws(ChatError) -> [ChatSummary] {
    let owners = try people(Set(chats.compactMap(\.owner)), report)
    return chats.map { ChatSummary($0, owners, namesParticipants: false) }
  }

  private func people(
    _ users: Set<UserID>, _ report: DamageReport
  ) throws(ChatError) -> [UserID: Account] {
    var people: [UserID: Account] = [:]
    for user in users {
      do throws(ChatError) {
        people[user] = try account(user)
      } catch {
        try report(error)
      }
    }
    return people
  }
}

extension Chat {
  fileprivate var people: Set<UserID> {
    Set(participants.map(\.user) + (owner.map { [$0] } ?? []))
  }
}

extension ChatSummary {
  /// Someone whose profile is gone goes by their id.
  fileprivate init(_ chat: Chat, _ people: [UserID: Account], namesParticipants: Bool = true) {
    self.chat = chat
    owner = chat.owner.map { people[$0]?.username ?? $0.text }
    let shown = namesParticipants ? chat.participants.map(\.user) : []
    participants = shown.map { people[$0]?.username ?? $0.text }
    var deleted: Set<String> = []
    for user in shown + (chat.owner.map { [$0] } ?? []) {
      if let person = people[user], person.isDeleted { deleted.insert(person.username) }
    }
    self.deleted = deleted
  }
}
