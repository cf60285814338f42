import ChatCore

extension Command {
  static func chatJoin(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "take part in a public chat",
      operands: [.publicChat],
      needs: Needs(store: .write, account: .required),
      details: ["A chat that you have joined is in your list and goes by its bare name."],
      examples: [Example(command: "chatctl chat join alice/lobby", purpose: "join alice's lobby")],
      run: { invocation, context throws(ChatError) in
        let chat = try context.store.chatToJoin(invocation.operands[0], for: context.identity)
        let (joined, isNew) = try context.change { transaction, identity throws(ChatError) in
          try transaction.join(chat, as: identity)
        }
        let shown = context.shown(joined)
        try context.report(shown, "you take part in \(shown.title) \(isNew ? "now" : "already")")
      })
  }

  static func chatAdd(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "add friends of yours to a chat",
      operands: [
        .sharedChat,
        Operand(
          metavar: "USERNAME", arity: .many, help: "whom to add",
          completion: .live(.newcomer)),
      ],
      needs: Needs(store: .write, account: .required),
      details: [
        "Who takes part in a chat may add friends to it. They see all of its messages, also the "
          + "earlier ones. Who was removed can be added again by the owner alone."
      ],
      examples: [Example(command: "chatctl chat add ops dave erin", purpose: "add two friends")],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let people = try context.accounts(named: invocation.operands.dropFirst())
        let (changed, added) = try context.change { transaction, identity throws(ChatError) in
          try transaction.add(people, to: chat, as: identity)
        }
        let statuses = people.map { person in
          if added.contains(where: { $0.id == person.id }) {
            "\(person.username) takes part in \(changed.title) now"
          } else if changed.hasParticipant(person.id) {
            "\(person.username) takes part in \(changed.title) already"
          } else {
            "\(person.username) may join \(changed.title) again"
          }
        }
        try context.report(changed, statuses)
      })
  }

  static func chatRemove(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "remove people from a chat of yours",
      operands: [
        .ownChat,
        Operand(
          metavar: "USERNAME", arity: .many, help: "whom to remove", completion: .live(.participant)
        ),
      ],
      needs: Needs(store: .write, account: .required),
      details: [
        "Only the owner of a chat may do that. Who was removed can neither read nor post, nor join "
          + "again, until the owner adds them. From a public chat anyone can be removed, whether "
          + "they joined or not."
      ],
      examples: [Example(command: "chatctl chat remove ops mallory", purpose: "keep mallory out")],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let people = try context.accounts(named: invocation.operands.dropFirst())
        let (changed, removed) = try context.change { transaction, identity throws(ChatError) in
          try transaction.remove(people, from: chat, as: identity)
        }
        let statuses = people.map { person in
          removed.contains { $0.id == person.id }
            ? "removed \(person.username) from \(changed.title)"
            : "\(person.username) does not take part in \(changed.title)"
        }
        try context.report(changed, statuses)
      })
  }

  static func chatLeave(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "end your part in a chat",
      operands: [.sharedChat],
      needs: Needs(store: .write, account: .required),
      details: [
        "The chat and its messages stay, yours too. An owner who leaves hands the chat over to who "
          + "has taken part in it longest, and is told to whom. The last one cannot leave, since "
          + "nobody could read the chat afterwards, but can delete it."
      ],
      examples: [Example(command: "chatctl chat leave ops", purpose: "leave ops")],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let (changed, left) = try context.change { transaction, identity throws(ChatError) in
          try transaction.leave(chat, as: identity)
        }
        guard left else {
          return try context.report(changed, "you do not take part in \(changed.title)")
        }
        let own = try context.identity.account.id
        let heir = chat.owner == own ? try context.store.summary(ofChanged: changed).owner : nil
        try context.report(
          changed,
          ["you left \(changed.title)" + (heir.map { "; \($0) owns it now" } ?? "")]
            + context.successors(of: chat))
      })
  }

  static func chatRename(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "give a chat of yours another name",
      operands: [
        .ownChat, Operand(metavar: "NAME", help: "what to call it, at most 64 characters"),
      ],
      needs: Needs(store: .write, account: .required),
      details: [
        "Only the owner of a chat may do that. To others who have a chat of that name already, the "
          + "bare name goes on meaning that one, and this one is OWNER/NAME."
      ],
      examples: [Example(command: "chatctl chat rename ops operations", purpose: "rename ops")],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        let name = try checkedName(.chatName, invocation.operands[1], ChatName.init)
        let (changed, isNew) = try context.change { transaction, identity throws(ChatError) in
          try transaction.rename(chat, to: name, as: identity)
        }
        let shown = context.shown(changed)
        try context.report(
          shown,
          isNew
            ? ["\(chat.title) is called \(shown.title) now"] + context.successors(of: chat)
            : ["it is called \(shown.title) already"])
      })
  }

  static func chatDelete(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "delete a chat of yours and all its messages",
      operands: [.ownChat],
      options: [Confirmation.option],
      needs: Needs(store: .write, account: .required),
      details: [
        "Only the owner of a chat may do that. It asks on the terminal; without one it needs --yes. "
          + "Who follows the chat is told that it was deleted."
      ],
      examples: [Example(command: "chatctl chat delete ops --yes", purpose: "delete ops unasked")],
      run: { invocation, context throws(ChatError) in
        let chat = try context.chat(invocation)
        try chat.requireOwner(context.identity.account)
        try Confirmation.require(
          "delete the chat \(chat.title) and all its messages", invocation, context)
        try context.change { transaction, identity throws(ChatError) in
          try transaction.delete(chat, as: identity)
        }
        try context.report(
          chat, ["deleted the chat \(chat.title)"] + context.successors(of: chat))
      })
  }
}

extension Context {
  /// Tells of the chat that goes by a bare name now, where another one went by it; nothing where
  /// none does.
  fileprivate func successors(of former: Chat) throws(ChatError) -> [String] {
    let (store, identity) = (try store, try identity)
    guard let chat = store.successor(of: former, for: identity) else { return [] }
    return ["\(former.title) means \(store.nameForOthers(of: chat, from: identity.account)) now"]
  }

  /// The account of a username; of one that it had before, it is said which one it has now.
  mutating func account(named username: String) throws(ChatError) -> Account {
    let account = try store.requireAccount(named: username)
    if foldedName(account.username) != foldedName(username) {
      output.status("\(username) is called \(account.username) now")
    }
    return account
  }

  /// The accounts of these usernames, each once.
  mutating func accounts(named usernames: ArraySlice<String>) throws(ChatError) -> [Account] {
    var accounts: [Account] = []
    for username in usernames {
      let account = try account(named: username)
      if !accounts.contains(where: { $0.id == account.id }) { accounts.append(account) }
    }
    return accounts
  }
}
