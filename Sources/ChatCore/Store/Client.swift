import ChatSystem

/// The program that uses a store, as its locks and waits need to know it.
package struct Client: Sendable {
  /// The subcommand, for whoever waits for our lock.
  package let command: String
  /// How long to wait for a lock at most.
  package let lockTimeout: Duration
  /// The time now, asked whenever something is written.
  package let now: @Sendable () -> Timestamp
  /// A clock that nobody sets, for what takes its time.
  let monotonic: @Sendable () -> ContinuousClock.Instant

  package init(
    command: String, lockTimeout: Duration,
    monotonic: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    now: @escaping @Sendable () -> Timestamp
  ) {
    self.command = command
    self.lockTimeout = lockTimeout
    self.monotonic = monotonic
    self.now = now
  }

  /// How this client names itself in the locks that it holds.
  var holder: LockHolder {
    LockHolder(pid: currentProcessID(), host: hostName(), command: command)
  }

  /// Waits for a lock.
  /// - Parameters:
  ///   - mode: makes the file with this mode where it is missing.
  ///   - timeout: how long to wait at most; nil for as long as this client waits.
  /// - Throws: `busy`, naming the holder, when another process holds it all that time.
  func waitForLock(
    _ path: String, creating mode: FileMode? = nil, timeout: Duration? = nil
  ) throws(ChatError) -> FileLock {
    let timeout = timeout ?? lockTimeout
    do throws(Errno) {
      return try FileLock.acquire(path, creating: mode, timeout: timeout)
    } catch {
      guard error == .timedOut else {
        throw .system(mode == nil ? .lock : .lock.orCreate(path), path: path, error)
      }
      let note = try attemptIfPresent(.read, path) { () throws(Errno) in
        try FileLock.note(in: path)
      }
      throw .busy(path: path, holder: note.flatMap { LockNote($0) }?.holder, waited: timeout)
    }
  }

  /// Waits for a lock and leaves this client's name in it.
  func acquire(_ path: String, creating mode: FileMode? = nil) throws(ChatError) -> FileLock {
    let lock = try waitForLock(path, creating: mode)
    lock.leave(LockNote(holder: holder))
    return lock
  }
}
