extension Store {
  /// Reads all that a chat's log tells, in order: messages as they were sent, each change of one,
  /// and the chat's events; takes no lock. What was deleted has no text.
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
    return reader.damage + changes.takeDamage()
  }
}
