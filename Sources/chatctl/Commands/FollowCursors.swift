import ChatCore

/// The cursors of one name, one in each chat, which a follower moves over what it has handled.
struct FollowCursors {
  /// Nil where none is moved.
  let name: CursorName?
  /// Whether what is wrong with the files of one chat leaves the others to be followed.
  private let leavesOthers: Bool
  private var handled = ChatPlaces()

  /// - Parameter followsAll: whether chats that cannot be read are passed over.
  init(_ name: CursorName?, followsAll: Bool = false) {
    self.name = name
    leavesOthers = followsAll
  }

  /// Notes that all up to a place was handled.
  mutating func note(_ place: MessageReference, in chat: Chat) {
    if name != nil { handled.note(place, in: chat) }
  }

  /// How long to wait before they are saved again; nil where there is nothing to save.
  var delay: Duration? { handled.delay }

  /// Moves them.
  /// - Parameter isLast: whether there is no other time for what cannot be saved now: another
  ///   process has the lock, or the store is away.
  mutating func save(in context: inout Context, isLast: Bool = false) throws(ChatError) {
    guard let name else { return }
    let store = try context.store
    let identity = try context.identity
    let leavesOthers = leavesOthers && !isLast
    var failure: ChatError?
    var unsaved: [ChatError] = []
    handled.save { chat, place in
      do throws(ChatError) {
        try store.moveCursor(
          name.text, of: identity, in: chat, to: place, timeout: isLast ? nil : Self.patience)
      } catch {
        switch error {
        case .busy where !isLast: return false
        // The follower waits for it, and tells of it.
        case _ where !isLast && (try? store.isThere) == false: return false
        // The log is another one by now, and the next place is in it.
        case .noMessage: break
        // Nothing is left to be handled.
        case _ where error.endsOneChat: break
        // The others are saved all the same.
        default:
          if leavesOthers, let about = Self.chatFailure(error, chat, store) {
            unsaved.append(about)
            return false
          }
          failure = failure ?? error
        }
      }
      return true
    }
    for failure in unsaved { context.passOver(failure) }
    if let failure { throw failure }
  }

  /// How long a lock is waited for while others may be followed.
  private static let patience = Duration.milliseconds(100)

  /// A failure as what is wrong with the files of one chat; nil where it is about more.
  private static func chatFailure(_ error: ChatError, _ chat: Chat, _ store: Store) -> ChatError? {
    (try? store.failure(with: chat) { () throws(ChatError) in throw error }) ?? nil
  }
}
