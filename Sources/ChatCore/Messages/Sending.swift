import ChatSystem

extension Store {
  /// Sends messages to a chat, in one go and in this order; when it returns they are on the disk.
  /// - Throws: `partlySent` when only the first of several were stored, `maybeStored` when that
  ///   cannot be known; else nothing was.
  package func send(
    _ texts: [MessageText], to chat: Chat, as identity: Identity
  ) throws(ChatError) -> Receipt {
    // The lock ends with the closure.
    let written = try withLock(of: chat) { lock throws(ChatError) in
      try write(texts.map(\.text), to: chat, as: identity, &lock)
    }
    if !written.isSynchronized { try written.writer.synchronize() }
    if let failure = written.failure {
      throw failure.afterStoring(written.receipt.sent.count, of: texts.count)
    }
    return written.receipt
  }

  private struct Written: ~Copyable {
    let writer: LogWriter
    let receipt: Receipt
    let failure: ChatError?
    let isSynchronized: Bool
  }

  private func write(
    _ bodies: [String], to chat: Chat, as identity: Identity, _ lock: inout ChatLock
  ) throws(ChatError) -> Written {
    // What gives the right to write may have been taken away while we waited.
    try confirm(identity)
    guard let current = try self.chat(chat.id) else { throw .chatGone(chat.name) }
    guard current.admits(identity.account) else { throw .notParticipant(chat.name) }

    var writer = try LogWriter.open(log(of: chat), hint: lock.segment, mode: access.fileMode)
    let isLocal = try writer.maySynchronizeUnlocked()
    let (receipt, failure) = try writer.append(bodies, by: identity.author, now: client.now())
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
  /// The failure to write more, when `count` of `total` messages were stored before.
  fileprivate func afterStoring(_ count: Int, of total: Int) -> ChatError {
    switch self {
    case .system(_, let path, let error) where count > 0:
      .partlySent(count: count, of: total, maybeNext: false, path: path, error)
    case .maybeStored(_, let path, let error) where count > 0:
      .partlySent(count: count, of: total, maybeNext: true, path: path, error)
    default: self
    }
  }
}
