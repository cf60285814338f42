/// The operands of several families of commands.
extension Operand {
  /// The chat that a command is about.
  static let chat = Operand(
    metavar: "CHAT", help: "a chat, by NAME, OWNER/NAME, @USERNAME or id", completion: .chat)

  /// The chats that a command is about, or all.
  static let chats = Operand(
    metavar: "CHAT", arity: .many, help: "chats, by NAME, OWNER/NAME, @USERNAME or id",
    completion: .chat, alternative: MessageOptions.all)

  /// The chat that is told something, which may be a direct chat still to be begun.
  static let recipient = chat.completed(by: .recipient)

  /// The chat that a command of its owner is about.
  static let ownChat = chat.completed(by: .ownChat)

  /// The chat that people come to or go from.
  static let sharedChat = chat.completed(by: .sharedChat)

  /// The public chat that a command is about.
  static let publicChat = chat.completed(by: .publicChat)

  /// The number of a message, one of those that can be changed so.
  static func messageNumber(_ completion: LiveCompletion) -> Operand {
    Operand(metavar: "NUMBER", help: "the message, such as 42", completion: .live(completion))
  }

  private func completed(by completion: LiveCompletion) -> Operand {
    var operand = self
    operand.completion = .live(completion)
    return operand
  }
}
