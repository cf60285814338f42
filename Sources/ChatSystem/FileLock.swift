import CLinux
import Glibc

/// An exclusive lock on a file, held while this value lives.
///
/// It is an open-file-description lock, F_OFD_SETLKW of fcntl(2): the kernel drops it when the last
/// copy of the descriptor is closed, so it cannot outlive its holder, and closing another descriptor
/// of the same file in the same process does not drop it, as it would a POSIX lock. No lock is ever
/// broken by its age. On network file systems it is the server's lock; where the server has none the
/// call fails (ENOLCK) and so do we, rather than go on without.
///
/// The kernel cannot name the holder of such a lock, so the holder writes a note into the file.
package struct FileLock: ~Copyable, Sendable {
  private let file: FileDescriptor

  private init(file: consuming FileDescriptor) { self.file = file }

  /// Waits for the lock on the file at `path`.
  /// - Parameters:
  ///   - path: the lock file. It must exist unless `creating` gives the mode to make it with.
  ///   - timeout: how long to wait at most; zero only tries.
  /// - Throws: ``Errno/timedOut`` when another process held it all that time, ``Errno/noSuchEntry``
  ///   when the file does not exist, also when it was removed while waiting.
  package static func acquire(
    _ path: String, creating mode: FileMode? = nil, timeout: Duration
  ) throws(Errno) -> FileLock {
    let deadline = ContinuousClock.now + timeout
    while true {
      let file = try openFile(path, creating: mode)
      try lock(file, until: deadline)
      // Whoever removes or replaces the file while we wait leaves us a lock on nothing.
      if try file.status().isSameFile(as: FileStatus(of: path)) { return FileLock(file: file) }
    }
  }

  private static func openFile(
    _ path: String, creating mode: FileMode?
  ) throws(Errno) -> FileDescriptor {
    guard let mode else { return try .openFile(path, .readWrite) }
    return try .openOrCreate(path, mode: mode)
  }

  private static func lock(
    _ file: borrowing FileDescriptor, until deadline: ContinuousClock.Instant
  ) throws(Errno) {
    do throws(Errno) {
      return try control(file, OFD_SETLK)
    } catch {
      if error != .wouldBlock && error != .accessDenied { throw error }
    }
    // A timer that repeats, so that an alarm just before the call starts to wait is no loss.
    let alarm = RepeatingAlarm(every: .milliseconds(20))
    defer { alarm.stop() }
    while ContinuousClock.now < deadline {
      do throws(Errno) {
        return try control(file, OFD_SETLKW)
      } catch {
        if error != .interrupted { throw error }
      }
    }
    throw .timedOut
  }

  private static func control(
    _ file: borrowing FileDescriptor, _ command: Int32
  ) throws(Errno) {
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    if fcntl(file.raw, command, &request) == -1 { throw Errno.current }
  }

  /// Writes a note over the beginning of the lock file. It is information: neither atomic nor synced.
  package func writeNote(_ note: [UInt8]) throws(Errno) {
    try file.write(note, at: 0)
  }

  /// The note in the lock file, at most 4 KiB.
  package func note() throws(Errno) -> [UInt8] {
    try file.read(upTo: 4096, at: 0)
  }

  /// The note that the holder of a lock left, read without the lock.
  package static func note(in path: String) throws(Errno) -> [UInt8] {
    try FileDescriptor.openFile(path, .readOnly).read(upTo: 4096, at: 0)
  }
}

/// SIGALRM again and again, to interrupt a system call that waits; without SA_RESTART, sigaction(2).
private struct RepeatingAlarm {
  private var previousAction = sigaction()
  private var previousMask = sigset_t()
  private var previousTimer = itimerval()
  private let start = ContinuousClock.now

  init(every interval: Duration) {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGALRM, &action, &previousAction)
    var alarm = sigset_t()
    sigemptyset(&alarm)
    sigaddset(&alarm, SIGALRM)
    pthread_sigmask(SIG_UNBLOCK, &alarm, &previousMask)
    let time = timeval(interval)
    var timer = itimerval(it_interval: time, it_value: time)
    setitimer(Self.realTimer, &timer, &previousTimer)
  }

  /// Puts back what was there, such as the alarm that whoever started this process had set for it.
  func stop() {
    var timer = previousTimer
    if timer.it_value.tv_sec != 0 || timer.it_value.tv_usec != 0 {
      let left = Duration(timer.it_value) - (ContinuousClock.now - start)
      timer.it_value = timeval(max(left, .microseconds(1)))
    }
    setitimer(Self.realTimer, &timer, nil)
    var mask = previousMask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
    var action = previousAction
    sigaction(SIGALRM, &action, nil)
  }

  private static let realTimer = __itimer_which_t(ITIMER_REAL.rawValue)
}

extension timeval {
  fileprivate init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
  }
}

extension Duration {
  fileprivate init(_ time: timeval) {
    self = .seconds(time.tv_sec) + .microseconds(time.tv_usec)
  }
}
