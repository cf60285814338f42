import ChatCore

/// What people saw of chats on a terminal; moves their read marks there.
///
/// The newest message or event that was shown marks all before it as read too, as chat programs do.
/// Marks are kept by the way: where one cannot be moved, as in a store that may only be read,
/// nothing is said.
struct ReadMarks {
  /// Whether whoever reads the results sees them: not in a pipe and not as JSON.
  let areKept: Bool
  private var shown = ChatPlaces()

  /// How long a lock is waited for; who holds it longer is not waited for.
  private static let patience = Duration.milliseconds(100)

  /// Marks of whoever runs the command. A token has none, and what it reads stays unread; nor is
  /// anything marked where a filter hides messages.
  init(for context: Context, _ filter: MessageFilter) throws(ChatError) {
    let isSession = try context.identity.token == nil
    areKept =
      context.output.results.isTerminal && !context.output.json && isSession && filter.passesAll
  }

  /// Notes what was shown.
  mutating func note(_ entry: ChatEntry, in chat: Chat) {
    if areKept { shown.note(entry.reference, in: chat) }
  }

  /// How long to wait before marks are saved again; nil where there is nothing to save.
  var delay: Duration? { shown.delay }

  /// Moves the marks; where another process holds a lock, it is left for the next time.
  mutating func save(in context: Context) {
    guard let store = try? context.store, let identity = try? context.identity else { return }
    shown.save { chat, place in
      do throws(ChatError) {
        try store.moveCursor(
          Cursor.readMark, of: identity, in: chat, to: place, timeout: Self.patience)
      } catch {
        if case .busy = error { return false }
      }
      return true
    }
  }
}
