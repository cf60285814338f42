import ChatSystem

/// Cursors are small documents, each called by its account and the digest of its name, and replaced
/// under the chat's lock. They say what was read and change nothing else, so a lost one costs a
/// second look.
extension Store {
  /// Up to where someone has read.
  /// - Parameter name: of the cursor.
  /// - Returns: nil before its first use.
  package func cursor(
    _ name: String, of user: UserID, in chat: Chat
  ) throws(ChatError) -> Cursor? {
    let path = layout.chat(chat.id).cursor(name, of: user).document
    guard let cursor = try Document.read(Cursor.self, at: path) else { return nil }
    guard cursor.name == name, cursor.user == user else {
      throw .damaged(path: path, reason: "it is another cursor's")
    }
    return cursor
  }

  /// Moves a cursor to a message, or to what else a log tells; where it is there already, nothing
  /// is locked or written.
  /// - Parameters:
  ///   - name: of the cursor, made by its first use.
  ///   - backwards: whether it may go back.
  ///   - timeout: how long to wait for the chat's lock at most; nil for as long as this client
  ///     waits.
  /// - Returns: whether it moved.
  /// - Throws: `noMessage` where the log does not hold it; `chatGone`, `busy`.
  @discardableResult
  package func moveCursor(
    _ name: String, of identity: Identity, in chat: Chat, to place: MessageReference,
    backwards: Bool = false, timeout: Duration? = nil
  ) throws(ChatError) -> Bool {
    let user = identity.account.id
    if try isAt(place, name, of: user, in: chat, orPast: !backwards) { return false }
    let count = try whileThere(chat) { () throws(ChatError) in
      try self.count(through: place, in: chat)
    }
    let moved = Cursor(
      name: name, user: user, seq: place.number, date: place.date, count: count)
    return try withLock(of: chat, timeout: timeout) { lock throws(ChatError) in
      let current = try confirmRight(.read, in: chat, of: identity).chat
      if try isAt(place, name, of: user, in: current, orPast: !backwards) { return false }
      try lock.makeDirectoryIfMissing(layout.chat(chat.id).cursors)
      try lock.commit(moved, to: layout.chat(chat.id).cursor(name, of: user).document)
      return true
    }
  }

  /// How many messages a chat has up to a place.
  private func count(through place: MessageReference, in chat: Chat) throws(ChatError) -> Int64 {
    if place == .beforeAll { return 0 }
    let log = log(of: chat)
    guard let found = try log.record(place.number), found.date == place.date else {
      throw .noMessage(place.number, chat: chat.title)
    }
    return try log.count(through: found)
  }

  /// The cursors of an account in a chat, by name, the read mark too.
  package func cursors(of user: UserID, in chat: Chat) throws(ChatError) -> [Cursor] {
    let directory = layout.chat(chat.id).cursors
    let names = try attemptIfPresent(.list, directory) { () throws(Errno) in
      try Directory.names(in: directory)
    }
    var cursors: [Cursor] = []
    for name in names ?? [] {
      guard let (owner, suffix) = CursorLayout.owner(ofFile: name), owner == user,
        suffix == .document
      else { continue }
      let path = "\(directory)/\(name)"
      guard let cursor = try Document.read(Cursor.self, at: path) else { continue }
      guard layout.chat(chat.id).cursor(cursor.name, of: cursor.user).document == path else {
        throw .damaged(path: path, reason: "it is another cursor's")
      }
      cursors.append(cursor)
    }
    return cursors.sorted { $0.name < $1.name }
  }

  /// How many messages of a chat come after a cursor, and what had to be passed over.
  package func messages(
    after cursor: Cursor, in chat: Chat
  ) throws(ChatError) -> (count: Int64, damage: LogDamage) {
    var reader = try log(of: chat).reverseReader()
    while let line = try reader.nextLine() {
      if case .record(let record) = line, let count = record.countSoFar {
        return (max(0, count - cursor.count), reader.damage)
      }
    }
    return (0, reader.damage)
  }

  /// The place of a record of a chat, of the last one for nil.
  /// - Parameter number: 0 for the place before all.
  /// - Throws: `noMessage`.
  package func place(_ number: Int64?, in chat: Chat) throws(ChatError) -> MessageReference {
    guard let number else { return try lastEntry(in: chat) ?? .beforeAll }
    if number == 0 { return .beforeAll }
    guard let record = try log(of: chat).record(number) else {
      throw .noMessage(number, chat: chat.title)
    }
    return MessageReference(number: number, date: record.date)
  }

  /// Shows that a cursor is in use, until what is returned is let go.
  /// - Throws: `cursorInUse` when another process uses it all the time that this client waits.
  package func hold(
    _ name: CursorName, of identity: Identity, in chat: Chat
  ) throws(ChatError) -> CursorHold {
    let directory = layout.chat(chat.id).cursors
    let isThere = try attempt(.inspect, directory) { () throws(Errno) in
      try pathExists(directory)
    }
    if !isThere {
      try withLock(of: chat) { lock throws(ChatError) in try lock.makeDirectoryIfMissing(directory)
      }
    }
    let lock = layout.chat(chat.id).cursor(name.text, of: identity.account.id).lock
    do throws(ChatError) {
      return CursorHold(try client.acquire(lock, creating: access.fileMode))
    } catch {
      guard case .busy(_, let holder, _) = error else { throw error }
      throw .cursorInUse(name.text, chat: chat.title, holder)
    }
  }

  /// Forgets a cursor and what is kept beside it.
  /// - Returns: whether there was one.
  /// - Throws: `cursorInUse`.
  package func removeCursor(
    _ name: CursorName, of identity: Identity, in chat: Chat
  ) throws(ChatError) -> Bool {
    let cursor = layout.chat(chat.id).cursor(name.text, of: identity.account.id)
    let hold = try hold(name, of: identity, in: chat)
    defer { extendLifetime(hold) }
    return try withLock(of: chat) { _ throws(ChatError) in
      _ = try confirmRight(.read, in: chat, of: identity)
      var wasThere = false
      // The lock last: whoever finds it gone makes another one.
      for path in [cursor.document, cursor.failed, cursor.lock] {
        do throws(Errno) {
          try removeFile(path)
          if path == cursor.document { wasThere = true }
        } catch {
          if error == .noSuchEntry || error == .notDirectory { continue }
          throw wasThere
            ? .maybeStored(.remove, path: path, error) : .system(.remove, path: path, error)
        }
      }
      try synchronizeCommitted(layout.chat(chat.id).cursors)
      return wasThere
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
}

/// Shows that a cursor is in use as long as it lives.
package final class CursorHold: Sendable {
  private let lock: FileLock

  fileprivate init(_ lock: consuming FileLock) { self.lock = lock }
}
