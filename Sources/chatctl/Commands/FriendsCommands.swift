import ChatCore

extension Command {
  static let friendsList = Command(
    name: ["friends", "list"],
    summary: "show your own profile, then your friends",
    needs: Needs(store: .read, account: .required),
    details: [
      "In a pipe each account is a line of four fields: username, e-mail address, image URL, and 'you' "
        + "for your own. What there is not, or you may not see, is empty. " + Reference.fields
    ],
    examples: [Example(command: "chatctl friends", purpose: "the same")],
    isGroupDefault: true,
    run: { _, context throws(ChatError) in
      let store = try context.store
      let own = try context.identity.account
      let friends = try store.friends(of: own)
      if context.output.json {
        for account in [own] + friends {
          context.output.object(.account(account, showsEmail: account.showsEmail(to: own)))
        }
        return
      }
      var table = Table()
      for account in [own] + friends {
        let email = account.showsEmail(to: own) ? account.email : nil
        let note = account.id == own.id ? "you" : ""
        table.row(account.username, email ?? "", account.imageURL ?? "", note)
      }
      table.print(to: &context.output)
      if friends.isEmpty && !own.isGuest {
        context.output.status("you have no friends yet; 'chatctl friends add USERNAME' adds one")
      }
    })

  static let friendsAdd = Command(
    name: ["friends", "add"],
    summary: "add a friend",
    operands: [Operand(metavar: "USERNAME", help: "whom to add", completion: .username)],
    needs: Needs(store: .write, account: .required),
    details: ["You can make chats with your friends, and they see your e-mail address."],
    examples: [Example(command: "chatctl friends add bob", purpose: "add bob")],
    isCommon: true,
    run: { invocation, context throws(ChatError) in
      let store = try context.store
      let identity = try context.identity
      let friend = try store.requireAccount(named: invocation.operands[0])
      let added = try store.transaction { transaction throws(ChatError) in
        try transaction.addFriend(friend, for: identity)
      }
      let name = friend.username
      context.report(
        friend, to: identity.account,
        added ? "\(name) is your friend now" : "\(name) is your friend already")
    })

  static let friendsRemove = Command(
    name: ["friends", "remove"],
    summary: "remove a friend",
    operands: [Operand(metavar: "USERNAME", help: "whom to remove", completion: .friend)],
    needs: Needs(store: .write, account: .required),
    details: ["Chats that you both take part in stay as they are."],
    examples: [Example(command: "chatctl friends remove bob", purpose: "remove bob")],
    run: { invocation, context throws(ChatError) in
      let store = try context.store
      let identity = try context.identity
      let friend = try store.requireAccount(named: invocation.operands[0])
      try store.transaction { transaction throws(ChatError) in
        try transaction.removeFriend(friend, for: identity)
      }
      context.report(friend, to: identity.account, "\(friend.username) is no friend of yours now")
    })
}

extension Context {
  fileprivate mutating func report(_ friend: Account, to own: Account, _ status: String) {
    if output.json {
      output.object(.account(friend, showsEmail: friend.showsEmail(to: own)))
    } else {
      output.status(status)
    }
  }
}
