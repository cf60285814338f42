import Foundation
import Testing

/// Expects a refusal: the exit code, nothing on standard output, and one error in chatctl's voice.
/// - Parameter words: all have to stand in the error.
func expectRefusal(
  _ outcome: Outcome, code: Int32, saying words: String...,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  #expect(outcome.ending == .exited(code), "\(outcome.errors)", sourceLocation: sourceLocation)
  #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
  #expect(outcome.errors.hasPrefix("chatctl: "), sourceLocation: sourceLocation)
  for word in words {
    #expect(outcome.errors.contains(word), sourceLocation: sourceLocation)
  }
}

/// Expects success without a word on standard error.
func expectQuietSuccess(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
  #expect(outcome.ending == .exited(0), sourceLocation: sourceLocation)
  #expect(outcome.errors.isEmpty, "\(outcome.errors)", sourceLocation: sourceLocation)
}

/// A message as `--json` prints it.
struct PrintedMessage: Decodable, Equatable {
  let type: String
  let chat: String
  let chatID: String
  let number: Int
  let date: String
  let userID: String
  let username: String
  var token: String?
  let body: String
}

/// What `send --json` prints.
struct PrintedReceipt: Decodable, Equatable {
  let type: String
  let chat: String
  let chatID: String
  let number: Int
  let date: String
}

extension [String] {
  /// The bodies of messages that `log` or `tail` printed to a pipe, a line each.
  var bodies: [String] {
    map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[4]) }
  }
}

extension Outcome {
  /// The receipt of a `send` with `--json`.
  var receipt: PrintedReceipt {
    get throws { try JSONDecoder().decode(PrintedReceipt.self, from: Data(output)) }
  }

  /// The messages of a run with `--json`, without what else happened.
  var messages: [PrintedMessage] {
    get throws {
      try lines.filter { !$0.hasPrefix(#"{"type":"event""#) }
        .map { try JSONDecoder().decode(PrintedMessage.self, from: Data($0.utf8)) }
    }
  }
}
