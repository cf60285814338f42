import ChatCore

extension Command {
  static func initialize(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "make a store",
      options: [Options.group],
      needs: Needs(store: .none, account: .none),
      details: [
        "A store is made where --store or CHATCTL_STORE says, else in the default place. It is yours "
          + "alone. With --group it is shared with a group of users of this host, who then trust "
          + "each other; passwords and sessions stay readable by their owners alone.",
        "'chatctl signup' makes a private store by itself where there is none.",
      ],
      examples: [
        Example(command: "chatctl init", purpose: "make the default store"),
        Example(
          command: "chatctl --store /srv/chat init --group staff", purpose: "share one with a group"
        ),
      ],
      run: { invocation, context throws(ChatError) in
        let store = try Store.create(
          at: context.storePath, group: invocation.value(of: Options.group), for: context.client)
        if context.output.json {
          context.output.object(.store(store))
        } else {
          context.output.status("made a store in \(store.path)")
        }
      })
  }
}

private enum Options {
  static let group = CommandOption(
    long: "group", metavar: "GROUP", help: "share it with this group of users of the host",
    completion: .group)
}
