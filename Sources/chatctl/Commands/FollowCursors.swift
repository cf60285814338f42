import ChatCore

/// The cursors of one name, one in each chat, which a follower moves over what it has handled.
struct FollowCursors {
  /// Nil where none is moved.
  let name: CursorName?
  private var handled = ChatPlaces()

  init(_ name: CursorName?) { self.name = name }

  /// Notes that all up to a place was handled.
  mutating func note(_ place: MessageReference, in chat: Chat) {
    if name != nil { handled.note(place, in: chat) }
  }

  /// How long to wait before they are saved again; nil where there is nothing to save.
  var delay: Duration? { handled.delay }

  /// Moves them.
  mutating func save(in context: Context) throws(ChatError) {
    guard let name else { return }
    let store = try context.store
    let identity = try context.identity
    try handled.save { chat, place throws(ChatError) in
      do throws(ChatError) {
        try store.moveCursor(name.text, of: identity, in: chat, to: place)
      } catch {
        // Of a chat that is gone, or that they were removed from, nothing is left to be handled.
        switch error {
        case .chatGone, .notParticipant, .removedFromChat: break
        default: throw error
        }
      }
      return true
    }
  }
}
