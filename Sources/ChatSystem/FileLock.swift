import CLinux
import Glibc

/// An exclusive lock on a file, held while this value lives.
///
/// It is an open-file-description lock, F_OFD_SETLKW of fcntl(2): the kernel drops it when the last
/// copy of the descriptor is closed, so it cannot outlive its holder, and closing another
/// descriptor of the same file in the same process does not drop it, as it would a POSIX lock. No
/// lock is ever broken by its age. On network file systems it is the server's lock; where the
/// server has none the call fails (ENOLCK) and so do we, rather than go on without.
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
  ///   when the file does not exist and is not to be made, also when it was removed while waiting.
  package static func acquire(
    _ path: String, creating mode: FileMode? = nil, timeout: Duration
  ) throws(Errno) -> FileLock {
    let deadline = ContinuousClock.now + timeout
    while true {
      let file = try openFile(path, creating: mode)
      try lock(file, until: deadline)
      // Whoever removes or replaces the file while we wait leaves us a lock on nothing.
      let current = try FileStatus.ifPresent(at: path)
      if let current, try file.status().isSameFile(as: current) { return FileLock(file: file) }
      if current == nil, mode == nil { throw .noSuchEntry }
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
      try control(file, OFD_SETLK)
      return
    } catch {
      if error != .wouldBlock && error != .accessDenied { throw error }
    }
    if ContinuousClock.now >= deadline { throw .timedOut }

    // Again and again, so that one that comes just before the call starts to wait is no loss.
    let interruptions = try Interruptions.begin(every: .milliseconds(20))
    defer { interruptions.end() }
    while ContinuousClock.now < deadline {
      do throws(Errno) {
        try control(file, OFD_SETLKW)
        return
      } catch {
        if error != .interrupted { throw error }
      }
    }
    throw .timedOut
  }

  @discardableResult
  private static func control(
    _ file: borrowing FileDescriptor, _ command: Int32
  ) throws(Errno) -> flock {
    var request = flock()
    request.l_type = Int16(F_WRLCK)
    request.l_whence = Int16(SEEK_SET)
    let raw = file.raw
    if command == OFD_SETLKW {
      // Whoever waits wants to be interrupted.
      if fcntl(raw, command, &request) == -1 { throw Errno.current }
    } else {
      // It does not wait, but where a server or a FUSE process is asked, a signal may interrupt it.
      try retrying { fcntl(raw, command, &request) }
    }
    return request
  }

  /// Whether anyone holds the lock on the file at `path`, F_OFD_GETLK of fcntl(2). Takes none, and
  /// needs no more than to read the file.
  package static func isHeld(_ path: String) throws(Errno) -> Bool {
    let file = try FileDescriptor.openFile(path, .readOnly)
    return try control(file, OFD_GETLK).l_type != Int16(F_UNLCK)
  }

  /// Writes a note over the beginning of the lock file. It is information: neither atomic nor
  /// synced.
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

/// A signal to this thread again and again, timer_create(2), which interrupts a system call that
/// waits.
///
/// It is SIGURG, which does nothing unless it is caught, as we do without SA_RESTART of
/// sigaction(2): one that comes late does no harm, and an alarm(2) that whoever started this
/// process has set goes on.
private struct Interruptions {
  /// Nil is one, too: the kernel counts from 0.
  private let timer: timer_t?
  private let previousMask: sigset_t

  static func begin(every interval: Duration) throws(Errno) -> Interruptions {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGURG, &action, nil)

    var event = sigevent()
    event.sigev_notify = Int32(SIGEV_THREAD_ID)
    event.sigev_signo = SIGURG
    event._sigev_un._tid = gettid()
    var timer: timer_t?
    try retrying { timer_create(CLOCK_MONOTONIC, &event, &timer) }

    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGURG)
    var previousMask = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &signals, &previousMask)
    let time = timespec(tv_sec: 0, tv_nsec: Int(interval / .nanoseconds(1)))
    var times = itimerspec(it_interval: time, it_value: time)
    timer_settime(timer, 0, &times, nil)
    return Interruptions(timer: timer, previousMask: previousMask)
  }

  func end() {
    timer_delete(timer)
    var mask = previousMask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
