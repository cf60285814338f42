import ChatCore

/// How far someone has come in chats, to be saved from time to time.
struct ChatPlaces {
  /// The newest place in each chat since they were saved.
  private(set) var new: [ChatID: (chat: Chat, place: MessageReference)] = [:]
  private var saved: ContinuousClock.Instant?

  /// How often they are saved at most.
  private static let interval = Duration.seconds(1)

  /// Notes how far one has come; an earlier place counts for nothing.
  mutating func note(_ place: MessageReference, in chat: Chat) {
    if let newest = new[chat.id]?.place, place < newest { return }
    new[chat.id] = (chat, place)
  }

  /// How long to wait before they are saved again; nil where there is nothing to save.
  var delay: Duration? {
    if new.isEmpty { return nil }
    guard let saved else { return .zero }
    return max(.zero, Self.interval - (ContinuousClock.now - saved))
  }

  /// Gives each place to be saved; those for which false is returned are left for the next time.
  mutating func save(
    _ move: (Chat, MessageReference) -> Bool
  ) {
    if new.isEmpty { return }
    saved = .now
    for (id, newest) in new where move(newest.chat, newest.place) { new[id] = nil }
  }
}
