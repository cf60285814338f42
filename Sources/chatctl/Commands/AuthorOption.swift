import ChatCore

extension Context {
  /// Whose messages are asked for, as `--from` has it; nil for nil.
  func author(_ text: String?) throws(ChatError) -> MessageAuthor? {
    guard let text else { return nil }
    return try store.author(text)
  }
}
