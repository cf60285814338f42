/// The exit codes that are no failures; those of failures belong to ``ChatError``.
enum ExitCode {
  /// The answer is no.
  static let no: Int32 = 1
  /// The time is over, as of timeout(1).
  static let timedOut: Int32 = 124
  /// Of a failure of chatctl itself, where other exit codes are those of a program that it ran.
  static let ownFailure: Int32 = 125
  /// A program that was to be run cannot be, as of env(1).
  static let notExecutable: Int32 = 126
  /// It is not there.
  static let notFound: Int32 = 127

  /// As a shell tells that a signal ended a program.
  static func killed(by signal: Int32) -> Int32 { 128 + signal }
}
