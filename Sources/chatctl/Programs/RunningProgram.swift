import ChatSystem

/// A program that was started, with what it writes going through this process.
struct RunningProgram: ~Copyable {
  private let child: Child
  /// Readable when it has ended; nil where the system has no such thing.
  private let end: FileDescriptor?
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
    let end = child.end()
    return RunningProgram(child: child, end: end, output: output, error: error)
  }

  private static func stream(to descriptor: Int32?) -> Child.Stream {
    descriptor.map(Child.Stream.descriptor) ?? .inherited
  }

  private init(
    child: consuming Child, end: consuming FileDescriptor?, output: consuming Pipe,
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
  ///   - signals: what comes meanwhile is sent on to it, unless a terminal has sent it to both;
  ///     once one has come, room is not waited for after its end.
  ///   - sinks: where its streams go on to, as there is room.
  ///   - handle: is given what it writes as it comes; where it returns false, nobody reads that
  ///     stream any more.
  /// - Returns: how it ended, and the last signal that came.
  consuming func finish(
    _ signals: borrowing SignalSource, to sinks: [Stream: StandardStream] = [:],
    _ handle: (Stream, [UInt8]) -> Bool
  ) throws(Errno) -> (status: Child.ExitStatus, signal: Signal?) {
    var signal: Signal?
    var hasEnded = false
    // Read and not passed on yet.
    var waiting: [Stream: [UInt8]] = [:]
    var rest = Self.longestRest
    while true {
      let mayWait = !hasEnded || !waiting.isEmpty && signal == nil
      let patience: Duration? = hasEnded || end.raw != nil ? nil : .milliseconds(20)
      let reads = rest > 0
      let ready = try waitForEvents(
        [
          PollRequest(hasEnded ? -1 : end.raw ?? -1, wantsInput: true),
          PollRequest(signals.raw, wantsInput: true),
          Self.request(waiting[.output] != nil, sinks[.output], reads ? output.readEnd.raw : nil),
          Self.request(waiting[.error] != nil, sinks[.error], reads ? error.readEnd.raw : nil),
        ], timeout: mayWait ? patience : .zero)
      while let arrival = try signals.nextArrival() {
        signal = arrival.signal
        if !hasEnded, !arrival.isFromKernel { try? child.send(arrival.signal) }
      }
      let moved =
        try Self.move(.output, &output.readEnd, ready[2], &waiting, sinks, handle)
        + Self.move(.error, &error.readEnd, ready[3], &waiting, sinks, handle)
      if hasEnded {
        if moved == 0, !mayWait { break }
        rest -= moved
      }
      if end.raw == nil ? try child.hasEnded() : ready[0].isReadable { hasEnded = true }
    }
    return (try child.wait(), signal)
  }

  /// The most that a pipe holds, pipe(7); twice, as each byte is moved in two steps.
  private static let longestRest = 2 << 20

  /// What is waited for: what it writes, and once there is something, room for it.
  private static func request(
    _ isWaiting: Bool, _ sink: StandardStream?, _ end: Int32?
  ) -> PollRequest {
    if isWaiting, let sink {
      return PollRequest(sink.rawValue, wantsInput: false, wantsOutput: true)
    }
    // One that is closed is left out by poll(2).
    return PollRequest(end ?? -1, wantsInput: true)
  }

  /// Reads what was written, or passes on what was read.
  /// - Returns: how many bytes that were.
  private static func move(
    _ stream: Stream, _ end: inout FileDescriptor?, _ ready: PollResult,
    _ waiting: inout [Stream: [UInt8]], _ sinks: [Stream: StandardStream],
    _ handle: (Stream, [UInt8]) -> Bool
  ) throws(Errno) -> Int {
    if let bytes = waiting[stream], let sink = sinks[stream] {
      guard ready.isWritable || ready.isBroken, try hasRoom(sink) else { return 0 }
      waiting[stream] = nil
      if !handle(stream, bytes) { end = nil }
      return bytes.count
    }
    guard ready.isReadable, let bytes = try end.readAvailable(upTo: pipeRoom) else { return 0 }
    if bytes.isEmpty {
      end = nil
    } else if sinks[stream] != nil {
      waiting[stream] = bytes
    } else if !handle(stream, bytes) {
      end = nil
    }
    return bytes.count
  }

  /// Asked again before something is written: the other stream may have gone to the same pipe.
  private static func hasRoom(_ sink: StandardStream) throws(Errno) -> Bool {
    let request = PollRequest(sink.rawValue, wantsInput: false, wantsOutput: true)
    let ready = try waitForEvents([request], timeout: .zero)[0]
    return ready.isWritable || ready.isBroken
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
