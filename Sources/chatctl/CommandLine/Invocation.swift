import ChatCore

/// A parsed command line.
struct Invocation: Sendable {
  let command: Command
  /// The words that are no options, in order, as bytes: a shell can pass any but NUL.
  var words: [[UInt8]] = []
  /// Whether `--` came before the last operand's words, so that a lone `-` is a text.
  var optionsEnded = false
  /// By long name; a flag has an empty value.
  var values: [String: [String]] = [:]
}
