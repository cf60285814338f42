import ChatCore

/// What people saw of chats on a terminal; moves their read marks there.
///
/// The newest message or event that was shown marks all before it as read too, as chat programs do. Marks are
/// kept by the way: where one cannot be moved, as in a store that may only be read, nothing is said.
struct ReadMarks {
  /// Whether whoever reads the results sees them: not in a pipe and not as JSON.
  let areKept: Bool
  /// The newest entry that was shown of each chat since the marks were saved.
  private var shown: [ChatID: (chat: Chat, entry: MessageReference)] = [:]
  private var saved: ContinuousClock.Instant?

  /// How often marks are saved at most.
  private static let interval = Duration.seconds(1)
  /// How long a lock is waited for; who holds it longer is not waited for.
  private static let patience = Duration.milliseconds(100)

  /// Marks of whoever runs the command. A token has none, and what it reads stays unread; nor is anything
  /// marked where a filter hides messages.
  init(for context: Context, _ filter: MessageFilter) throws(ChatError) {
    let isSession = try context.identity.token == nil
    areKept =
      context.output.results.isTerminal && !context.output.json && isSession && filter.passesAll
  }

  /// Notes what was shown.
  mutating func note(_ entry: ChatEntry, in chat: Chat) {
    guard areKept else { return }
    if let newest = shown[chat.id]?.entry, entry.reference < newest { return }
    shown[chat.id] = (chat, entry.reference)
  }

  /// How long to wait before marks are saved again; nil where there is nothing to save.
  var delay: Duration? {
    if shown.isEmpty { return nil }
    guard let saved else { return .zero }
    return max(.zero, Self.interval - (ContinuousClock.now - saved))
  }

  /// Moves the marks; where another process holds a lock, it is left for the next time.
  mutating func save(in context: Context) {
    guard !shown.isEmpty, let store = try? context.store, let identity = try? context.identity
    else { return }
    for (id, newest) in shown {
      do throws(ChatError) {
        try store.moveCursor(
          Cursor.readMark, of: identity, in: newest.chat, to: newest.entry, timeout: Self.patience
        )
      } catch {
        if case .busy = error { continue }
      }
      shown[id] = nil
    }
    saved = .now
  }
}
