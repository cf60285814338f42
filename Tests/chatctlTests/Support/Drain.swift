import CLinux
import Foundation
import Glibc

/// What can be read of a process while it runs.
enum Stream: Int32 {
  case output = 1
  case errors = 2
  /// The terminal it runs on.
  case screen = 3
}

/// Reads all that a process prints, so that no pipe ever fills, and waits for its end, each on a
/// thread of its own.
final class Drain: @unchecked Sendable {
  /// How many seconds a test waits for anything before it fails; nothing takes nearly as long.
  static let patience = 60.0

  private let pid: pid_t
  /// Kept, since it hangs up when let go.
  private let terminal: PseudoTerminal?
  private let wakeUp: (read: Int32, write: Int32)
  /// Guards everything below.
  private let condition = NSCondition()
  private var captured = Captured()
  private var streams: [Stream: Int32]
  private var unwanted: Set<Stream> = []
  private var exit: Ending?
  /// Known when it has ended and all that it printed was read.
  private var ending: Ending? { streams.isEmpty ? exit : nil }

  /// - Parameter streams: our ends of what the process prints to, apart from its terminal.
  init(pid: pid_t, streams: [Stream: Int32], terminal: PseudoTerminal?) throws {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw HarnessError("pipe2", code: errno) }
    self.pid = pid
    self.streams = streams
    self.streams[.screen] = terminal?.master
    self.terminal = terminal
    wakeUp = (ends[0], ends[1])
    Thread.detachNewThread { self.readAll() }
    Thread.detachNewThread { self.awaitExit() }
  }

  deinit {
    Glibc.close(wakeUp.read)
    Glibc.close(wakeUp.write)
  }

  /// Waits until `find` gives something for what was printed so far.
  /// - Parameters:
  ///   - what: is waited for, for the message of a failure.
  ///   - patience: in seconds.
  @discardableResult
  func wait<Found>(
    _ what: String, within patience: TimeInterval = Drain.patience, _ find: (Captured) -> Found?
  ) throws -> Found {
    let deadline = Date(timeIntervalSinceNow: patience)
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let found = find(captured) { return found }
      guard ending == nil else {
        throw HarnessError("ended before \(what): \(captured.summary)")
      }
      guard condition.wait(until: deadline) else {
        throw HarnessError("no \(what) in time: \(captured.summary)")
      }
    }
  }

  /// What was printed so far.
  var printed: Captured { condition.withLock { captured } }

  /// Waits for the end of the process, so many seconds at most.
  func outcome(within patience: TimeInterval = Drain.patience) throws -> Outcome {
    try wait("its end", within: patience) { captured in
      ending.map {
        Outcome(
          output: captured.bytes(of: .output), errors: captured.text(of: .errors),
          screen: captured.text(of: .screen), ending: $0)
      }
    }
  }

  /// Closes our end of `stream` and returns when that is done.
  func close(_ stream: Stream) throws {
    condition.withLock { _ = unwanted.insert(stream) }
    Glibc.write(wakeUp.write, [0], 1)
    try wait("close") { _ in streams[stream] == nil ? true : nil }
  }

  /// Sends `signal` to the process and its children, unless it has been waited for.
  func signal(_ signal: Int32) {
    condition.withLock {
      if ending == nil { killpg(pid, signal) }
    }
  }

  private func readAll() {
    while let ready = nextReady() {
      for (stream, descriptor) in ready {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        condition.withLock {
          if count > 0 {
            captured.append(buffer[..<count], to: stream)
          } else if count == 0 || errno != EINTR {
            end(stream)
          }
          condition.broadcast()
        }
      }
    }
  }

  /// Waits for something to read; nil when all streams have ended.
  private func nextReady() -> [(Stream, Int32)]? {
    let open = condition.withLock {
      for stream in unwanted { end(stream) }
      condition.broadcast()
      return Array(streams)
    }
    guard !open.isEmpty else { return nil }
    var descriptors = open.map { pollfd(fd: $0.value, events: Int16(POLLIN), revents: 0) }
    descriptors.append(pollfd(fd: wakeUp.read, events: Int16(POLLIN), revents: 0))
    poll(&descriptors, nfds_t(descriptors.count), -1)
    if descriptors[open.count].revents != 0 {
      var byte: UInt8 = 0
      Glibc.read(wakeUp.read, &byte, 1)
    }
    return zip(open, descriptors).filter { $1.revents != 0 }.map { ($0.0.key, $0.0.value) }
  }

  private func end(_ stream: Stream) {
    guard let descriptor = streams.removeValue(forKey: stream) else { return }
    // The terminal belongs to the test.
    if stream != .screen { Glibc.close(descriptor) }
  }

  /// Reaps at once, also while a child of the process keeps its streams open: whoever waits for any
  /// child of the test process would find a dead one again and again.
  private func awaitExit() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(pid), &information, WEXITED | WNOWAIT) == -1 && errno == EINTR {}
    condition.withLock {
      var status: Int32 = 0
      waitpid(pid, &status, 0)
      exit =
        exited(status) != 0
        ? .exited(exit_status(status)) : .killed(signal: term_signal(status))
      condition.broadcast()
    }
  }
}

/// What a process has printed so far.
struct Captured {
  private var printed: [Stream: [UInt8]] = [:]
  private var lineCounts: [Stream: Int] = [:]

  mutating func append(_ bytes: ArraySlice<UInt8>, to stream: Stream) {
    printed[stream, default: []] += bytes
    lineCounts[stream, default: 0] += bytes.count { $0 == UInt8(ascii: "\n") }
  }

  func bytes(of stream: Stream) -> [UInt8] { printed[stream] ?? [] }
  func text(of stream: Stream) -> String { String(decoding: bytes(of: stream), as: UTF8.self) }
  func lineCount(of stream: Stream) -> Int { lineCounts[stream] ?? 0 }

  /// The lines that are complete.
  func lines(of stream: Stream) -> [String] {
    text(of: stream).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }

  /// The last of what it said, for the message of a failure.
  var summary: String {
    [Stream.output, .errors, .screen].map { text(of: $0).suffix(300) }.joined(separator: " | ")
  }
}
