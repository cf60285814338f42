import ChatCore

extension Command {
  static func completion(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "print the completion script of a shell",
      operands: [
        Operand(
          metavar: "SHELL", help: "the shell", completion: .oneOf(Shell.allCases.map(\.rawValue)))
      ],
      needs: .nothing,
      details: [
        "The script completes commands, options and values, and what the store holds: your chats, "
          + "friends and other people, cursors, tokens, and numbers of messages, with their first "
          + "words where the shell shows descriptions. For these it runs the chatctl of the line, "
          + "which looks where --store, --as, --token-file and the environment say, changes "
          + "nothing, and offers nothing where nobody is logged in. Of what was typed and of names "
          + "nothing is run.",
        "With --json the script is printed as it is.",
      ],
      examples: [
        Example(command: "source <(chatctl completion bash)", purpose: "in ~/.bashrc"),
        Example(
          command: "source <(chatctl completion zsh)", purpose: "in ~/.zshrc, after compinit"),
        Example(command: "chatctl completion fish | source", purpose: "in config.fish"),
      ],
      run: { invocation, context throws(ChatError) in
        guard let shell = invocation.operand(0).flatMap(Shell.init) else {
          throw .missingOperand("SHELL", command: "completion")
        }
        context.output.line(shell.completionScript(for: .chatctl))
      })
  }
}
