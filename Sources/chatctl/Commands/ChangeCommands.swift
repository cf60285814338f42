import ChatCore

extension Command {
  static func edit(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "give a message of yours another text",
      operands: [.chat, .messageNumber(.ownMessage), MessageInput.operand],
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
        let (store, identity) = (try context.store, try context.identity)
        let text = try context.message(invocation) { () throws(ChatError) in
          try store.requireEditable(number, in: chat, as: identity)
        }
        let receipt = try context.store.edit(number, to: text, in: chat, as: context.identity)
        if let receipt { context.warn(of: receipt, in: chat) }
        context.report("edited", number, receipt, in: chat)
      })
  }

  static func delete(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "delete a message",
      operands: [.chat, .messageNumber(.deletableMessage)],
      needs: Needs(store: .write, account: .required, right: .send),
      details: [
        "Your own; the owner of a chat may delete any. Its text, earlier ones included, is "
          + "overwritten in the store; its number, author and date stay. Deleting it again finishes "
          + "what a crash may have left.",
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
}

/// For the details of the commands.
private let numberInShell =
  "NUMBER may be written '#42' as well, but in quotes: in a shell, # begins a comment."

extension Context {
  fileprivate mutating func report(
    _ type: StaticString, _ number: Int64, _ receipt: Receipt?, in chat: Chat
  ) {
    if output.json {
      output.object(.changed(type, number, in: chat, isNew: receipt != nil))
    } else {
      output.status(receipt == nil ? "#\(number) was \(type) already" : "\(type) #\(number)")
    }
  }
}
