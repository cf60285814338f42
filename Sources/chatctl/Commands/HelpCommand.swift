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
      details: [
        "On a terminal it opens the manual page of a command or a group in man(1), where there is "
          + "one, unless PAGER is empty or cat. Elsewhere, and with --json or --no-input, it prints "
          + "what there is to know. Without operands, and of a title of the list, it always prints "
          + "the commands."
      ],
      examples: [
        Example(command: "chatctl help send", purpose: "how to send a message"),
        Example(command: "chatctl help chat create", purpose: "a command of two words"),
        Example(command: "chatctl help chats", purpose: "what can be done with chats"),
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let table = CommandTable.chatctl
        if let family = table.family(named: invocation.operands) {
          return context.output.help(on: family.title, context.output.helpText.text(for: family))
        }
        let topic = try table.topic(named: invocation.operands)
        if !topic.words.isEmpty, try context.showManualPage(table.manualPage(on: topic)) { return }
        context.output.help(on: topic.fullName, context.output.helpText.text(for: topic))
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
