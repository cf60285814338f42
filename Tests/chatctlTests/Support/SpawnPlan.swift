import CLinux
import Glibc

/// The descriptors and attributes of one posix_spawn(3).
final class SpawnPlan {
  private var actions = posix_spawn_file_actions_t()
  private var attributes = posix_spawnattr_t()
  private var childEnds: [Int32] = []
  /// Our ends of the pipes that it prints to.
  private(set) var streams: [Stream: Int32] = [:]
  /// Our end of its standard input, where that is a pipe; does not block.
  private(set) var input: Int32?

  init() throws {
    // A reader that goes away is an answer for a test, not its end.
    Self.brokenPipesIgnored
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | Self.newSession
    try check("posix_spawnattr_setflags", posix_spawnattr_setflags(&attributes, Int16(flags)))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
  }

  deinit {
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }

  /// Connects the three standard streams as `launch` says.
  func connect(_ launch: Launch) throws {
    switch launch.input {
    case .empty: try open("/dev/null", O_RDONLY, as: 0)
    case .text, .bytes, .pipe:
      let (read, write) = try pipe()
      guard fcntl(write, F_SETFL, O_NONBLOCK) == 0 else { throw HarnessError("fcntl", code: errno) }
      input = write
      try duplicate(read, as: 0)
    case .closed: try shut(0)
    case .terminal: try openTerminal(launch.terminal, as: 0)
    }
    for (target, stream) in [(launch.output, Stream.output), (launch.errors, .errors)] {
      switch target {
      case .captured:
        let (read, write) = try pipe()
        streams[stream] = read
        try duplicate(write, as: stream.rawValue)
      case .file(let path):
        try open(path, O_WRONLY | O_CREAT | O_APPEND, as: stream.rawValue)
      case .closed: try shut(stream.rawValue)
      case .terminal: try openTerminal(launch.terminal, as: stream.rawValue)
      }
    }
  }

  /// - Returns: the process, which is the leader of a new session.
  func spawn(_ words: [[UInt8]], environment: [String: String]) throws -> pid_t {
    // Our copies would keep its pipes open after its end.
    defer { for end in childEnds { close(end) } }
    var pid: pid_t = 0
    let variables = environment.map { Array("\($0.key)=\($0.value)".utf8) }
    let program = String(decoding: words.first ?? [], as: UTF8.self)
    let code = withStrings(words) { arguments in
      withStrings(variables) { variables in
        posix_spawn(&pid, program, &actions, &attributes, arguments, variables)
      }
    }
    try check("posix_spawn \(program)", code)
    return pid
  }

  private func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw HarnessError("pipe2", code: errno) }
    return (ends[0], ends[1])
  }

  private func duplicate(_ end: Int32, as descriptor: Int32) throws {
    childEnds.append(end)
    try check("dup2", posix_spawn_file_actions_adddup2(&actions, end, descriptor))
  }

  private func open(_ path: String, _ flags: Int32, as descriptor: Int32) throws {
    try check(
      "open", posix_spawn_file_actions_addopen(&actions, descriptor, path, flags, 0o600))
  }

  private func openTerminal(_ terminal: PseudoTerminal?, as descriptor: Int32) throws {
    guard let terminal else { throw HarnessError("a launch without a terminal") }
    try open(terminal.path, O_RDWR, as: descriptor)
  }

  private func shut(_ descriptor: Int32) throws {
    // addclose(3) fails where the descriptor is closed already.
    try open("/dev/null", O_RDONLY, as: descriptor)
    try check("close", posix_spawn_file_actions_addclose(&actions, descriptor))
  }

  private func check(_ call: String, _ code: Int32) throws {
    guard code == 0 else { throw HarnessError(call, code: code) }
  }

  /// POSIX_SPAWN_SETSID, which Glibc's module lacks.
  private static let newSession: Int32 = 0x80

  private static let brokenPipesIgnored: Void = { _ = signal(SIGPIPE, SIG_IGN) }()
}

/// Calls with a null-terminated array of C strings, as argv is.
private func withStrings<Result>(
  _ strings: [[UInt8]], _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Result
) rethrows -> Result {
  let copies = strings.map { bytes in
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[bytes.count] = 0
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  return try body(copies + [nil])
}
