import ChatCore

/// How the people of a chat are called where people read it: on a terminal and in exported pages.
struct PeopleNames: Sendable {
  /// Of those who were asked for, whether they have deleted their accounts.
  private var isDeleted: [UserID: Bool] = [:]

  /// Looks up who made an entry and the message that it answers, once each.
  mutating func learn(
    _ entry: ChatEntry, answering answered: Message? = nil, from store: Store
  ) throws(ChatError) {
    for user in entry.people + (answered.map { [$0.user] } ?? []) where isDeleted[user] == nil {
      isDeleted[user] = (try? store.account(user))?.isDeleted ?? false
    }
  }

  /// A name on one line, sanitised, with a word on whose account was deleted.
  /// - Parameter name: the username at the time.
  func text(of user: UserID, called name: String) -> String {
    Sanitizer.inline(name) + (isDeleted[user] == true ? " (deleted)" : "")
  }
}
