/// A named conversation: the document `chat.json`.
package struct Chat: Codable, Equatable, Sendable {
  package let id: ChatID
  package internal(set) var name: String
  package internal(set) var owner: UserID
  /// In the order in which they joined.
  package internal(set) var participants: [Participant]
  /// Every account may read and post.
  package internal(set) var isPublic: Bool
  package let created: Timestamp

  /// Someone who takes part, and since when.
  package struct Participant: Codable, Equatable, Sendable {
    package let user: UserID
    package let joined: Timestamp
  }

  private enum CodingKeys: String, CodingKey {
    case id, name, owner, participants, created
    case isPublic = "public"
  }

  /// Since when someone takes part; nil when they do not.
  func joined(_ user: UserID) -> Timestamp? {
    participants.first { $0.user == user }?.joined
  }

  /// Whether someone takes part.
  package func hasParticipant(_ user: UserID) -> Bool { joined(user) != nil }

  /// Whether someone may read and post.
  package func admits(_ account: Account) -> Bool {
    if account.isGuest { return isPublic }
    return isPublic || hasParticipant(account.id)
  }
}
