import ChatCore

extension Command {
  static let edit = Command(
    name: ["edit"],
    summary: "give a message of yours another text",
    operands: [.chat, .messageNumber, MessageInput.operand],
    options: [MessageInput.lossy],
    needs: Needs(store: .write, account: .required, right: .send),
    details: [
      "'chatctl log' shows the new text, with a mark; followers show the change at once, in a pipe "
        + "only with --json. The old text "
        + "stays in the store until the message is deleted.",
      MessageInput.optionsEnd + ".", numberInShell,
    ],
    examples: [Example(command: "chatctl edit ops 42 deploy is done", purpose: "correct #42")],
    run: { invocation, context throws(ChatError) in
      let chat = try context.chat(invocation)
      let number = try invocation.messageNumber(at: 1)
      let text = try context.message(invocation)
      let receipt = try context.store.edit(number, to: text, in: chat, as: context.identity)
      if let receipt { context.warn(of: receipt, in: chat) }
      context.report("edited", number, receipt, in: chat)
    })

  static let delete = Command(
    name: ["delete"],
    summary: "delete a message",
    operands: [.chat, .messageNumber],
    needs: Needs(store: .write, account: .required, right: .send),
    details: [
      "Your own; the owner of a chat may delete any. Its text, earlier ones included, is overwritten in "
        + "the store; its number, author and date stay. Deleting it again finishes what a crash may have "
        + "left.",
      numberInShell,
    ],
    examples: [Example(command: "chatctl delete ops 42", purpose: "take #42 back")],
    run: { invocation, context throws(ChatError) in
      let chat = try context.chat(invocation)
      let number = try invocation.messageNumber(at: 1)
      let receipt = try context.store.delete(number, in: chat, as: context.identity)
      if let receipt { context.warn(of: receipt, in: chat) }
      context.report("deleted", number, receipt, in: chat)
    })
}

/// For the details of the commands.
private let numberInShell =
  "NUMBER may be written '#42' as well, but in quotes: in a shell, # begins a comment."

extension Operand {
  /// The number of a message.
  static let messageNumber = Operand(metavar: "NUMBER", help: "the message, such as 42")
}

extension Invocation {
  /// The number of a message that is an operand.
  func messageNumber(at index: Int) throws(ChatError) -> Int64 {
    try Self.messageNumber(operands[index], of: "NUMBER")
  }

  /// The number of a message that was given with an option; nil where it was not given.
  func messageNumber(of option: CommandOption) throws(ChatError) -> Int64? {
    guard let text = value(of: option) else { return nil }
    return try Self.messageNumber(text, of: option.spellings[0])
  }

  private static func messageNumber(_ text: String, of name: String) throws(ChatError) -> Int64 {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy(isDecimalDigit), let number = Int64(digits) else {
      throw .invalidValue(text, of: name, expected: "the number of a message")
    }
    return number
  }
}

extension Context {
  fileprivate mutating func report(
    _ type: String, _ number: Int64, _ receipt: Receipt?, in chat: Chat
  ) {
    if output.json {
      output.object(.changed(type, number, in: chat, isNew: receipt != nil))
    } else {
      output.status(receipt == nil ? "#\(number) was \(type) already" : "\(type) #\(number)")
    }
  }
}
