import ChatSystem

/// A program that was started, with what it writes going through this process.
struct RunningProgram: ~Copyable {
  private let child: Child
  private let end: FileDescriptor
  private var output: Pipe
  private var error: Pipe

  /// Which of its streams it wrote to.
  enum Stream: Sendable, CaseIterable { case output, error }

  /// Starts it.
  /// - Parameters:
  ///   - words: the program, looked for in `PATH`, and its arguments.
  ///   - environment: strings `NAME=value`; nil for that of this process.
  ///   - passes: which streams go through this process; the others are those of this process.
  /// - Throws: why it cannot be run.
  static func start(
    _ words: [[UInt8]], environment: [[UInt8]]? = nil, input: Child.Stream = .inherited,
    passes: Set<Stream> = Set(Stream.allCases)
  ) throws(Errno) -> RunningProgram {
    var output = passes.contains(.output) ? try Pipe.make() : Pipe()
    var error = passes.contains(.error) ? try Pipe.make() : Pipe()
    let child = try Child.spawn(
      words, environment: environment, input: input, output: stream(to: output.writeEnd.raw),
      error: stream(to: error.writeEnd.raw))
    output.writeEnd = nil
    error.writeEnd = nil
    let end = try child.end()
    return RunningProgram(child: child, end: end, output: output, error: error)
  }

  private static func stream(to descriptor: Int32?) -> Child.Stream {
    descriptor.map(Child.Stream.descriptor) ?? .inherited
  }

  private init(
    child: consuming Child, end: consuming FileDescriptor, output: consuming Pipe,
    error: consuming Pipe
  ) {
    self.child = child
    self.end = end
    self.output = output
    self.error = error
  }

  /// Waits until it has ended. Of what another program that it left behind goes on to write, no
  /// more is read than a pipe holds.
  /// - Parameters:
  ///   - signals: what comes meanwhile is sent on to it, unless a terminal has sent it to both; one
  ///     that comes after its end ends the wait for room.
  ///   - sinks: where its streams go on to, which is read as there is room.
  ///   - handle: is given what it writes as it comes; where it returns false, nobody reads that
  ///     stream any more.
  /// - Returns: how it ended, and the last signal that came.
  consuming func finish(
    _ signals: borrowing SignalSource, to sinks: [Stream: StandardStream] = [:],
    _ handle: (Stream, [UInt8]) -> Bool
  ) throws(Errno) -> (status: Child.ExitStatus, signal: Signal?) {
    var signal: Signal?
    var hasEnded = false
    var hasInput: Set<Stream> = []
    var rest = Self.longestRest
    while rest > 0 {
      let ready = try waitForEvents(
        [
          PollRequest(hasEnded ? -1 : end.raw, wantsInput: true),
          PollRequest(signals.raw, wantsInput: true),
          request(.output, output.readEnd.raw, hasInput, sinks),
          request(.error, error.readEnd.raw, hasInput, sinks),
        ], timeout: hasEnded && hasInput.isEmpty ? .zero : nil)
      while let arrival = try signals.nextArrival() {
        signal = arrival.signal
        if hasEnded { rest = 0 } else if !arrival.isFromKernel { try? child.send(arrival.signal) }
      }
      let count =
        try Self.take(.output, from: &output.readEnd, ready[2], &hasInput, sinks, handle)
        + Self.take(.error, from: &error.readEnd, ready[3], &hasInput, sinks, handle)
      if hasEnded {
        if count == 0, hasInput.isEmpty { break }
        rest -= count
      }
      if ready[0].isReadable { hasEnded = true }
    }
    return (try child.wait(), signal)
  }

  /// The most that a pipe holds, pipe(7).
  private static let longestRest = 1 << 20

  /// What is waited for: what it writes, and once there is something, room for it.
  private func request(
    _ stream: Stream, _ end: Int32?, _ hasInput: Set<Stream>, _ sinks: [Stream: StandardStream]
  ) -> PollRequest {
    // One that is closed is left out by poll(2).
    guard let end else { return PollRequest(-1, wantsInput: true) }
    guard hasInput.contains(stream), let sink = sinks[stream] else {
      return PollRequest(end, wantsInput: true)
    }
    return PollRequest(sink.rawValue, wantsInput: false, wantsOutput: true)
  }

  /// - Returns: how many bytes were read.
  private static func take(
    _ stream: Stream, from end: inout FileDescriptor?, _ ready: PollResult,
    _ hasInput: inout Set<Stream>, _ sinks: [Stream: StandardStream],
    _ handle: (Stream, [UInt8]) -> Bool
  ) throws(Errno) -> Int {
    if sinks[stream] != nil, !hasInput.contains(stream) {
      if ready.isReadable { hasInput.insert(stream) }
      return 0
    }
    guard sinks[stream] == nil ? ready.isReadable : ready.isWritable || ready.isBroken else {
      return 0
    }
    hasInput.remove(stream)
    // No more than there is room for.
    guard let bytes = try end.readAvailable(upTo: pipeRoom) else { return 0 }
    if bytes.isEmpty || !handle(stream, bytes) { end = nil }
    return bytes.count
  }
}

extension Optional<FileDescriptor> {
  fileprivate borrowing func readAvailable(upTo count: Int) throws(Errno) -> [UInt8]? {
    switch self {
    case .some(let descriptor): try descriptor.readAvailable(upTo: count)
    case .none: nil
    }
  }
}
