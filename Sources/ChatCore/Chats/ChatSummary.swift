/// A chat with the usernames of its people, as it is shown.
package struct ChatSummary: Equatable, Sendable {
  package let chat: Chat
  /// Nil for a direct chat.
  package let owner: String?
  /// In the order in which they joined.
  package let participants: [String]
  /// The usernames of those who have deleted their accounts.
  let deleted: Set<String>

  /// A username of these people as it is shown, with a word on whose account was deleted.
  package func shown(_ username: String) -> String {
    deleted.contains(username) ? deletedMark(username) : username
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

  /// Finds the usernames of those by whom chats go: of owners, and of whom direct chats are with.
  /// There may be thousands of other participants, who are not looked at.
  /// - Parameter report: as ``summaries(of:passingOver:)``.
  package func owners(
    of chats: [Chat], passingOver report: DamageReport
  ) throws(ChatError) -> ChatOwners {
    let users = chats.flatMap { $0.isDirect ? $0.participants.map(\.user) : [] }
    return ChatOwners(accounts: try people(Set(users + chats.compactMap(\.owner)), report))
  }

  private func people(
    _ users: Set<UserID>, _ report: DamageReport
  ) throws(ChatError) -> [UserID: Account] {
    var people: [UserID: Account] = [:]
    for user in users {
      do throws(ChatError) {
        people[user] = try namedAccount(user)
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
  fileprivate init(_ chat: Chat, _ people: [UserID: Account]) {
    self.chat = chat
    owner = chat.owner.map { people[$0]?.username ?? $0.text }
    participants = chat.participants.map { people[$0.user]?.username ?? $0.user.text }
    var deleted: Set<String> = []
    for user in chat.people {
      if let person = people[user], person.isDeleted { deleted.insert(person.username) }
    }
    self.deleted = deleted
  }
}

/// The usernames of the owners of chats.
package struct ChatOwners: Sendable {
  fileprivate let accounts: [UserID: Account]

  /// The username of a chat's owner, or their id where that is all that is known; nil for a direct
  /// chat.
  /// - Parameter marked: with a word where their account was deleted.
  package func username(ofOwnerOf chat: Chat, marked: Bool) -> String? {
    guard let owner = chat.owner else { return nil }
    guard let account = accounts[owner] else { return owner.text }
    return marked && account.isDeleted ? deletedMark(account.username) : account.username
  }
}

/// A username with a word on its account, which was deleted.
private func deletedMark(_ username: String) -> String { "\(username) (deleted)" }
