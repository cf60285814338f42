import ChatSystem

/// How a program that was to be run ended.
enum ProgramEnd: Equatable, Sendable {
  case ended(Child.ExitStatus)
  /// It could not be started.
  case notStarted(Errno)

  /// The exit code that tells it, as a shell does.
  var exitCode: Int32 {
    switch self {
    case .ended(.exited(let code)): code
    case .ended(.killed(let signal)): ExitCode.killed(by: signal)
    case .notStarted(.noSuchEntry): ExitCode.notFound
    case .notStarted: ExitCode.notExecutable
    }
  }

  var hasSucceeded: Bool { exitCode == 0 }

  /// What became of it, to be put after its name: `failed with exit code 3`.
  var text: String {
    switch self {
    case .ended(.exited(0)): "succeeded"
    case .ended(.exited(let code)): "failed with exit code \(code)"
    case .ended(.killed(let signal)): "was killed by \(signalName(signal))"
    case .notStarted(.noSuchEntry): "was not found"
    case .notStarted(let error): "could not be run: \(error)"
    }
  }
}
