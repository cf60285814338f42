import ChatCore

extension Command {
  static func friendsList(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show your own profile, then your friends",
      needs: Needs(store: .read, account: .required),
      details: [
        "Accounts that you have blocked come last.",
        "Each account is a line, of columns on a terminal and of four fields in a pipe: username, "
          + "e-mail address, image URL, and 'you' for your own or 'blocked'. What there is not, or "
          + "you may not see, is empty. "
          + Reference.fields,
      ],
      examples: [Example(command: "chatctl friends", purpose: "you and your friends")],
      isGroupDefault: true,
      run: { _, context throws(ChatError) in
        let store = try context.store
        let own = try context.identity.account
        let friends = try store.friends(of: own) { context.passOver($0) }
        let accounts = [own] + friends + (try store.blocked(by: own))
        if context.output.json {
          for account in accounts { context.output.object(.account(account, for: own)) }
          return
        }
        var table = Table()
        for account in accounts {
          let email = account.showsEmail(to: own) ? account.email : nil
          let note =
            account.id == own.id ? "you" : own.hasBlocked(account.id) ? "blocked" : ""
          table.row(account.username, email ?? "", account.imageURL ?? "", note)
        }
        table.print(to: &context.output)
        if friends.isEmpty && !own.isGuest {
          context.output.status("you have no friends; 'chatctl friends add USERNAME' adds one")
        }
      })
  }

  static func friendsAdd(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "add a friend",
      operands: [Operand(metavar: "USERNAME", help: "whom to add", completion: .live(.stranger))],
      needs: Needs(store: .write, account: .required),
      details: [
        "Friendship is one-sided: you can make chats with those whom you added, and they see your "
          + "e-mail address. To do so with you, they add you in turn."
      ],
      examples: [Example(command: "chatctl friends add bob", purpose: "add bob")],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        let friend = try context.account(invocation)
        let added = try context.change { transaction, identity throws(ChatError) in
          try transaction.addFriend(friend, for: identity)
        }
        let name = friend.username
        try context.report(
          friend, to: context.identity.account,
          added ? "\(name) is your friend now" : "\(name) is your friend already")
      })
  }

  static func friendsRemove(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "remove a friend",
      operands: [Operand(metavar: "USERNAME", help: "whom to remove", completion: .friend)],
      needs: Needs(store: .write, account: .required),
      details: ["Chats that you both take part in stay as they are."],
      examples: [Example(command: "chatctl friends remove bob", purpose: "remove bob")],
      run: { invocation, context throws(ChatError) in
        let friend = try context.account(invocation)
        try context.change { transaction, identity throws(ChatError) in
          try transaction.removeFriend(friend, for: identity)
        }
        try context.report(
          friend, to: context.identity.account, "\(friend.username) is no friend of yours now")
      })
  }

  static func friendsBlock(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "keep an account away from you",
      operands: [
        Operand(metavar: "USERNAME", help: "whom to block", completion: .live(.acquaintance))
      ],
      needs: Needs(store: .write, account: .required),
      details: [
        "It cannot send you direct messages, add you as a friend or to a chat, or make a chat with "
          + "you, and is no friend of yours any more. Chats that you both take part in stay as they "
          + "are."
      ],
      examples: [Example(command: "chatctl friends block mallory", purpose: "keep mallory away")],
      run: { invocation, context throws(ChatError) in
        let other = try context.account(invocation)
        let (own, isNew) = try context.change { transaction, identity throws(ChatError) in
          try transaction.block(other, for: identity)
        }
        let name = other.username
        context.report(
          other, to: own, isNew ? "\(name) is blocked now" : "\(name) is blocked already")
      })
  }

  static func friendsUnblock(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "take a block back",
      operands: [
        Operand(metavar: "USERNAME", help: "whom to unblock", completion: .live(.blocked))
      ],
      needs: Needs(store: .write, account: .required),
      details: ["A friend who was blocked has to be added again."],
      examples: [
        Example(command: "chatctl friends unblock mallory", purpose: "give them a chance")
      ],
      run: { invocation, context throws(ChatError) in
        let other = try context.account(invocation)
        let (own, isNew) = try context.change { transaction, identity throws(ChatError) in
          try transaction.unblock(other, for: identity)
        }
        context.report(
          other, to: own, "\(other.username) is not blocked\(isNew ? " any more" : "")")
      })
  }
}

extension Context {
  /// The account that a command is about, by its first operand.
  fileprivate mutating func account(_ invocation: Invocation) throws(ChatError) -> Account {
    try account(named: invocation.operands[0])
  }

  fileprivate mutating func report(_ other: Account, to own: Account, _ status: String) {
    if output.json {
      output.object(.account(other, for: own))
    } else {
      output.status(status)
    }
  }
}

extension JSONObject {
  fileprivate static func account(_ account: Account, for own: Account) -> JSONObject {
    .account(
      account, showsEmail: account.showsEmail(to: own), isBlocked: own.hasBlocked(account.id))
  }
}
