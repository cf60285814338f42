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

  /// Waits until it has ended. What another program that it left behind writes later is not waited for.
  /// - Parameters:
  ///   - signals: what comes meanwhile is sent on to it, unless a terminal has sent it to both.
  ///   - handle: is given what it writes as it comes; where it returns false, nobody reads that stream
  ///     any more.
  /// - Returns: how it ended, and the last signal that came.
  consuming func finish(
    _ signals: borrowing SignalSource, _ handle: (Stream, [UInt8]) -> Bool
  ) throws(Errno) -> (status: Child.ExitStatus, signal: Signal?) {
    var signal: Signal?
    var hasEnded = false
    while !hasEnded {
      var requests = [PollRequest(end.raw, wantsInput: true), .init(signals.raw, wantsInput: true)]
      for descriptor in [output.readEnd.raw, error.readEnd.raw] {
        // One that is closed is left out by poll(2).
        requests.append(PollRequest(descriptor ?? -1, wantsInput: true))
      }
      let ready = try waitForEvents(requests, timeout: nil)
      hasEnded = ready[0].isReadable
      while let arrival = try signals.nextArrival() {
        signal = arrival.signal
        if !arrival.isFromKernel { try? child.send(arrival.signal) }
      }
      if ready[2].isReadable { try Self.read(.output, from: &output.readEnd, handle) }
      if ready[3].isReadable { try Self.read(.error, from: &error.readEnd, handle) }
    }
    try Self.readRest(.output, from: &output.readEnd, handle)
    try Self.readRest(.error, from: &error.readEnd, handle)
    return (try child.wait(), signal)
  }

  private static func read(
    _ stream: Stream, from end: inout FileDescriptor?, _ handle: (Stream, [UInt8]) -> Bool
  ) throws(Errno) {
    guard let bytes = try end.readAvailable(upTo: 64 << 10) else { return }
    if bytes.isEmpty || !handle(stream, bytes) { end = nil }
  }

  /// What stands in the pipe when the program has ended.
  private static func readRest(
    _ stream: Stream, from end: inout FileDescriptor?, _ handle: (Stream, [UInt8]) -> Bool
  ) throws(Errno) {
    while let descriptor = end.raw,
      try waitForEvents([PollRequest(descriptor, wantsInput: true)], timeout: .zero)[0].isReadable
    {
      try read(stream, from: &end, handle)
    }
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
