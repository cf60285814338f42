import CLinux
import Glibc

/// A terminal to ask questions on, whatever standard input and output are.
package struct Terminal: ~Copyable {
  private let descriptor: FileDescriptor

  private init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

  /// Opens the terminal that the process was started from, tty(4).
  /// - Parameter path: of another terminal.
  package static func open(_ path: String = "/dev/tty") throws(Errno) -> Terminal {
    Terminal(try FileDescriptor.open(path, [.readWrite, .noControllingTerminal]))
  }

  /// Asks for a line.
  /// - Parameter prompt: written as it is.
  /// - Returns: the line without its end, or nil at the end of the input.
  package func readLine(prompt: String) throws(Errno) -> [UInt8]? {
    try ask(prompt, hidden: false)
  }

  /// Asks for a line that is not shown while it is typed.
  ///
  /// A signal that ends or stops the process takes effect only after the terminal shows again what
  /// is typed. A process that goes on afterwards asks again.
  /// - Parameter prompt: written as it is.
  /// - Returns: the line without its end, or nil at the end of the input.
  package func readSecret(prompt: String) throws(Errno) -> [UInt8]? {
    try ask(prompt, hidden: true)
  }

  private enum Answer {
    case line([UInt8])
    case end
    case signal(Signal)
  }

  private func ask(_ prompt: String, hidden: Bool) throws(Errno) -> [UInt8]? {
    let signals = try SignalSource.catching([.hangup, .interrupt, .quit, .terminate, .suspend])
    while true {
      switch try answer(to: prompt, hidden: hidden, signals) {
      case .line(let line): return line
      case .end: return nil
      case .signal(let signal): signal.takeEffect()
      }
    }
  }

  private func answer(
    to prompt: String, hidden: Bool, _ signals: borrowing SignalSource
  ) throws(Errno) -> Answer {
    let settings = try settings()
    var asking = settings
    if hidden { asking.c_lflag &= ~tcflag_t(ECHO | ECHONL) }
    try apply(asking)
    // Whatever happens now, the settings go back first.
    let answer = Result { () throws(Errno) -> Answer in
      try descriptor.write(Array(prompt.utf8))
      let answer = try read(signals)
      if case .line = answer, !hidden { return answer }
      try descriptor.write([newline])
      return answer
    }
    try apply(settings)
    return try answer.get()
  }

  /// Waits for a line or a signal.
  private func read(_ signals: borrowing SignalSource) throws(Errno) -> Answer {
    var line: [UInt8] = []
    // Room for the longest line of a terminal, termios(3), so that growing leaves no copies behind.
    line.reserveCapacity(4096)
    while true {
      let events = try waitForEvents(
        [
          PollRequest(descriptor.raw, wantsInput: true), PollRequest(signals.raw, wantsInput: true),
        ], timeout: nil)
      if let signal = try signals.next() {
        wipe(&line)
        return .signal(signal)
      }
      guard events[0].isReadable || events[0].isBroken else { continue }
      var typed = try descriptor.readAvailable(upTo: 4096)
      defer { wipe(&typed) }
      line += typed
      if line.last == newline {
        line.removeLast()
        return .line(line)
      }
      if typed.isEmpty { return line.isEmpty ? .end : .line(line) }
    }
  }

  /// tcgetattr(3).
  private func settings() throws(Errno) -> termios {
    var settings = termios()
    try retrying { tcgetattr(descriptor.raw, &settings) }
    return settings
  }

  /// tcsetattr(3), at once: what was typed ahead is kept, so that answers can be pasted.
  private func apply(_ settings: termios) throws(Errno) {
    try retrying { withUnsafePointer(to: settings) { tcsetattr(descriptor.raw, TCSANOW, $0) } }
  }
}

extension Errno {
  /// Whether it says that there is no terminal to ask on: the process has none, or what is there is
  /// something else.
  package var isLackOfTerminal: Bool { [ENXIO, ENOENT, ENOTTY, ENODEV].contains(code) }
}

private let newline = UInt8(ascii: "\n")
