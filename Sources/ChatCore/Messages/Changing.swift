extension Store {
  /// Gives a message another text; when it returns that is on the disk.
  /// - Throws: `noMessage`, `messageDeleted`, `notYourMessage`; `blocked` and `blocking` in a direct chat.
  package func edit(
    _ number: Int64, to text: MessageText, in chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt {
    try withLock(of: chat) { lock throws(ChatError) in
      let current = try confirmRights(in: chat, of: identity)
      let message = try requireMessage(number, in: current).message
      guard message.user == identity.account.id else { throw .notYourMessage(number) }
      try requireUnblocked(in: current, for: identity.account)
      return try change(
        .edit(message.reference, body: text.text), in: current, as: identity, &lock)
    }
  }

  /// Deletes a message; when it returns its text, earlier ones included, is gone from the disk.
  ///
  /// Of one that is deleted already, what a crash may have left is erased.
  /// - Throws: `noMessage`; `notYourMessage` unless it is theirs or they own the chat.
  /// - Returns: nil when it was deleted already.
  package func delete(
    _ number: Int64, in chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt? {
    try withLock(of: chat) { lock throws(ChatError) in
      let current = try confirmRights(in: chat, of: identity)
      let (message, edits) = try message(number, in: current)
      let account = identity.account.id
      guard message.user == account || current.owner == account else {
        throw .notYourMessage(number)
      }
      let receipt: Receipt? =
        message.isDeleted
        ? nil : try change(.deletion(message.reference), in: current, as: identity, &lock)
      let log = log(of: current)
      for number in [message.number] + edits { try log.eraseBody(of: number) }
      return receipt
    }
  }

  /// Adds a record that changes a message: first its copy to the index, then itself, each synced.
  private func change(
    _ new: NewRecord, in chat: Chat, as identity: Identity, _ lock: inout ChatLock
  ) throws(ChatError) -> Receipt {
    var writer = try LogWriter.open(log(of: chat), hint: lock.segment, mode: access.fileMode)
    let records = writer.next([new], by: identity.author, now: client.now())
    var index = try LogWriter.open(edits(of: chat), hint: nil, mode: access.fileMode)
    for record in records {
      if let failure = try index.write(index.next(copyOf: record)).failure { throw failure }
    }
    try index.synchronize()
    let (receipt, failure) = try writer.write(records)
    if let failure { throw failure }
    lock.note(lastSegment: writer.segment)
    try writer.synchronize()
    return receipt
  }
}
