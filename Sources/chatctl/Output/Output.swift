import ChatCore
import ChatSystem

/// The streams of one run: results go to standard output, everything else to standard error.
///
/// Nothing else writes to descriptors 1 and 2. Results are buffered; before a word goes to standard
/// error they are written, so that both come in order where they share a terminal.
struct Output {
  /// Writes all of the bytes to a stream.
  typealias Writer = (StandardStream, [UInt8]) throws(Errno) -> Void

  /// Whether results, errors and all else are JSON, one object a line.
  let json: Bool
  /// Whether status messages are left out.
  let quiet: Bool
  /// Of standard output.
  let results: StreamTraits
  /// Of standard error.
  let diagnostics: StreamTraits

  /// How far a long run has come.
  private(set) var progress: Progress

  private let write: Writer
  private var buffer: [UInt8] = []
  private var failure: Errno?

  /// Results are written when so many bytes have gathered.
  private static let threshold = 64 << 10

  /// - Parameters:
  ///   - results: of standard output.
  ///   - diagnostics: of standard error.
  ///   - clock: the time in milliseconds, for progress.
  ///   - write: where tests look.
  init(
    json: Bool, quiet: Bool, results: StreamTraits, diagnostics: StreamTraits,
    clock: @escaping () -> Int64 = { SystemClock.monotonicMilliseconds },
    write: @escaping Writer = { stream, bytes throws(Errno) in try stream.write(bytes) }
  ) {
    self.json = json
    self.quiet = quiet
    self.results = results
    self.diagnostics = diagnostics
    self.write = write
    progress = Progress(
      isShown: diagnostics.isTerminal && !quiet && !json, columns: diagnostics.columns, clock: clock
    ) { text in
      // What cannot be shown is not missed.
      try? write(.error, Array(text.utf8))
    }
  }

  /// The same run with its results going elsewhere; what was added before is not among them.
  /// - Parameters:
  ///   - traits: of where they go.
  ///   - write: writes all of the bytes there.
  func sendingResults(
    _ traits: StreamTraits, to write: @escaping ([UInt8]) throws(Errno) -> Void
  ) -> Output {
    let diagnose = self.write
    var output = Output(
      json: json, quiet: quiet, results: traits, diagnostics: diagnostics,
      write: { stream, bytes throws(Errno) in
        if stream == .output { try write(bytes) } else { try diagnose(stream, bytes) }
      })
    output.progress = progress
    return output
  }

  /// Adds a line to the results.
  /// - Parameter text: what of it someone wrote is sanitised or escaped already.
  mutating func line(_ text: String) {
    lines { $0.append(contentsOf: text.utf8) }
  }

  /// Adds an object to the results.
  mutating func object(_ object: JSONObject) {
    let isTerminal = results.isTerminal
    lines { object.append(to: &$0, isTerminal: isTerminal) }
  }

  /// Adds one or more lines to the results.
  /// - Parameter append: appends them in UTF-8, without the last line feed.
  mutating func lines(_ append: (inout [UInt8]) -> Void) {
    append(&buffer)
    buffer.append(UInt8(ascii: "\n"))
    if buffer.count >= Self.threshold { writeResults() }
  }

  /// Writes the results so far.
  ///
  /// Throws ``ChatError/outputFailed(_:)`` if that fails or an earlier write did; with
  /// `Errno.brokenPipe` the reader has gone away, which is no failure of ours to talk about.
  mutating func flush() throws(ChatError) {
    writeResults()
    try check()
  }

  /// Throws what ``flush()`` would, without writing; ends a long run of results whose reader has
  /// gone.
  func check() throws(ChatError) {
    if let failure { throw .outputFailed(failure) }
  }

  /// Says what was done, unless quiet.
  mutating func status(_ text: String) {
    if quiet { return }
    if json {
      diagnose(JSONObject("status").string("message", text))
    } else {
      diagnose(diagnostics.wrapped(Sanitizer.inline(text)))
    }
  }

  /// Says on a terminal that there are no results, unless quiet.
  mutating func nothing(_ text: String) {
    if quiet || json || !results.isTerminal { return }
    diagnose(diagnostics.styled(diagnostics.wrapped(Sanitizer.inline(text)), .dim))
  }

  /// Says what the user should know although the command goes on.
  mutating func warning(_ text: String) {
    if json {
      diagnose(JSONObject("warning").string("message", text))
    } else {
      let label = diagnostics.styled("warning:", .warning)
      let text = diagnostics.wrapped(Sanitizer.inline(text), after: "chatctl: warning: ")
      diagnose("chatctl: \(label) \(text)")
    }
  }

  /// Says why the command failed, and what helps.
  mutating func error(_ error: ChatError) {
    if json {
      diagnose(
        JSONObject("error").string("message", error.message).string("hint", error.hint)
          .integer("code", Int64(error.exitCode)))
      return
    }
    let message = diagnostics.wrapped(Sanitizer.inline(error.message), after: "chatctl: ")
    diagnose("\(diagnostics.styled("chatctl:", .error)) \(message)")
    if let hint = error.hint {
      let hint = diagnostics.wrapped(Sanitizer.inline(hint), after: "hint: ")
      diagnose("\(diagnostics.styled("hint:", .bold)) \(hint)")
    }
  }

  private mutating func diagnose(_ object: JSONObject) {
    var bytes: [UInt8] = []
    object.append(to: &bytes, isTerminal: diagnostics.isTerminal)
    diagnose(bytes)
  }

  private mutating func diagnose(_ line: String) {
    diagnose(Array(line.utf8))
  }

  private mutating func diagnose(_ line: [UInt8]) {
    writeResults()
    progress.clear()
    do throws(Errno) {
      try write(.error, line + [UInt8(ascii: "\n")])
    } catch {
      // There is nowhere left to say so, and the exit code tells the outcome.
    }
  }

  /// Writes what is buffered; the first failure is remembered, and nothing is written after it.
  private mutating func writeResults() {
    if failure == nil, !buffer.isEmpty {
      progress.clear()
      do throws(Errno) {
        try write(.output, buffer)
      } catch {
        failure = error
      }
    }
    buffer.removeAll(keepingCapacity: true)
  }
}
