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
    var lock = try ChatLock(
      waitForLock(of: chat, path, timeout), path: path, holder: client.holder)
    try lock.exchangeNotes()
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
  /// A segment that was once the last of the chat's log, as far as the note in the lock tells.
  private(set) var segment: Int64?

  fileprivate init(_ lock: consuming FileLock, path: String, holder: LockHolder) {
    self.lock = lock
    self.path = path
    self.holder = holder
  }

  /// Reads what the holder before noted, and leaves this client's name.
  fileprivate mutating func exchangeNotes() throws(ChatError) {
    let note = try attempt(.lock, path) { () throws(Errno) in try lock.note() }
    segment = LockNote(note)?.segment
    writeNote()
  }

  /// Notes which segment is the last, for the next writer; one that finds no note looks for itself.
  mutating func note(lastSegment: Int64) {
    if segment == lastSegment { return }
    segment = lastSegment
    writeNote()
  }

  /// Replaces a small document of the chat that this lock guards.
  /// - Parameter mode: of a file that did not exist.
  func write<Value: Encodable>(
    _ value: Value, to path: String, mode: FileMode
  ) throws(ChatError) {
    try Document.write(value, to: path, mode: mode, under: lock)
  }

  private func writeNote() { lock.leave(LockNote(holder: holder, segment: segment)) }
}
