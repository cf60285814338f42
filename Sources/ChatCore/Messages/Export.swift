extension Store {
  /// Reads all that a chat's log tells, in order: messages as they were sent, each change of one, and
  /// the chat's events; takes no lock. What was deleted has no text.
  /// - Parameter handle: is given each entry in turn.
  /// - Returns: what had to be passed over.
  package func readRecords(
    of chat: Chat, _ handle: (ChatEntry) throws(ChatError) -> Void
  ) throws(ChatError) -> LogDamage {
    let log = log(of: chat)
    var reader = try log.reader(at: try log.start())
    var changes = ChangeIndex(of: log, in: edits(of: chat))
    var isAtEnd = false
    while !isAtEnd {
      var page = EntryPage()
      while !isAtEnd, !page.isFull {
        if let entry = try reader.nextSettledEntry() { page.append(entry) } else { isAtEnd = true }
      }
      for entry in try changes.withoutDeletedTexts(page.entries) { try handle(entry) }
    }
    return reader.damage
  }
}

/// Finds the messages of a chat that others answer, many for little more than one.
package struct AnsweredMessages {
  private let log: MessageLog
  private var changes: ChangeIndex

  package init(in chat: Chat, of store: Store) {
    log = store.log(of: chat)
    changes = ChangeIndex(of: log, in: store.edits(of: chat))
  }

  /// The message that another one answers, as it is now; nil when it answers none, or that one is not
  /// there.
  package mutating func message(answeredBy message: Message) throws(ChatError) -> Message? {
    guard let reply = message.reply,
      let found = try log.record(reply.number)?.message, found.reference == reply
    else { return nil }
    return try changes.state(of: found).message
  }
}
