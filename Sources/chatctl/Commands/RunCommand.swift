import ChatCore
import ChatSystem

extension Command {
  static func run(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "run a command and tell a chat how it went",
      operands: [.recipient, ProgramInput.operand],
      options: [Options.on, Options.label, Options.tail],
      needs: Needs(store: .none, account: .none, right: .send),
      details: [
        "Runs CMD whatever the state of the store, the chat or the login, and exits with its "
          + "exit code, or 128+N when signal N killed it. CMD has the standard input of chatctl, "
          + "and what it writes goes on to standard output and standard error at once, through "
          + "pipes; signals go on to it.",
        "Then the chat is told how CMD ended, after how long, and the last lines that it "
          + "wrote, without escape sequences and each with at most \(LastLines.lineLimit) bytes. "
          + "By default that is done only when CMD fails. Where the chat cannot be told, a word "
          + "on standard error says so, also when there is nothing to tell, and the exit code is "
          + "CMD's all the same.",
      ],
      examples: [
        Example(
          command: "chatctl run ops -- backup --all", purpose: "tell when it fails"),
        Example(
          command: "chatctl run ops --on always --label nightly --tail 3 -- make test",
          purpose: "tell in any case, in few lines"),
      ],
      exitCodes: [
        ExitMeaning(
          code: ExitCode.ownFailure,
          meaning:
            "a failure of chatctl itself, also when CMD succeeded and what it wrote could not "
            + "be written on"),
        .cannotRun,
        .notFound,
      ],
      ownFailureCode: ExitCode.ownFailure,
      run: { invocation, context throws(ChatError) in
        let occasion = invocation.value(of: Options.on) ?? "failure"
        let count = try invocation.number(of: Options.tail) ?? 10
        if count > LastLines.limit {
          throw .invalidValue(
            String(count), of: "--tail", expected: "at most \(LastLines.limit) lines")
        }
        let label = try invocation.label
        // From before CMD runs until the chat is told: what comes meanwhile goes on to CMD, and
        // what comes after its end is heeded then.
        let signals = try context.catchSignals()
        defer { extendLifetime(signals) }
        let report = try context.runProgram(invocation.verbatimWords, keeping: count)
        context.answer =
          report.end.hasSucceeded && !report.hasPassedAll
          ? ExitCode.ownFailure : report.end.exitCode
        let isOccasion =
          occasion == "always" || (occasion == "success") == report.end.hasSucceeded
        do throws(ChatError) {
          // Looked for in any case: an alarm that cannot be heard is noticed before it is needed.
          let chat = try context.chatToTell(invocation.operands[0])
          let words = invocation.verbatimWords
          if isOccasion { try context.tell(chat, report.text(of: words, label: label)) }
        } catch {
          // What became of CMD is what counts.
          context.output.error(context.locating(context.suggesting(error, for: invocation)))
        }
      })
  }
}

private enum Options {
  static let on = CommandOption(
    long: "on", metavar: "OCCASION", help: "when to tell; else failure",
    completion: .oneOf(["failure", "success", "always"]))
  static let label = CommandOption(
    long: "label", metavar: "TEXT", help: "what to call it; else by the name of CMD")
  static let tail = CommandOption(
    long: "tail", metavar: "N", help: "how many of its last lines to tell; else 10")
}

extension Invocation {
  /// What a program is called where it is told of; nil for its own name.
  fileprivate var label: String? {
    get throws(ChatError) {
      guard let label = value(of: Options.label) else { return nil }
      return try MessageText(Array(label.utf8)).text
    }
  }
}

/// How a program ran.
private struct ProgramReport {
  let end: ProgramEnd
  /// Whether all that it wrote went on to where it was to go.
  let hasPassedAll: Bool
  let milliseconds: Int64
  let lastLines: String

  func text(of words: [[UInt8]], label: String?) -> String {
    if case .notStarted = end {
      // Nothing ran, so what counts is what it was that could not.
      let name = Self.name(of: words)
      return label.map { "\($0): '\(name)' \(end.text)" } ?? "\(name) \(end.text)"
    }
    let outcome =
      "\(label ?? Self.name(of: words)) \(end.text) "
      + "after \(ElapsedTime.text(milliseconds: milliseconds))"
    return lastLines.isEmpty ? outcome : "\(outcome)\n\(lastLines)"
  }
}

extension ProgramReport {
  /// A program's name without its directory; something to show, too, where there is none. With a
  /// space in it, it was rather a whole command, of which nothing is left out.
  fileprivate static func name(of words: [[UInt8]]) -> String {
    let word = words.first ?? []
    let isCommand = word.contains(UInt8(ascii: " "))
    let parts = isCommand ? [word[...]] : word.split(separator: UInt8(ascii: "/"))
    let name = PlainText.text(of: parts.last.map(Array.init) ?? [])
    if !name.allSatisfy(\.isWhitespace) { return name }
    return "'\(PlainText.text(of: word))'"
  }
}

extension Context {
  /// Runs a program with its streams and signals going through.
  fileprivate mutating func runProgram(
    _ words: [[UInt8]], keeping count: Int
  ) throws(ChatError) -> ProgramReport {
    let begin = SystemClock.monotonicMilliseconds
    var lines = LastLines(count: count)
    var passed = PassedOutput()
    let end = try attempt(.run, ProgramInput.name(of: words)) { () throws(Errno) in
      // Caught before there is anything to send them on to, so that none kills this process alone.
      let signals = try SignalSource.catching([
        .hangup, .interrupt, .quit, .terminate, .user1, .user2,
      ])
      let program: RunningProgram
      do throws(Errno) {
        program = try RunningProgram.start(words)
      } catch {
        return ProgramEnd.notStarted(error)
      }
      let sinks: [RunningProgram.Stream: StandardStream] = [.output: .output, .error: .error]
      let finished = try program.finish(signals, to: sinks) { stream, bytes in
        lines.add(bytes, from: stream)
        return passed.pass(bytes, sinks[stream] ?? .output)
      }
      return ProgramEnd.ended(finished.status)
    }
    if case .notStarted = end {
      output.warning("'\(ProgramInput.name(of: words))' \(end.text)")
    }
    if let failure = passed.failure { output.error(.outputFailed(failure)) }
    return ProgramReport(
      end: end, hasPassedAll: passed.failure == nil,
      milliseconds: SystemClock.monotonicMilliseconds - begin, lastLines: lines.text)
  }

  /// The chat that is to be told, looked for only after the program has run.
  fileprivate mutating func chatToTell(_ name: String) throws(ChatError) -> Chat {
    try open(Needs(store: .write, account: .required, right: .send))
    return try store.chatToSendTo(name, for: identity)
  }

  fileprivate mutating func tell(_ chat: Chat, _ text: String) throws(ChatError) {
    let message = NewMessage(try MessageText(Array(text.utf8)))
    warn(of: try store.send([message], to: chat, as: identity), in: chat)
  }
}

/// Where a program's output goes on.
private struct PassedOutput {
  /// Why something was not written; nobody's going away is none.
  private(set) var failure: Errno?

  /// - Returns: false when nobody reads it any more, of which the program is to learn as if it had
  ///   written there itself.
  mutating func pass(_ bytes: [UInt8], _ stream: StandardStream) -> Bool {
    do throws(Errno) {
      try stream.write(bytes)
      return true
    } catch {
      if error == .brokenPipe { return false }
      // That is no reason for the program to end.
      failure = failure ?? error
      return true
    }
  }
}
