import Foundation
import Glibc
import Synchronization

/// How a process ended.
enum Ending: Equatable {
  case exited(Int32)
  case killed(signal: Int32)
}

/// What a process printed and how it ended.
struct Outcome {
  let output: [UInt8]
  let errors: String
  let screen: String
  let ending: Ending

  /// The exit code; nil where a signal ended it.
  var code: Int32? {
    if case .exited(let code) = ending { code } else { nil }
  }

  var text: String { String(decoding: output, as: UTF8.self) }
  var lines: [String] { text.split(separator: "\n").map(String.init) }
}

/// A process that runs beside the test, in a session of its own; it is killed when let go.
final class LiveProcess: Sendable {
  let pid: pid_t
  private let drain: Drain
  private let input: Mutex<Int32?>

  /// - Parameters:
  ///   - input: our end of its standard input.
  ///   - streams: our ends of what it prints to, apart from its terminal.
  init(pid: pid_t, input: Int32?, streams: [Stream: Int32], terminal: PseudoTerminal?) throws {
    self.pid = pid
    self.input = Mutex(input)
    drain = try Drain(pid: pid, streams: streams, terminal: terminal)
  }

  deinit {
    closeInput()
    drain.signal(SIGKILL)
  }

  /// Writes all of `bytes` to its standard input; what a process that goes away leaves is dropped.
  func write(_ bytes: [UInt8]) throws {
    guard let descriptor = input.withLock({ $0 }) else {
      throw HarnessError("the process has no open pipe at its input")
    }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        return
      } else if errno != EAGAIN {
        throw HarnessError("write", code: errno)
      } else {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&room, 1, Int32(Drain.patience * 1000)) == 1 else {
          throw HarnessError("the process does not read its input")
        }
      }
    }
  }

  /// Ends its standard input.
  func closeInput() {
    input.withLock { descriptor in
      if let end = descriptor { close(end) }
      descriptor = nil
    }
  }

  /// Lets the reader of its standard output go away.
  func closeOutput() throws {
    try drain.close(.output)
  }

  /// Sends a signal to it and to what it started, killpg(3).
  func signal(_ signal: Int32) {
    drain.signal(signal)
  }

  /// How many bytes it has written so far, proc_pid_io(5).
  var writtenBytes: Int {
    let counters = try? String(contentsOfFile: "/proc/\(pid)/io", encoding: .utf8)
    return counters?.firstMatch(of: /wchar: (\d+)/).flatMap { Int($0.output.1) } ?? 0
  }

  /// Whether it has ended already.
  var hasEnded: Bool {
    // One that is waited for has no entry any more.
    let entry = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    return entry?.contains(") Z ") ?? true
  }

  /// All that its terminal shows so far.
  var screen: String { drain.printed.text(of: .screen) }

  /// Whether a line stands on standard output already.
  var hasPrinted: Bool { drain.printed.lineCount(of: .output) > 0 }

  /// Waits until it has printed `count` lines to standard output.
  /// - Returns: all complete lines so far, which may be more.
  func lines(_ count: Int) throws -> [String] {
    try drain.wait("\(count) lines") { captured in
      captured.lineCount(of: .output) >= count ? captured.lines(of: .output) : nil
    }
  }

  /// Waits until it has computed for two seconds, which is more than anything takes that ends.
  func waitUntilBusy() throws {
    let end = try ticks() + 2 * sysconf(Int32(_SC_CLK_TCK))
    while try ticks() < end { usleep(10_000) }
  }

  /// The time that it has computed so far, proc_pid_stat(5).
  private func ticks() throws -> Int {
    let text = try String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    // The name of the program may hold anything but this.
    let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
    guard fields.count > 12, fields[0] != "Z", let ticks = Int(fields[11]) else {
      throw HarnessError("the process ended before it was busy")
    }
    return ticks
  }

  /// Waits until `text` stands on standard error, or on the screen of its terminal.
  /// - Returns: all that stands there.
  @discardableResult
  func wait(for text: String, on stream: Stream) throws -> String {
    try drain.wait("'\(text)'") { captured in
      let all = captured.text(of: stream)
      return all.contains(text) ? all : nil
    }
  }

  /// Waits until it is gone, so many seconds at most; its standard input stays as it is.
  func outcome(within patience: TimeInterval = Drain.patience) throws -> Outcome {
    try drain.outcome(within: patience)
  }

  /// Ends its standard input and waits until it is gone.
  func finish() throws -> Outcome {
    closeInput()
    return try outcome()
  }
}

/// Asks again and again until something is so; each time costs a process or two, so that the others
/// come on meanwhile.
/// - Throws: when it never is.
func waitUntil(_ what: String, _ isSo: () throws -> Bool) throws {
  for _ in 0..<5000 where try isSo() { return }
  throw HarnessError("it was never so that \(what)")
}
