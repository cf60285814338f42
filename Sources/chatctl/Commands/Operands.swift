/// The operands of several families of commands.
extension Operand {
  /// The chat that a command is about.
  static let chat = Operand(
    metavar: "CHAT", help: "a chat, by NAME, OWNER/NAME, @USERNAME or id", completion: .chat)

  /// The chats that a command is about, or all.
  static let chats = Operand(
    metavar: "CHAT", arity: .many, help: "chats, by NAME, OWNER/NAME, @USERNAME or id",
    completion: .chat, alternative: MessageOptions.all)

  /// The number of a message.
  static let messageNumber = Operand(metavar: "NUMBER", help: "the message, such as 42")
}
