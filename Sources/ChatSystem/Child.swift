import CLinux
import Glibc

/// A program that this process started; to be waited for.
package struct Child: ~Copyable {
  package let processID: Int32
  private var input: Pipe
  private let output: Pipe

  /// What a standard stream of a program is connected to.
  package enum Stream: Equatable, Sendable {
    /// What this process has there.
    case inherited
    /// null(4).
    case null
    /// An open descriptor of this process.
    case descriptor(Int32)
    /// A pipe from or to this process; output and error share one.
    case pipe
  }

  /// How a program ended.
  package enum ExitStatus: Equatable, Sendable {
    case exited(Int32)
    case killed(signal: Int32)
  }

  private init(processID: Int32, input: consuming Pipe, output: consuming Pipe) {
    self.processID = processID
    self.input = input
    self.output = output
  }

  /// Starts a program, posix_spawnp(3).
  ///
  /// No signal is blocked in it, and those that ``ignoreWriteSignals()`` ignores are not ignored;
  /// what this process was itself started to ignore, as below nohup(1), stays so.
  /// - Parameters:
  ///   - arguments: the program, looked for in `PATH` unless it has a slash, and its arguments.
  ///   - environment: strings `NAME=value`; nil for that of this process.
  /// - Throws: why the program cannot be run; `invalidArgument` for a string with a NUL.
  package static func spawn(
    _ arguments: [[UInt8]], environment: [[UInt8]]? = nil, input: Stream = .inherited,
    output: Stream = .inherited, error: Stream = .inherited
  ) throws(Errno) -> Child {
    var inputPipe = input == .pipe ? try Pipe.make() : Pipe()
    var outputPipe = output == .pipe || error == .pipe ? try Pipe.make() : Pipe()

    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    try connect(0, to: input, pipeEnd: inputPipe.readEnd.raw, &actions)
    try connect(1, to: output, pipeEnd: outputPipe.writeEnd.raw, &actions)
    try connect(2, to: error, pipeEnd: outputPipe.writeEnd.raw, &actions)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    for signal in [SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    // Whoever started this process may have it ignored, and then nobody could be waited for.
    signal(SIGCHLD, SIG_DFL)
    var processID: pid_t = 0
    let code = try withCStrings(arguments) { arguments throws(Errno) -> Int32 in
      guard let program = arguments[0] else { throw .invalidArgument }
      guard let environment else {
        return posix_spawnp(
          &processID, program, &actions, &attributes, arguments, current_environment())
      }
      return try withCStrings(environment) {
        posix_spawnp(&processID, program, &actions, &attributes, arguments, $0)
      }
    }
    try check(code)
    inputPipe.readEnd = nil
    outputPipe.writeEnd = nil
    return Child(processID: processID, input: inputPipe, output: outputPipe)
  }

  /// Writes to the pipe to the program's input; `brokenPipe` when nobody reads it any more.
  package func write(_ bytes: [UInt8]) throws(Errno) {
    guard let descriptor = input.writeEnd.raw else { throw .brokenPipe }
    try writeAll(bytes, to: descriptor)
  }

  /// Makes the pipe to the program's input as small as can be, so that ``hasReadAll()`` can tell;
  /// to be called before anything is written, fcntl(2) with F_SETPIPE_SZ.
  package func narrowInput() throws(Errno) {
    guard let descriptor = input.writeEnd.raw else { return }
    try retrying { fcntl(descriptor, SETPIPE_SZ, 1) }
  }

  /// Waits until the program has read all that was written to it, or nobody reads it any more.
  ///
  /// A pipe that holds one page has room, for poll(2), only while it is empty.
  /// - Returns: whether all of it was read.
  package func hasReadAll() throws(Errno) -> Bool {
    guard let descriptor = input.writeEnd.raw else { return true }
    let request = PollRequest(descriptor, wantsInput: false, wantsOutput: true)
    return try waitForEvents([request], timeout: nil)[0].isWritable
  }

  /// Whether somebody may still read the program's input.
  package func isReading() throws(Errno) -> Bool {
    guard let descriptor = input.writeEnd.raw else { return false }
    let request = PollRequest(descriptor, wantsInput: false)
    return try !waitForEvents([request], timeout: .zero)[0].isBroken
  }

  /// Ends the program's input.
  package mutating func closeInput() { input.writeEnd = nil }

  /// What the program has written to its pipe, as soon as there is something.
  /// - Returns: at most `count` bytes; none when no more will come.
  package func readOutput(upTo count: Int) throws(Errno) -> [UInt8] {
    try output.readEnd?.readAvailable(upTo: count) ?? []
  }

  /// For ``waitForEvents(_:timeout:)``: readable when ``readOutput(upTo:)`` has something to
  /// return; nil without a pipe.
  package var rawOutput: Int32? { output.readEnd.raw }

  /// A descriptor that is readable when the program has ended, pidfd_open(2); before it is waited
  /// for.
  /// - Returns: nil where there is none to be had; then ``hasEnded()`` tells.
  package func end() -> FileDescriptor? {
    let raw = pidfd_open(processID)
    return raw == -1 ? nil : FileDescriptor(owning: raw)
  }

  /// Whether the program has ended, waitid(2); before it is waited for.
  package func hasEnded() throws(Errno) -> Bool {
    var ended = siginfo_t()
    try retrying { waitid(P_PID, id_t(processID), &ended, WEXITED | WNOHANG | WNOWAIT) }
    return ended.si_signo != 0
  }

  /// Sends a signal to the program, kill(2).
  package func send(_ signal: Signal) throws(Errno) {
    try retrying { kill(processID, signal.rawValue) }
  }

  /// Closes the pipes and waits until the program has ended, waitpid(2).
  package consuming func wait() throws(Errno) -> ExitStatus {
    let processID = self.processID
    _ = consume self
    var status: Int32 = 0
    try retrying { waitpid(processID, &status, 0) }
    return exited(status) != 0 ? .exited(exit_status(status)) : .killed(signal: term_signal(status))
  }

  private static func connect(
    _ target: Int32, to stream: Stream, pipeEnd: Int32?,
    _ actions: inout posix_spawn_file_actions_t
  ) throws(Errno) {
    switch (stream, pipeEnd) {
    case (.null, _):
      try check(posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0))
    case (.descriptor(let source), _), (.pipe, let source?):
      try check(posix_spawn_file_actions_adddup2(&actions, source, target))
    case (.inherited, _), (.pipe, nil):
      break
    }
  }
}

/// Throws the error that a function of the posix_spawn(3) family returns.
private func check(_ code: Int32) throws(Errno) {
  if code != 0 { throw Errno(code) }
}

/// Calls `body` with `strings` as execve(2) takes them: pointers to C strings, and nil at the end.
private func withCStrings<Value>(
  _ strings: [[UInt8]],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws(Errno) -> Value
) throws(Errno) -> Value {
  if strings.contains(where: { $0.contains(0) }) { throw .invalidArgument }
  let copies = strings.map { strndup($0.map(CChar.init(bitPattern:)), $0.count) }
  defer { for copy in copies { free(copy) } }
  return try body(copies + [nil])
}
