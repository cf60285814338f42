import CLinux
import Foundation
import Glibc

/// A word of a command line: text, or bytes that need not be UTF-8.
protocol Word {
  var bytes: [UInt8] { get }
}

extension String: Word {
  var bytes: [UInt8] { Array(utf8) }
}

extension [UInt8]: Word {
  var bytes: [UInt8] { self }
}

/// A program to start and everything it is given: nothing is inherited.
struct Launch {
  /// What stands at its standard input.
  enum Input {
    case empty
    case text(String)
    case bytes([UInt8])
    /// A pipe that stays open, to be written to while it runs.
    case pipe
    case closed
    case terminal
  }

  /// Where one of its output streams goes.
  enum Output {
    case captured
    case file(String)
    case closed
    case terminal
  }

  /// The command line; the first word is the path of the program.
  var words: [any Word]
  var environment: [String: String] = [:]
  var input = Input.empty
  var output = Output.captured
  var errors = Output.captured
  /// Its controlling terminal, and what `.terminal` means.
  var terminal: PseudoTerminal?

  /// Starts the program through another, such as strace.
  mutating func wrap(in wrapper: Wrapper) {
    words = wrapper.words + words
  }

  /// Puts it on a terminal with all its streams.
  mutating func attach(to terminal: PseudoTerminal) {
    self.terminal = terminal
    environment["TERM"] = "xterm-256color"
    (input, output, errors) = (.terminal, .terminal, .terminal)
  }

  /// Starts it, waits for its end and says how it went.
  func run() throws -> Outcome {
    try start().finish()
  }

  /// Starts it in a session of its own, posix_spawn(3), with default signals.
  func start() throws -> LiveProcess {
    let plan = try SpawnPlan()
    try plan.connect(self)
    let pid = try plan.spawn(words.map(\.bytes), environment: environment)
    let process = try LiveProcess(
      pid: pid, input: plan.input, streams: plan.streams, terminal: terminal)
    switch input {
    case .text(let text): try process.write(Array(text.utf8))
    case .bytes(let bytes): try process.write(bytes)
    case .empty, .pipe, .closed, .terminal: return process
    }
    process.closeInput()
    return process
  }
}

/// A system call that failed in the harness itself.
struct HarnessError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }

  /// - Parameter code: of errno(3).
  init(_ call: String, code: Int32) { description = "\(call): \(String(cString: strerror(code)))" }
}
