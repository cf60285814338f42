import ChatSystem

extension Store {
  /// Gives a message another text; when it returns that is on the disk.
  /// - Throws: `noMessage`, `messageDeleted`; `notYourMessage`, also to a token that did not send it;
  ///   `blocked` and `blocking` in a direct chat.
  /// - Returns: nil when it has that text already.
  package func edit(
    _ number: Int64, to text: MessageText, in chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt? {
    try withLock(of: chat) { lock throws(ChatError) in
      let current = try confirmRight(.send, in: chat, of: identity)
      let message = try requireMessage(number, in: current)
      guard identity.sent(message) else { throw .notYourMessage(number) }
      try requireUnblocked(in: current, for: identity.account)
      if message.body == text.text { return nil }
      return try change(
        .edit(message.reference, body: text.text), in: current, as: identity, &lock)
    }
  }

  /// Deletes a message; when it returns its text, earlier ones included, is gone from the disk.
  ///
  /// Of one that is deleted already, what a crash may have left is erased.
  /// - Throws: `noMessage`; `notYourMessage` unless it is theirs or they own the chat. A token may delete
  ///   only what it sent.
  /// - Returns: nil when it was deleted already.
  package func delete(
    _ number: Int64, in chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt? {
    try withLock(of: chat) { lock throws(ChatError) in
      let current = try confirmRight(.send, in: chat, of: identity)
      // An index that is not there may have been lost.
      let hasIndex = try !edits(of: current).segments().isEmpty
      guard let message = try messageToDelete(number, in: current, by: identity) else {
        // Whoever deleted it may not have come so far.
        try LogWriter.open(log(of: current), hint: lock.segment, mode: access.fileMode)
          .synchronize()
        try eraseTexts(ofDeleted: number, in: current, byIndex: false)
        return nil
      }
      let receipt = try change(.deletion(message.reference), in: current, as: identity, &lock)
      try eraseTexts(ofDeleted: number, in: current, byIndex: hasIndex)
      return receipt
    }
  }

  /// A message that is to be deleted; nil when that was done already.
  /// - Throws: `noMessage`; `notYourMessage` to whom it is not for to delete it.
  private func messageToDelete(
    _ number: Int64, in chat: Chat, by identity: Identity
  ) throws(ChatError) -> Message? {
    let isOwner = identity.token == nil && chat.owner == identity.account.id
    var changes = ChangeIndex(of: log(of: chat), in: edits(of: chat))
    if let message = try log(of: chat).record(number)?.message {
      guard isOwner || identity.sent(message) else { throw .notYourMessage(number) }
      let current = try changes.state(of: message)
      return current.isDeleted ? nil : current
    }
    // Where erasing stopped inside a character, the message is no record any more.
    guard let deletion = try changes.deletion(of: number) else {
      throw .noMessage(number, chat: chat.title)
    }
    let isTheirs = identity.token == nil && deletion.record.user == identity.account.id
    guard isOwner || isTheirs else { throw .notYourMessage(number) }
    return nil
  }

  /// Overwrites a deleted message's text, and those that edits gave it.
  /// - Parameter isIndexed: whether the index tells of all edits, unless it is damaged. A repeated deletion
  ///   does not rely on it.
  private func eraseTexts(
    ofDeleted number: Int64, in chat: Chat, byIndex isIndexed: Bool
  ) throws(ChatError) {
    let log = log(of: chat)
    var changes = ChangeIndex(of: log, in: edits(of: chat))
    guard let (record, edits) = try changes.deletion(of: number),
      let target = record.change?.target
    else { return }
    guard isIndexed, changes.damage.lines == 0 else {
      // The log tells of the edits, however long that takes.
      return try log.eraseTexts(of: target, from: target.number, through: .max)
    }
    for number in [target.number] + edits { try log.eraseTexts(of: target, from: number) }
  }

  /// Adds a record that changes a message: first its copy to the index, then itself, each synced.
  private func change(
    _ new: NewRecord, in chat: Chat, as identity: Identity, _ lock: inout ChatLock
  ) throws(ChatError) -> Receipt {
    var writer = try LogWriter.open(log(of: chat), hint: lock.segment, mode: access.fileMode)
    let records = writer.next([new], by: identity.author, now: client.now())
    do throws(ChatError) {
      try makeIndex(of: chat)
      var index = try LogWriter.open(edits(of: chat), hint: nil, mode: access.fileMode)
      for record in records {
        if let failure = try index.write(index.next(copyOf: record)).failure { throw failure }
      }
      try index.synchronize()
    } catch {
      // Nothing is changed yet, whatever became of the copy.
      guard case .maybeStored(let operation, let path, let reason) = error else { throw error }
      throw .system(operation, path: path, reason)
    }
    let (receipt, failure) = try writer.write(records)
    if let failure { throw failure }
    lock.note(lastSegment: writer.segment)
    try writer.synchronize()
    return receipt
  }

  /// Makes the index of a chat that was made without one.
  private func makeIndex(of chat: Chat) throws(ChatError) {
    let index = edits(of: chat)
    if try !index.segments().isEmpty { return }
    let mode = access.fileMode
    try makeDirectoryIfMissing(index.directory)
    try synchronizeDirectory(
      try attempt(.create, index.directory) { () throws(Errno) in
        try AtomicFile.replace(index.path(of: 1), with: [], mode: mode)
      })
  }

  /// Makes a directory that a chat of an earlier version has not, under the chat's lock.
  func makeDirectoryIfMissing(_ path: String) throws(ChatError) {
    let mode = access.directoryMode
    try attempt(.create, path) { () throws(Errno) in
      if try pathExists(path) { return }
      try Directory.create(path, mode: mode)
      try Directory.synchronize(parentDirectory(of: path))
    }
  }
}

extension Identity {
  /// Whether it sent a message, a token by that token.
  fileprivate func sent(_ message: Message) -> Bool {
    guard message.user == account.id else { return false }
    // Another token may have had its name before.
    return token.map { $0.name == message.token && message.date >= $0.created } ?? true
  }
}
