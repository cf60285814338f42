import CLinux
import Glibc

/// A signal that ends or stops a program, signal(7).
package enum Signal: Int32, Sendable {
  case hangup = 1
  case interrupt = 2
  case quit = 3
  case user1 = 10
  case user2 = 12
  case brokenPipe = 13
  case terminate = 15
  /// SIGTSTP, what Ctrl-Z sends.
  case suspend = 20
}

/// Signals as something to wait for, signalfd(2), instead of handlers.
///
/// While it lives the signals are blocked; a signal that was ignored from the start, as SIGHUP is
/// below nohup(1), stays ignored.
package struct SignalSource: ~Copyable {
  private let descriptor: FileDescriptor
  private let previousMask: sigset_t

  private init(_ descriptor: consuming FileDescriptor, previousMask: sigset_t) {
    self.descriptor = descriptor
    self.previousMask = previousMask
  }

  deinit {
    var mask = previousMask
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  /// Begins to catch `signals`.
  package static func catching(_ signals: [Signal]) throws(Errno) -> SignalSource {
    var wanted = sigset_t()
    sigemptyset(&wanted)
    for signal in signals where !isIgnored(signal) { sigaddset(&wanted, signal.rawValue) }
    var previous = sigset_t()
    pthread_sigmask(SIG_BLOCK, &wanted, &previous)
    let raw = signalfd(-1, &wanted, Int32(SFD_NONBLOCK | SFD_CLOEXEC))
    if raw == -1 {
      let error = Errno.current
      pthread_sigmask(SIG_SETMASK, &previous, nil)
      throw error
    }
    return SignalSource(FileDescriptor(owning: raw), previousMask: previous)
  }

  /// For ``waitForEvents(_:timeout:)``: readable when a signal came.
  package var raw: Int32 { descriptor.raw }

  /// A signal that came.
  package struct Arrival: Equatable, Sendable {
    package let signal: Signal
    /// Whether the kernel sent it, as a terminal has it sent to all that run on it.
    package let isFromKernel: Bool
  }

  /// The signal that came, if any, without waiting.
  package func next() throws(Errno) -> Signal? { try nextArrival()?.signal }

  /// The same, and where it came from.
  package func nextArrival() throws(Errno) -> Arrival? {
    let bytes: [UInt8]
    do throws(Errno) {
      bytes = try descriptor.readAvailable(upTo: MemoryLayout<signalfd_siginfo>.size)
    } catch {
      if error == .wouldBlock { return nil }
      throw error
    }
    guard bytes.count == MemoryLayout<signalfd_siginfo>.size else { return nil }
    let info = bytes.withUnsafeBytes { $0.loadUnaligned(as: signalfd_siginfo.self) }
    // What processes send has a code of zero or less, sigaction(2).
    return Signal(rawValue: Int32(info.ssi_signo)).map {
      Arrival(signal: $0, isFromKernel: info.ssi_code > 0)
    }
  }
}

private func isIgnored(_ signal: Signal) -> Bool {
  var action = sigaction()
  sigaction(signal.rawValue, nil, &action)
  // SIG_IGN is the address 1, which Swift has no constant for.
  return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
}

extension Signal {
  /// Lets the signal do to this process what it does to any other, also while it is blocked,
  /// raise(3).
  func takeEffect() {
    var mask = sigset_t()
    sigemptyset(&mask)
    sigaddset(&mask, rawValue)
    raise(rawValue)
    var previous = sigset_t()
    pthread_sigmask(SIG_UNBLOCK, &mask, &previous)
    pthread_sigmask(SIG_SETMASK, &previous, nil)
  }
}

/// Leaves SIGINT and SIGQUIT, which a terminal sends to all who use it, to a program that this one
/// has started, for as long as that runs; after that they end this one at once, whatever it does.
package struct YieldedSignals: ~Copyable {
  private let signals: [Signal]

  package init() {
    signals = [.interrupt, .quit].filter { !isIgnored($0) }
    var action = sigaction()
    action.sa_flags = SA_RESTART
    action.__sigaction_handler.sa_handler = { number in
      let error = errno
      var ended = siginfo_t()
      // Tells of a child that has ended, and leaves it to be waited for.
      let code = waitid(P_ALL, 0, &ended, WEXITED | WNOHANG | WNOWAIT)
      if code == -1 || ended.si_signo != 0 {
        signal(number, SIG_DFL)
        raise(number)
      }
      errno = error
    }
    for signal in signals { sigaction(signal.rawValue, &action, nil) }
  }

  deinit {
    for signal in signals { Glibc.signal(signal.rawValue, SIG_DFL) }
  }
}

/// What a signal is called, `SIGKILL`, sigabbrev_np(3); `signal 34` where it has no name.
package func signalName(_ number: Int32) -> String {
  sigabbrev_np(number).map { "SIG" + String(cString: $0) } ?? "signal \(number)"
}

/// Makes writes that fail return an error instead of killing the process: SIGPIPE for a reader that
/// went away, SIGXFSZ for a file size limit (setrlimit(2)).
package func ignoreWriteSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Ends this process as `signal` would have, so that whoever waits for it sees that.
package func die(of signal: Signal) -> Never {
  Glibc.signal(signal.rawValue, SIG_DFL)
  signal.takeEffect()
  _exit(128 + signal.rawValue)
}
