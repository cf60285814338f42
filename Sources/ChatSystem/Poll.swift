import Glibc

/// A descriptor to wait for.
package struct PollRequest: Sendable {
  package let descriptor: Int32
  /// Whether to wait for input.
  package let wantsInput: Bool
  /// Whether to wait for room to write. Without either, only an error or a hang-up ends the wait,
  /// such as a pipe's reader leaving.
  package let wantsOutput: Bool

  package init(_ descriptor: Int32, wantsInput: Bool, wantsOutput: Bool = false) {
    self.descriptor = descriptor
    self.wantsInput = wantsInput
    self.wantsOutput = wantsOutput
  }

  fileprivate var events: Int16 {
    (wantsInput ? Int16(POLLIN) : 0) | (wantsOutput ? Int16(POLLOUT) : 0)
  }
}

/// What poll(2) found for one request.
package struct PollResult: Equatable, Sendable {
  /// There is input, or its end.
  package let isReadable: Bool
  /// There is room to write.
  package let isWritable: Bool
  /// The other end is gone.
  package let isBroken: Bool
}

/// Waits until something happens on one of the descriptors, poll(2).
/// - Parameter timeout: how long at most; nil is for ever.
/// - Returns: one result for each request, in order; all quiet when the time is over.
package func waitForEvents(
  _ requests: [PollRequest], timeout: Duration?
) throws(Errno) -> [PollResult] {
  var entries = requests.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
  // Rounded up, so that a wait of less than a millisecond does not become none.
  let milliseconds = timeout.map { max(0, ($0 + .microseconds(999)) / .milliseconds(1)) }
  let limit = milliseconds.map { Int32(min($0, Double(Int32.max))) } ?? -1
  try retrying { poll(&entries, nfds_t(entries.count), limit) }
  return entries.map { entry in
    PollResult(
      isReadable: entry.revents & Int16(POLLIN | POLLHUP) != 0,
      isWritable: entry.revents & Int16(POLLOUT) != 0,
      isBroken: entry.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0)
  }
}

/// For how many bytes a pipe has room when ``waitForEvents(_:timeout:)`` finds that it has,
/// PIPE_BUF of pipe(7).
package let pipeRoom = 4096
