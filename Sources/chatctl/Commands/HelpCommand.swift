import ChatCore

extension Command {
  static func help(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show help on chatctl, a command or a group",
      operands: [
        Operand(
          metavar: "COMMAND", arity: .any, help: "the words of a command, or a title of the list",
          completion: .command)
      ],
      needs: .nothing,
      examples: [
        Example(command: "chatctl help send", purpose: "how to send a message"),
        Example(command: "chatctl help chats", purpose: "what can be done with chats"),
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let words = invocation.operands
        if let family = CommandTable.chatctl.family(named: words) {
          context.output.help(on: family.title, context.output.helpText.text(for: family))
        } else {
          let topic = try CommandTable.chatctl.topic(named: words)
          context.output.help(on: topic.fullName, context.output.helpText.text(for: topic))
        }
      })
  }
}

extension Output {
  /// Adds to the results what `--help` tells.
  mutating func shortHelp(on topic: Topic) {
    help(on: topic.fullName, helpText.shortText(for: topic))
  }

  /// Help that fits the terminal, else 80 columns.
  fileprivate var helpText: HelpText {
    let isShown = results.isTerminal && !json
    return HelpText(
      table: .chatctl, columns: isShown ? results.columns : StreamTraits.defaultColumns)
  }

  fileprivate mutating func help(on topic: String, _ text: String) {
    if json {
      object(.help(on: topic, text))
    } else {
      line(text)
    }
  }

  /// Adds the version of the program to the results.
  mutating func programVersion() {
    if json {
      object(.programVersion())
    } else {
      line("chatctl \(version)")
    }
  }
}
