import ChatSystem

extension Store {
  /// Gives a message another text; when it returns that is on the disk.
  /// - Throws: `noMessage`, `messageDeleted`; `notYourMessage`, also to a token that did not send
  ///   it; `blocked` and `blocking` in a direct chat.
  /// - Returns: nil when it has that text already.
  package func edit(
    _ number: Int64, to text: MessageText, in chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt? {
    try withLock(of: chat) { lock throws(ChatError) in
      let (current, identity) = try confirmRight(.send, in: chat, of: identity)
      let message = try editable(number, in: current, as: identity)
      // By bytes: strings are equal, too, where they spell the same text differently.
      if message.body.utf8.elementsEqual(text.text.utf8) { return nil }
      return try change(
        .edit(message.reference, body: text.text), in: current, as: identity, &lock)
    }
  }

  /// Throws what ``edit(_:to:in:as:)`` would, as far as it can be told before there is a text.
  package func requireEditable(
    _ number: Int64, in chat: Chat, as identity: Identity
  ) throws(ChatError) {
    _ = try editable(number, in: chat, as: identity)
  }

  /// A message that someone may edit, as it is now.
  private func editable(
    _ number: Int64, in chat: Chat, as identity: Identity
  ) throws(ChatError) -> Message {
    let message = try requireMessage(number, in: chat)
    guard identity.sent(message) else { throw notTheirs(number, in: chat, as: identity) }
    try requireUnblocked(in: chat, for: identity.account)
    return message
  }

  /// Deletes a message; when it returns its text, earlier ones included, is gone from the disk.
  ///
  /// Of one that is deleted already, what a crash may have left is erased.
  /// - Throws: `noMessage`; `notYourMessage` unless it is theirs or they own the chat. A token may
  ///   delete only what it sent.
  /// - Returns: nil when it was deleted already.
  package func delete(
    _ number: Int64, in chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt? {
    let textsBefore = try textsToErase(of: number, in: chat, by: identity)
    return try withLock(of: chat) { lock throws(ChatError) in
      let (current, identity) = try confirmRight(.send, in: chat, of: identity)
      let (target, isDeleted) = try messageToDelete(number, in: current, by: identity)
      var receipt: Receipt?
      if isDeleted {
        // Whoever deleted it may not have come so far.
        try LogWriter.open(log(of: current), under: lock).synchronize()
      } else {
        receipt = try change(.deletion(target), in: current, as: identity, &lock)
      }
      do throws(ChatError) {
        try log(of: current).eraseTexts(of: target, found: textsBefore, under: lock)
      } catch {
        throw .notErased(number, chat: current.title, error)
      }
      return receipt
    }
  }

  /// A message that is to be deleted, and whether that was done already.
  /// - Throws: `noMessage`; `notYourMessage` to whom it is not for to delete it.
  private func messageToDelete(
    _ number: Int64, in chat: Chat, by identity: Identity
  ) throws(ChatError) -> (target: MessageReference, isDeleted: Bool) {
    var changes = ChangeIndex(of: log(of: chat), in: edits(of: chat))
    if let message = try log(of: chat).record(number)?.message {
      guard identity.mayDelete(message, in: chat) else {
        throw notTheirs(number, in: chat, as: identity)
      }
      return (message.reference, try changes.state(of: message).isDeleted)
    }
    // Where erasing stopped inside a character, the message is no record any more.
    guard let deletion = try changes.deletion(of: number), let target = deletion.change?.target
    else { throw .noMessage(number, chat: chat.title) }
    let isTheirs = identity.token == nil && deletion.user == identity.account.id
    guard identity.rules(chat) || isTheirs else { throw notTheirs(number, in: chat, as: identity) }
    return (target, true)
  }

  private func notTheirs(_ number: Int64, in chat: Chat, as identity: Identity) -> ChatError {
    let author = identity.author
    return .notYourMessage(
      number, chat: chat.title, byline: Author.byline(author.name, author.token),
      token: author.token)
  }

  /// Looks for the texts of a message that is to be deleted, before others are kept waiting.
  /// - Returns: nil where the chat is gone.
  private func textsToErase(
    of number: Int64, in chat: Chat, by identity: Identity
  ) throws(ChatError) -> FoundTexts? {
    var found: FoundTexts?
    try unlessDeleted(chat) { () throws(ChatError) in
      let (target, _) = try messageToDelete(number, in: chat, by: identity)
      found = try log(of: chat).texts(of: target)
    }
    return found
  }

  /// Adds a record that changes a message: first its copy to the index, then itself, each synced.
  private func change(
    _ new: NewRecord, in chat: Chat, as identity: Identity, _ lock: inout ChatLock
  ) throws(ChatError) -> Receipt {
    var writer = try LogWriter.open(log(of: chat), under: lock)
    let records = writer.next([new], by: identity.author, now: client.now())
    do throws(ChatError) {
      try makeIndex(of: chat, lock)
      var index = try LogWriter.open(edits(of: chat), under: lock)
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
  private func makeIndex(of chat: Chat, _ lock: borrowing ChatLock) throws(ChatError) {
    let index = edits(of: chat)
    if try !index.segments().isEmpty { return }
    let mode = access.fileMode
    try lock.makeDirectoryIfMissing(index.directory)
    try synchronizeDirectory(
      try attempt(.create, index.directory) { () throws(Errno) in
        try AtomicFile.replace(index.path(of: 1), with: [], mode: mode)
      })
  }
}

extension Identity {
  /// Whether it may delete a message that is in a chat.
  package func mayDelete(_ message: Message, in chat: Chat) -> Bool {
    rules(chat) || sent(message)
  }

  /// Whether it has the rights of a chat's owner, which a token has not.
  fileprivate func rules(_ chat: Chat) -> Bool { token == nil && chat.owner == account.id }

  /// Whether it sent a message, a token by that token.
  package func sent(_ message: Message) -> Bool {
    guard message.user == account.id else { return false }
    // Another token may have had its name before.
    return token.map { $0.name == message.token && message.date >= $0.created } ?? true
  }
}
