import ChatSystem

@testable import chatctl

/// Stands in for the descriptors that an ``Output`` writes to.
final class OutputRecorder {
  /// What was written, in order.
  private(set) var writes: [(stream: StandardStream, text: String)] = []
  /// What a write to standard output fails with, if it is to fail.
  var failure: Errno?

  func output(
    json: Bool = false, quiet: Bool = false, results: StreamTraits = .plain,
    diagnostics: StreamTraits = .plain, clock: @escaping () -> Int64 = { 0 }
  ) -> Output {
    Output(json: json, quiet: quiet, results: results, diagnostics: diagnostics, clock: clock) {
      stream, bytes throws(Errno) in
      if stream == .output, let failure = self.failure { throw failure }
      self.writes.append((stream, String(decoding: bytes, as: UTF8.self)))
    }
  }

  /// All that was written to a stream.
  func text(on stream: StandardStream) -> String {
    writes.filter { $0.stream == stream }.map(\.text).joined()
  }
}

extension StreamTraits {
  /// A terminal without colour.
  static func terminal(columns: Int = 80, usesColor: Bool = false) -> StreamTraits {
    StreamTraits(isTerminal: true, columns: columns, usesColor: usesColor)
  }
}
