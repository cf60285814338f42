/// A conversation: the document `chat.json`.
package struct Chat: Encodable, Equatable, Sendable {
  package let id: ChatID
  /// What its owner calls it. Shown is the ``title``.
  var name: String
  /// When it got that name, where it was made with another.
  var renamed: Timestamp?
  /// Nil for a direct chat, which nobody owns.
  package internal(set) var owner: UserID?
  /// In the order in which they joined.
  package internal(set) var participants: [Participant]
  /// Who was removed: they are kept out until the owner adds them again.
  var banned: [UserID] = []
  /// Every account may read and post.
  package internal(set) var isPublic: Bool
  /// Whether it is the one chat that two accounts have with each other, or one with itself.
  package internal(set) var isDirect = false
  package let created: Timestamp
  /// What names it to whoever it was looked up for, where that is not its bare name; not stored.
  var reference: String?

  /// Someone who takes part, and since when.
  package struct Participant: Encodable, Equatable, Sendable {
    package let user: UserID
    package let joined: Timestamp

    enum CodingKeys: CodingKey { case user, joined }
  }

  enum CodingKeys: String, CodingKey {
    case id, name, renamed, owner, participants, banned, created
    case isPublic = "public"
    case isDirect = "direct"
  }

  /// What it is called for whoever it was looked up for, and what they can type to name it: see
  /// ``Store/shown(_:to:)``.
  package var title: String { reference ?? name }

  /// Since when someone takes part; nil when they do not.
  func joined(_ user: UserID) -> Timestamp? {
    participants.first { $0.user == user }?.joined
  }

  /// Whether a bare name means it rather than another chat of that name, to someone.
  func isNamed(before other: Chat, for user: UserID) -> Bool {
    named(for: user) < other.named(for: user)
  }

  /// Since when it has been the chat of its name to someone.
  private func named(for user: UserID) -> Timestamp {
    let joined = joined(user) ?? created
    return max(joined, renamed ?? joined)
  }

  /// Whether someone takes part.
  package func hasParticipant(_ user: UserID) -> Bool { joined(user) != nil }

  /// Whether someone may learn that it is there: who was removed knows it already.
  func isKnown(to account: Account) -> Bool {
    isPublic || hasParticipant(account.id) || banned.contains(account.id)
  }

  /// Throws why someone may not read and post any more, if so: `removedFromChat`, `notParticipant`.
  func requireAdmission(of account: Account) throws(ChatError) {
    if banned.contains(account.id) { throw .removedFromChat(title) }
    if !isPublic && !hasParticipant(account.id) { throw .notParticipant(title) }
  }

  /// Throws `notOwner` unless it belongs to someone; `directChat`.
  package func requireOwner(_ account: Account) throws(ChatError) {
    if isDirect { throw .directChat(title) }
    if owner != account.id { throw .notOwner(title) }
  }
}

extension Chat: DocumentContent {
  /// Chats of the first stores have no `banned` and no `direct`.
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    id = try fields.required(.id)
    name = try fields.required(.name)
    renamed = try fields.optional(.renamed)
    owner = try fields.optional(.owner)
    participants = try fields.required(.participants)
    banned = try fields.optional(.banned) ?? []
    isPublic = try fields.required(.isPublic)
    isDirect = try fields.optional(.isDirect) ?? false
    if owner == nil && !isDirect { throw DocumentFault(.missing).within(CodingKeys.owner.rawValue) }
    created = try fields.required(.created)
  }
}

extension Chat.Participant: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    user = try fields.required(.user)
    joined = try fields.required(.joined)
  }
}
