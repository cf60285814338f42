/// Where what is new to someone in a chat begins: after their read mark, and not before they
/// joined.
package struct UnreadStart: Equatable, Sendable {
  /// Nil before its first use.
  let mark: Cursor?
  /// Nil where they take no part in a public chat.
  let joined: Timestamp?

  /// The mark, unless they joined after it.
  private var place: Cursor? {
    guard let mark, includes(mark.date) else { return nil }
    return mark
  }

  /// Whether this message and all before it are behind the start. By date first, so that in a log
  /// that was put back from a backup the start is after the last record that is older than the
  /// mark.
  func isPast(_ message: MessageReference) -> Bool {
    if let joined, message.date < joined { return true }
    return mark.map { message <= $0.place } ?? false
  }

  /// Whether something that was written at this moment came after they joined.
  func includes(_ date: Timestamp) -> Bool { joined.map { date >= $0 } ?? true }

  /// The place in a log where it is.
  func position(in log: MessageLog) throws(ChatError) -> LogPosition {
    if let place { return try log.position(after: .init(seq: place.seq, date: place.date)) }
    guard let joined else { return try log.start() }
    return try log.position(since: joined)
  }

  /// How many messages a log has before it.
  func countBefore(in log: MessageLog) throws(ChatError) -> Int64 {
    if let place, try log.record(place.seq)?.date == place.date { return place.count }
    var reader = try log.reader(at: position(in: log))
    while let record = try reader.nextRecord() {
      if let count = record.count { return count - 1 }
      if let total = record.total { return total }
    }
    return 0
  }
}

extension Store {
  /// Where what is new to someone in a chat begins.
  package func unreadStart(in chat: Chat, for account: Account) throws(ChatError) -> UnreadStart {
    UnreadStart(
      mark: try cursor(Cursor.readMark, of: account.id, in: chat),
      joined: chat.joined(account.id))
  }
}
