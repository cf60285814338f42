import ChatCore

/// A line that is still being typed.
struct UnfinishedLine: Sendable {
  /// What it says before its last word.
  let invocation: Invocation
  /// What its last word stands for.
  let expected: Completion
  /// As far as that was typed.
  let word: String
  /// What the word is not to repeat: the other operands of its kind.
  let others: [String]
}
