import ChatSystem

extension Store {
  /// Runs `body` under the lock of a chat.
  /// - Parameter timeout: how long to wait for it at most; nil for as long as this client waits.
  /// - Throws: `chatGone` when the chat is removed, also while waiting; `busy`.
  func withLock<Result: ~Copyable>(
    of chat: Chat, timeout: Duration? = nil,
    _ body: (inout ChatLock) throws(ChatError) -> Result
  ) throws(ChatError) -> Result {
    let path = layout.chat(chat.id).lock
    var lock = try ChatLock.take(
      waitForLock(of: chat, path, timeout), path: path, holder: client.holder, access)
    return try body(&lock)
  }

  private func waitForLock(
    of chat: Chat, _ path: String, _ timeout: Duration?
  ) throws(ChatError) -> FileLock {
    do throws(ChatError) {
      return try client.waitForLock(path, timeout: timeout)
    } catch {
      guard case .system(_, _, .noSuchEntry) = error else { throw error }
      if try self.chat(chat.id) == nil { throw .chatGone(chat.title) }
      throw .missing(path)
    }
  }
}

/// The lock of a chat: guards its log and its document. Where the store lock is needed too, that
/// one is taken first.
struct ChatLock: ~Copyable {
  private let lock: FileLock
  private let path: String
  private let holder: LockHolder
  /// Of what is made under it.
  let access: Access
  /// A segment that was once the last of the chat's log, as far as the note in the lock tells.
  private(set) var segment: Int64?

  private init(
    _ lock: consuming FileLock, path: String, holder: LockHolder, _ access: Access, segment: Int64?
  ) {
    self.lock = lock
    self.path = path
    self.holder = holder
    self.access = access
    self.segment = segment
  }

  /// Takes a lock on the file at `path`: reads what the holder before noted, and leaves this
  /// client's name.
  static func take(
    _ lock: consuming FileLock, path: String, holder: LockHolder, _ access: Access
  ) throws(ChatError) -> ChatLock {
    let note: [UInt8]
    do throws(Errno) {
      note = try lock.note()
    } catch {
      throw .system(.lock, path: path, error)
    }
    let taken = ChatLock(
      lock, path: path, holder: holder, access, segment: LockNote.segment(in: note))
    taken.writeNote()
    return taken
  }

  /// Notes which segment is the last, for the next writer; one that finds no note looks for itself.
  mutating func note(lastSegment: Int64) {
    if segment == lastSegment { return }
    segment = lastSegment
    writeNote()
  }

  /// Replaces a small document of the chat that this lock guards.
  func write<Value: Encodable>(_ value: Value, to path: String) throws(ChatError) {
    try Document.write(value, to: path, mode: access.fileMode, under: lock)
  }

  /// The same for one that counts from then on.
  /// - Throws: `maybeStored` when it was replaced and that may not stay.
  func commit<Value: Encodable>(_ value: Value, to path: String) throws(ChatError) {
    try Document.commit(value, to: path, mode: access.fileMode, under: lock)
  }

  /// Makes a directory of the chat that is not there, as in one of an earlier version.
  func makeDirectoryIfMissing(_ path: String) throws(ChatError) {
    try makeDirectory(ifMissing: path, mode: access.directoryMode, under: lock)
  }

  private func writeNote() { lock.leave(LockNote(holder: holder, segment: segment)) }
}
