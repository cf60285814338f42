import ChatSystem

extension Store {
  /// Sends messages to a chat, in one go and in this order; when it returns they are on the disk.
  /// The first one makes a direct chat.
  /// - Throws: `partlySent` when only the first of several were stored, `maybeStored` when that
  ///   cannot be known; else nothing was. `blocked` and `blocking` in a direct chat, `noMessage`
  ///   and `messageDeleted` when there is nothing to answer.
  package func send(
    _ messages: [NewMessage], to chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt {
    let answered = messages.lazy.compactMap(\.replyTo).first
    return try sendUnderLock(to: chat, as: identity, answering: answered) {
      current, identity, lock throws(ChatError) in
      let new = try messages.map { message throws(ChatError) in
        try record(of: message, in: current)
      }
      return try append(new, to: current, as: identity, &lock)
    }
  }

  /// Throws what ``send(_:to:as:)`` would, as far as it can be told before there is a text.
  /// - Parameter number: of the message that is to be answered.
  package func requireOpen(
    _ chat: Chat, toAnswer number: Int64?, as identity: Identity
  ) throws(ChatError) {
    try requireUnblocked(in: chat, for: identity.account)
    guard let number else { return }
    if chat.isDirect, try self.chat(chat.id) == nil { throw .noMessage(number, chat: chat.title) }
    _ = try requireMessage(number, in: chat)
  }

  /// Has messages written under a chat's lock, which ends with `write`, and makes them stay.
  /// - Parameters:
  ///   - number: of a message that they answer.
  ///   - write: is given the chat and the account as they are now.
  func sendUnderLock(
    to chat: Chat, as identity: Identity, answering number: Int64?,
    _ write: (Chat, Identity, inout ChatLock) throws(ChatError) -> Written
  ) throws(ChatError) -> Receipt {
    if chat.isDirect {
      if let number, try self.chat(chat.id) == nil { throw .noMessage(number, chat: chat.title) }
      try begin(chat, as: identity)
    }
    let written = try withLock(of: chat) { lock throws(ChatError) in
      let (current, identity) = try confirmRight(.send, in: chat, of: identity)
      try requireUnblocked(in: current, for: identity.account)
      return try write(current, identity, &lock)
    }
    let stored = written.receipt.sent.count
    if let failure = written.failure, stored == 0 { throw failure }
    if !written.isSynchronized { try written.writer.synchronize() }
    if let failure = written.failure { throw failure.afterStoring(written.receipt) }
    return written.receipt
  }

  /// What is added to a chat's log for a message.
  /// - Parameter key: the digest of the key it is sent under.
  func record(
    of message: NewMessage, in chat: Chat, key: String? = nil
  ) throws(ChatError) -> NewRecord {
    let reply = try message.replyTo.map { number throws(ChatError) in
      try requireMessage(number, in: chat).reference
    }
    return .message(message, reply: reply, key: key)
  }

  /// What gives the right to read or send, asked for under the chat's lock: it may have been taken
  /// away while we waited.
  /// - Returns: the chat as it is now, called as before, and the account as it is now.
  func confirmRight(
    _ right: TokenScope.Right, in chat: Chat, of identity: Identity
  ) throws(ChatError) -> (chat: Chat, identity: Identity) {
    if PlantedBug.earlyRights.isPlanted { return (chat, identity) }
    let identity = try confirm(identity)
    try identity.require(right)
    let current = try current(chat)
    try current.requireAdmission(of: identity.account)
    return (current, identity)
  }

  /// Records that were added to a chat's log under its lock.
  struct Written: ~Copyable {
    let writer: LogWriter
    let receipt: Receipt
    let failure: ChatError?
    let isSynchronized: Bool
  }

  /// Adds records to a chat's log.
  func append(
    _ new: [NewRecord], to chat: Chat, as identity: Identity, _ lock: inout ChatLock
  ) throws(ChatError) -> Written {
    var writer = try LogWriter.open(log(of: chat), under: lock)
    let records = writer.next(new, by: identity.author, now: client.now())
    return try write(records, by: writer, &lock)
  }

  /// Adds the records that come next.
  func write(
    _ records: [LogRecord], by writer: consuming LogWriter, _ lock: inout ChatLock
  ) throws(ChatError) -> Written {
    let isLocal = try writer.maySynchronizeUnlocked()
    let (receipt, failure) = try writer.write(records)
    // From here on messages are published: nothing that fails may say that they are not.
    lock.note(lastSegment: writer.segment)
    // With one kernel behind all writers the sync may wait for the lock's release, so that the next
    // writer works meanwhile; else two hosts could write at one place.
    if !isLocal { try writer.synchronize() }
    return Written(
      writer: writer, receipt: receipt, failure: failure, isSynchronized: !isLocal)
  }
}

extension ChatError {
  /// The failure to write more, when the first of several messages were stored before.
  fileprivate func afterStoring(_ receipt: Receipt) -> ChatError {
    switch self {
    case .system(_, let path, let error):
      .partlySent(receipt, maybeNext: false, path: path, error)
    case .maybeStored(_, let path, let error):
      .partlySent(receipt, maybeNext: true, path: path, error)
    default: self
    }
  }
}
