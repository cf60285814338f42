package import CLinux
import Foundation
import Glibc
import Synchronization

/// What must not outlive this process: programs that it has started and directories that it works
/// in.
package enum Leftovers {
  private struct State {
    var processes: Set<pid_t> = []
    var directories: Set<String> = []

    func clear() {
      for process in processes { kill(-process, SIGKILL) }
      for process in processes { _ = Ending(of: process) }
      for directory in directories { try? FileManager.default.removeItem(atPath: directory) }
    }
  }

  private static let state = Mutex(State())

  /// Ends and removes it all when this process exits, atexit(3).
  private static let atExit: Void = {
    atexit { state.withLock { $0.clear() } }
  }()

  /// Starts a process that has to end with this one.
  package static func keep(_ start: () throws -> pid_t) rethrows -> pid_t {
    atExit
    return try state.withLock { state in
      let process = try start()
      state.processes.insert(process)
      return process
    }
  }

  /// Takes note that a process has been waited for.
  package static func forget(_ process: pid_t) {
    state.withLock { _ = $0.processes.remove(process) }
  }

  /// Lets a directory go with this process.
  /// - Parameter path: absolute.
  package static func remove(atEnd path: String) {
    atExit
    state.withLock { _ = $0.directories.insert(path) }
  }

  /// Ends and removes it all when a signal ends this process, too; to be called before there are
  /// other threads.
  package static func clearWhenInterrupted() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(signal) {
      sigaddset(&signals, signal)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Thread.detachNewThread { [awaited = signals] in
      var signals = awaited
      var signal: Int32 = 0
      sigwait(&signals, &signal)
      // The lock is kept to the end: whoever wants to start a program now waits for ever.
      state.withLock { state in
        state.clear()
        kill(getpid(), signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      }
    }
  }

  /// Whether whoever started this process wants it to live on, as nohup(1) does.
  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
