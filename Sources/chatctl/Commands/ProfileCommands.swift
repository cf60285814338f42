import ChatCore

extension Command {
  static func profile(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show a profile, or change your own",
      operands: [
        Operand(
          metavar: "USERNAME", arity: .optional, help: "whose; your own by default",
          completion: .live(.acquaintance))
      ],
      options: [Options.username, ProfileOptions.email, ProfileOptions.imageURL],
      needs: Needs(store: .read, account: .required),
      details: [
        "An e-mail address serves for logging in, too, and is shown to its owner and to those whom "
          + "the owner added as friends. An empty ADDRESS or URL removes what is there. A username "
          + "that you give up stays reserved: nobody else can take it, and you can take it back.",
        "In a pipe each line has two fields, what and its value: username, id, 'e-mail', 'image URL' "
          + "and created; what there is not, or you may not see, has no line. " + Reference.fields,
      ],
      examples: [
        Example(command: "chatctl profile bob", purpose: "show bob's"),
        Example(command: "chatctl profile --username alicia", purpose: "go by another name"),
        Example(command: "chatctl profile --email ''", purpose: "remove your e-mail address"),
      ],
      run: { invocation, context throws(ChatError) in
        let identity = try context.identity
        let store = try context.store
        let changes = try invocation.profileChanges()
        if changes.isEmpty {
          let name = invocation.operand(0)
          let account =
            if let name { try context.account(named: name) } else { identity.account }
          return context.show(account, to: identity.account)
        }
        if !invocation.operands.isEmpty {
          throw .conflictingOptions("--\(changes[0].option.long)", "USERNAME")
        }
        try store.requireWritable()
        let account = try store.transaction { transaction throws(ChatError) in
          try transaction.changeProfile(changes.map(\.change), of: identity)
        }
        context.report(account, "changed the profile of \(account.username)")
      })
  }

  static func passwd(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "change your password",
      options: [PasswordInput.option],
      needs: Needs(store: .write, account: .required),
      details: [
        "Asks for the old password and twice for the new one; --password-stdin reads two lines, the "
          + "old one and the new one. Your other sessions end, also those on other terminals and "
          + "hosts; this one and your tokens stay."
      ],
      examples: [
        Example(command: "chatctl passwd", purpose: "asks for both"),
        Example(
          command: "printf '%s\\n' \"$OLD\" \"$NEW\" | chatctl passwd --password-stdin",
          purpose: "without a terminal"),
      ],
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        let identity = try context.identity
        if identity.account.isGuest { throw .guestsMayNot("have passwords") }
        let (proof, new) = try PasswordInput.change(invocation, &context) {
          old throws(ChatError) in try store.prove(old, of: identity)
        }
        let hash = try store.hash(new)
        let (ended, tokens) = try store.transaction { transaction throws(ChatError) in
          try transaction.changePassword(with: proof, to: hash, keeping: identity)
        }
        context.reportPasswordChange(of: identity.account, endedSessions: ended, tokens: tokens)
      })
  }
}

extension Command {
  static func accountDelete(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "delete your account for ever",
      options: [Confirmation.option],
      needs: Needs(store: .write, account: .none),
      details: [
        "Erases your password, your e-mail address, your image URL, and whom you added as friends or "
          + "blocked, and ends all your sessions and tokens. Nobody can log in to the account again "
          + "or add it as a friend, and its username stays reserved.",
        "You leave your chats: those that you own are handed over to who has taken part in them "
          + "longest, and private ones with nobody else are deleted. Your messages stay in the "
          + "others, and your direct chats for those you had them with, under your username, behind "
          + "which a terminal shows ' (deleted)'.",
        "Where a chat cannot be left, as one that another process has locked, the account is not "
          + "deleted; the same command again goes on.",
        "Asks on the terminal; where nobody can be asked, --yes is needed.",
      ],
      examples: [
        Example(command: "chatctl account delete", purpose: "asks first"),
        Example(command: "chatctl account delete --as bob --yes", purpose: "delete bob"),
      ],
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        let entry = try context.requireSession(in: store)
        let username = try store.accountToDelete(of: entry).username
        try Confirmation.require(
          "delete the account \(username) for ever", invocation, context,
          warning:
            "Its chats are left and handed over, or deleted where nobody else takes part; its "
            + "friends and blocks are erased; its messages stay under '\(username) (deleted)'.")
        try context.sessionFile.requireWritable()
        let account = try store.transaction { transaction throws(ChatError) in
          try transaction.deleteAccount(of: entry)
        }
        do throws(ChatError) {
          try context.sessionFile.update { $0.forget(entry) }
        } catch {
          // It is deleted all the same.
          context.output.warning("\(account.username) is still remembered here: \(error.message)")
        }
        // Whatever cannot be read now, it is deleted.
        let current = (try? context.currentUsername(in: store)) ?? nil
        context.report(
          account,
          "deleted the account \(account.username)"
            + (current.map { "; \($0) is current now" } ?? ""))
      })
  }
}

private enum Options {
  static let username = CommandOption(
    long: "username", metavar: "NAME", help: "take this username")
}

/// What an account may say of itself, when it is made and later.
enum ProfileOptions {
  static let email = CommandOption(
    long: "email", metavar: "ADDRESS", help: "your e-mail address; those whom you add see it")
  static let imageURL = CommandOption(
    long: "image-url", metavar: "URL", help: "where a picture of you is")
}

extension Invocation {
  /// The changes to a profile that were given, each with its option.
  fileprivate func profileChanges() throws(ChatError) -> [(
    option: CommandOption, change: ProfileChange
  )] {
    var changes: [(CommandOption, ProfileChange)] = []
    if let name = value(of: Options.username) {
      changes.append((Options.username, .username(try checkedName(.username, name, Username.init))))
    }
    if let text = value(of: ProfileOptions.email) {
      changes.append((ProfileOptions.email, .email(text.isEmpty ? nil : try EmailAddress(text))))
    }
    if let text = value(of: ProfileOptions.imageURL) {
      changes.append((ProfileOptions.imageURL, .imageURL(text.isEmpty ? nil : try ImageURL(text))))
    }
    return changes
  }
}

extension Context {
  fileprivate mutating func reportPasswordChange(
    of account: Account, endedSessions: Int, tokens: Int
  ) {
    if output.json {
      output.object(.passwordChanged(account, endedSessions: endedSessions, tokens: tokens))
      return
    }
    let sessions = endedSessions == 1 ? "1 other session" : "\(endedSessions) other sessions"
    output.status("changed the password of \(account.username) and ended \(sessions)")
    if tokens > 0 {
      let what = tokens == 1 ? "1 token stays" : "\(tokens) tokens stay"
      output.status("\(what) valid; 'chatctl token list' lists them")
    }
  }

  fileprivate mutating func show(_ account: Account, to own: Account) {
    let showsEmail = account.showsEmail(to: own)
    if output.json { return output.object(.account(account, showsEmail: showsEmail)) }
    var table = Table(showsAll: true)
    table.row(
      "username", account.isDeleted ? "\(account.username) (deleted)" : account.username)
    table.row("id", account.id.text)
    if showsEmail, let email = account.email { table.row("e-mail", email) }
    if let url = account.imageURL { table.row("image URL", url) }
    table.row("created", output.fullText(of: account.created))
    table.print(to: &output)
  }
}
