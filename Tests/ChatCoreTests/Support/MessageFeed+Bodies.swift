@testable import ChatCore

extension MessageFeed {
  /// The texts of all messages that are new.
  mutating func bodies() throws(ChatError) -> [String] {
    var bodies: [String] = []
    while case let page = try next(), !page.isEmpty {
      bodies += page.compactMap(\.entry.message?.body)
    }
    return bodies
  }

  /// What had to be passed over since this was asked last, in all chats.
  mutating func takeDamage() -> LogDamage {
    takeNotices().reduce(into: LogDamage()) { total, notice in
      if case .damage(let damage, _) = notice { total += damage }
    }
  }
}

extension TestStore {
  /// Follows chats, with texts so far of the last `count` messages.
  func follow(
    _ chats: Chat..., from start: FeedStart = .last(0), as identity: Identity,
    followsAll: Bool = false
  ) throws -> MessageFeed {
    try MessageFeed(
      of: chats, from: start, followsAll ? .onwardsInAllChats : .onwards, in: store, as: identity)
  }
}
