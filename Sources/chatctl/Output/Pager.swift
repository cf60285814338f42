import ChatCore
import ChatSystem

/// A program that shows results page by page. It gets them on its standard input alone: nothing
/// that someone wrote is ever part of a command line.
///
/// It is started when there is something to show, so that until then the terminal is ours, and
/// Ctrl-C ends a search. A pager reads on as its user moves on. It is given the last line when it
/// has read all others, so that it has read that one only if it was moved to the end.
final class Pager {
  private let words: [String]
  private let environment: [[UInt8]]
  private var isStarted = false
  /// Nil before it is started, and where it is not there: then all goes straight to the terminal.
  private var child: Child?
  /// While it has the terminal.
  private var signals: YieldedSignals?
  /// Of what was written, what it has not been given.
  private var lastLine: [UInt8] = []
  /// Whether it did not take what was written.
  private var wasLeftEarly = false

  /// The one that the environment names: `PAGER`, run by a shell, else less(1).
  /// - Returns: nil where none is wanted.
  init?(in environment: Environment) {
    guard let words = Self.words(in: environment) else { return nil }
    self.words = words
    var variables = currentEnvironment()
    // What it gets is UTF-8, whatever the locale is.
    if environment.value("LESSCHARSET") == nil { variables.append(Array("LESSCHARSET=utf-8".utf8)) }
    self.environment = variables
  }

  private func start() {
    isStarted = true
    signals = YieldedSignals()
    do throws(Errno) {
      let child = try Child.spawn(
        words.map { Array($0.utf8) }, environment: environment, input: .pipe)
      try child.narrowInput()
      self.child = consume child
    } catch {
      signals = nil
    }
  }

  private static func words(in environment: Environment) -> [String]? {
    switch environment.pager {
    case let command? where command.allSatisfy(\.isWhitespace) || command == "cat": return nil
    // Ctrl-C is for what the shell runs: some shells would die of it when that has ended well.
    case let command?: return ["/bin/sh", "-c", "trap : INT QUIT\n\(command)"]
    case nil:
      guard let terminal = environment.value("TERM"), terminal != "dumb" else { return nil }
      return ["less", "-FRX"]
    }
  }

  /// Whether what is long is to be shown page by page.
  static func isWanted(in environment: Environment) -> Bool { words(in: environment) != nil }

  /// Shows a manual page of this very program, whether or not its pages are installed, in man(1),
  /// which runs the pager.
  /// - Returns: how man ended; nil where it is not there.
  static func showManualPage(_ page: [UInt8]) throws(Errno) -> Child.ExitStatus? {
    let signals = YieldedSignals()
    defer { extendLifetime(signals) }
    var child: Child
    do throws(Errno) {
      child = try Child.spawn(["man", "-l", "-"].map { Array($0.utf8) }, input: .pipe)
    } catch {
      return nil
    }
    do throws(Errno) {
      try child.write(page)
    } catch {
      if error != .brokenPipe { throw error }
    }
    child.closeInput()
    return try child.wait()
  }

  /// Writes to it; `brokenPipe` when it has been left.
  func write(_ bytes: [UInt8]) throws(Errno) {
    if !isStarted { start() }
    if child == nil { return try StandardStream.output.write(bytes) }
    do throws(Errno) {
      try give(bytes)
    } catch {
      wasLeftEarly = true
      throw error
    }
  }

  private func give(_ bytes: [UInt8]) throws(Errno) {
    let lineBreak = UInt8(ascii: "\n")
    guard let end = bytes.dropLast().lastIndex(of: lineBreak) else {
      try child?.write(lastLine)
      lastLine = bytes
      return
    }
    try child?.write(lastLine + bytes[...end])
    lastLine = Array(bytes[(end + 1)...])
  }

  /// Ends a search for more to show when it has been left: throws what the next write would.
  func checkReading() throws(ChatError) {
    let isReading: Bool
    do throws(Errno) {
      isReading = try child?.isReading() ?? true
    } catch {
      throw .outputFailed(error)
    }
    if !isReading {
      wasLeftEarly = true
      throw .outputFailed(.brokenPipe)
    }
  }

  /// How it was left.
  struct End {
    /// Whether it has read all that was written.
    let hasReadAll: Bool
    let status: Child.ExitStatus

    /// Whether the shell did not find it, or could not run it, sh(1).
    var couldNotRun: Bool { status == .exited(126) || status == .exited(127) }

    /// The key that ended it, Ctrl-C or Ctrl-\, as a shell tells too.
    var signal: Signal? {
      [Signal.interrupt, .quit].first { signal in
        status == .killed(signal: signal.rawValue) || status == .exited(128 + signal.rawValue)
      }
    }
  }

  /// Gives it the rest and waits until it is left.
  func finish() throws(Errno) -> End {
    defer { signals = nil }
    guard var child = child.take() else { return End(hasReadAll: true, status: .exited(0)) }
    var hasReadAll = false
    do throws(Errno) {
      if !wasLeftEarly, try child.hasReadAll() {
        try child.write(lastLine)
        hasReadAll = try child.hasReadAll()
      }
    } catch {
      if error != .brokenPipe { throw error }
    }
    child.closeInput()
    return End(hasReadAll: hasReadAll, status: try child.wait())
  }
}
