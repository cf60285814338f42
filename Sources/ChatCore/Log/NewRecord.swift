/// What is to be added to a log; its number and date come from the log's end.
enum NewRecord {
  /// - key: the digest of the key it is sent under.
  case message(NewMessage, reply: MessageReference?, key: String?)
  case edit(MessageReference, body: String)
  case deletion(MessageReference)
  case event(ChatEvent)

  /// Whether it counts as a message.
  var isMessage: Bool {
    if case .message = self { true } else { false }
  }
}
