import ChatCore
import ChatSystem

/// How much of the results their reader has asked for.
enum Shown { case everything, part }

extension Context {
  static let noPager = CommandOption(
    long: "no-pager", help: "do not show it page by page on a terminal")

  /// Shows results, page by page where they go to a terminal that someone sits at.
  ///
  /// A pager that is left early ends the work quietly.
  /// - Parameter show: prints the results. It is given the pager, if there is one, and done once
  ///   more without where that could not be run.
  /// - Returns: whether all of the results were taken.
  @discardableResult
  mutating func showByPages(
    _ invocation: Invocation, _ show: (Pager?, inout Context) throws(ChatError) -> Void
  ) throws(ChatError) -> Shown {
    if let end = try showInPager(invocation, show), !end.couldNotRun {
      return end.hasReadAll ? .everything : .part
    }
    try show(nil, &self)
    try output.flush()
    return .everything
  }

  /// - Returns: nil without a pager.
  private mutating func showInPager(
    _ invocation: Invocation, _ show: (Pager?, inout Context) throws(ChatError) -> Void
  ) throws(ChatError) -> Pager.End? {
    guard hasReader, !invocation.has(Self.noPager), let pager = Pager(in: environment) else {
      return nil
    }
    let terminal = output
    output = terminal.sendingResults(terminal.results) { bytes throws(Errno) in
      // From now on the terminal is the pager's.
      terminal.progress.end()
      try pager.write(bytes)
    }
    var failure: ChatError?
    do throws(ChatError) {
      try show(pager, &self)
      try output.flush()
    } catch {
      if error != .outputFailed(.brokenPipe) { failure = error }
    }
    output = terminal
    let end = try attempt(.run, "the pager") { () throws(Errno) in try pager.finish() }
    signal = end.signal
    if let failure { throw failure }
    return end
  }

  /// Whether someone sits at the terminal that results go to.
  private var hasReader: Bool {
    output.results.isTerminal && StandardStream.input.isTerminal && !output.json
  }

  /// Shows a manual page in man(1), where results go to a terminal that someone sits at.
  /// - Parameter page: in man(7).
  /// - Returns: whether it was shown.
  mutating func showManualPage(_ page: String) throws(ChatError) -> Bool {
    guard hasReader, mayAsk, Pager.isWanted(in: environment) else { return false }
    let status = try attempt(.run, "man") { () throws(Errno) in
      try Pager.showManualPage(Array("\(page)\n".utf8))
    }
    guard let status else { return false }
    let end = Pager.End(hasReadAll: true, status: status)
    signal = end.signal
    return status == .exited(0) || signal != nil
  }
}
