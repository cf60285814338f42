import ChatCore

extension Command {
  static let help = Command(
    name: ["help"],
    summary: "show help on chatctl, a command or a group",
    operands: [
      Operand(
        metavar: "COMMAND", arity: .any, help: "the words of a command", completion: .command)
    ],
    needs: .nothing,
    examples: [
      Example(command: "chatctl help send", purpose: "how to send a message"),
      Example(command: "chatctl help chat", purpose: "what can be done with chats"),
    ],
    isCommon: true,
    run: { invocation, context throws(ChatError) in
      let table = CommandTable.chatctl
      context.output.line(
        HelpText(table: table).text(for: try table.topic(named: invocation.operands)))
    })
}
