import ChatSystem

/// Cursors are small documents, each called by its account and the digest of its name, and replaced under
/// the chat's lock. They say what was read and change nothing else, so a lost one costs a second look.
extension Store {
  /// Up to where someone has read.
  /// - Parameter name: of the cursor.
  /// - Returns: nil before its first use.
  package func cursor(
    _ name: String, of user: UserID, in chat: Chat
  ) throws(ChatError) -> Cursor? {
    let path = path(of: name, of: user, in: chat)
    guard let cursor = try Document.read(Cursor.self, at: path) else { return nil }
    guard cursor.name == name, cursor.user == user else {
      throw .damaged(path: path, reason: "it is another cursor's")
    }
    return cursor
  }

  /// Moves a cursor to a message, or to what else a log tells; where it is there already, nothing is locked or written.
  /// - Parameters:
  ///   - name: of the cursor, made by its first use.
  ///   - backwards: whether it may go back.
  ///   - timeout: how long to wait for the chat's lock at most; nil for as long as this client waits.
  /// - Returns: whether it moved.
  /// - Throws: `noMessage` where the log does not hold it; `busy`.
  @discardableResult
  package func moveCursor(
    _ name: String, of identity: Identity, in chat: Chat, to place: MessageReference,
    backwards: Bool = false, timeout: Duration? = nil
  ) throws(ChatError) -> Bool {
    let user = identity.account.id
    if try isAt(place, name, of: user, in: chat, orPast: !backwards) { return false }
    let log = log(of: chat)
    guard let found = try log.record(place.number), found.date == place.date else {
      throw .noMessage(place.number, chat: chat.title)
    }
    let moved = Cursor(
      name: name, user: user, seq: place.number, date: place.date,
      count: try log.count(through: found))
    return try withLock(of: chat, timeout: timeout) { lock throws(ChatError) in
      let current = try confirmRight(.read, in: chat, of: identity).chat
      if try isAt(place, name, of: user, in: current, orPast: !backwards) { return false }
      try makeDirectoryIfMissing(layout.chat(chat.id).cursors)
      try lock.write(moved, to: path(of: name, of: user, in: current), mode: access.fileMode)
      return true
    }
  }

  /// The last message of a chat, also a deleted one; nil when there is none.
  package func lastMessage(in chat: Chat) throws(ChatError) -> MessageReference? {
    var reader = try log(of: chat).reverseReader()
    while let entry = try reader.nextEntry() {
      if let message = entry.message { return message.reference }
    }
    return nil
  }

  /// The last that the log of a chat tells, be it a message or not; nil when it is empty.
  package func lastEntry(in chat: Chat) throws(ChatError) -> MessageReference? {
    var reader = try log(of: chat).reverseReader()
    return try reader.nextEntry()?.reference
  }

  private func isAt(
    _ place: MessageReference, _ name: String, of user: UserID, in chat: Chat, orPast: Bool
  ) throws(ChatError) -> Bool {
    guard let cursor = try cursor(name, of: user, in: chat) else { return false }
    return cursor.place == place || orPast && cursor.place > place
  }

  private func path(of name: String, of user: UserID, in chat: Chat) -> String {
    let digest = SHA256.digest(of: Array(name.utf8)).hexadecimal.prefix(32)
    return "\(layout.chat(chat.id).cursors)/\(user.text)-\(digest).json"
  }
}
