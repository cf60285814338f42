import ChatCore

extension Command {
  static func signup(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "make an account and log in",
      operands: [Operand(metavar: "USERNAME", help: "the name others find you by")],
      options: [ProfileOptions.email, ProfileOptions.imageURL, PasswordInput.option],
      needs: Needs(store: .none, account: .none),
      details: [
        "A username has at most 32 letters and digits of any script, '.', '_' and '-', and does not "
          + "begin with '.', '-', '~' or '@'. Names that differ in case or spelling only are one "
          + "name. 'me' is nobody's, since @me is whoever says it.",
        "Makes a private store where there is none. " + PasswordInput.details,
      ],
      examples: [
        Example(command: "chatctl signup alice", purpose: "asks for a password"),
        Example(
          command: "pass chatctl | chatctl signup alice --password-stdin",
          purpose: "reads it from a password manager"),
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        try invocation.refuseUser()
        let new = try NewAccount(
          username: try checkedName(.username, invocation.operands[0], Username.init),
          email: try invocation.value(of: ProfileOptions.email).map { text throws(ChatError) in
            try EmailAddress(text)
          },
          imageURL: try invocation.value(of: ProfileOptions.imageURL).map {
            text throws(ChatError) in
            try ImageURL(text)
          })
        // What can be refused is refused before anything is made, and asked again under the lock.
        try Store.ifPresent(at: context.storePath, for: context.client)?.requireFree(new)
        let password = try PasswordInput.new(invocation, &context)
        try context.sessionFile.requireWritable()
        let store = try Store.openOrCreate(at: context.storePath, for: context.client)
        let account = try context.signUp(new, passwordHash: try store.hash(password), in: store)
        context.reportCurrent(account, "signed up and logged in as \(account.username)")
      })
  }

  static func login(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "log in, and be remembered here",
      operands: [
        Operand(
          metavar: "USERNAME", help: "your username or e-mail address",
          alternative: Options.guest)
      ],
      options: [PasswordInput.option, Options.guest],
      needs: Needs(store: .write, account: .none),
      details: [
        "Several accounts can be logged in at once; the one that logged in last is current. 'chatctl "
          + "switch' changes that, and --as acts as another one for one command. An account has 64 "
          + "sessions at most: the next login ends the oldest. " + PasswordInput.details,
        "A guest has no password, reads and writes public chats, and is shown as ~HANDLE. A HANDLE "
          + "keeps to the rules of usernames. One who is logged in is chosen by --as '~HANDLE' or "
          + "switch '~HANDLE', quoted for the shell.",
      ],
      examples: [
        Example(command: "chatctl login alice", purpose: "asks for the password"),
        Example(command: "chatctl login --guest anna", purpose: "just look in"),
      ],
      isCommon: true,
      run: { invocation, context throws(ChatError) in
        try invocation.refuseUser()
        if let handle = invocation.value(of: Options.guest) {
          guard invocation.operands.isEmpty else {
            throw .conflictingOptions("--guest", "USERNAME")
          }
          if invocation.has(PasswordInput.option) {
            throw .conflictingOptions("--guest", "--password-stdin")
          }
          return try context.logIn(guest: handle)
        }
        let name = invocation.operands[0]
        if name.hasPrefix("~") { throw .guestsMayNot("log in with a password") }
        try context.sessionFile.requireWritable()
        let store = try context.store
        let password = try PasswordInput.current(invocation, &context)
        let proof = try store.authenticate(name, password: password)
        try context.beginSession(with: proof, in: store)
        context.reportCurrent(proof.account, "logged in as \(proof.account.username)")
      })
  }

  static func logout(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "end a session",
      operands: [
        Operand(
          metavar: "USERNAME", arity: .optional, help: "whose; the current account's by default",
          completion: .login, alternative: Options.all)
      ],
      options: [Options.all],
      needs: Needs(store: .write, account: .none),
      details: [
        "The session ends here and in the store. Where others are logged in, the one that was "
          + "current before is so again. A script does well to give the USERNAME: run twice, it ends "
          + "no other session, and exits with 4.",
        "A guest's logout is final: nobody can log in as that guest again.",
      ],
      examples: [
        Example(command: "chatctl logout", purpose: "log out"),
        Example(command: "chatctl logout bob", purpose: "log bob out, whoever is current"),
        Example(command: "chatctl logout --all", purpose: "leave nobody logged in here"),
      ],
      run: { invocation, context throws(ChatError) in
        let store = try context.store
        if invocation.has(Options.all) {
          if !invocation.operands.isEmpty { throw .conflictingOptions("--all", "USERNAME") }
          return try context.logOutAll(of: store)
        }
        if invocation.operand(0) != nil { try invocation.refuseUser() }
        let entry = try context.requireSession(of: invocation.operand(0), in: store)
        try context.sessionFile.requireWritable()
        let username = try context.logOut(entry, of: store)
        context.reportLogout(of: username, current: try context.currentUsername(in: store))
      })
  }

  static func whoami(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "show who you are here",
      needs: Needs(store: .read, account: .required, right: .read),
      examples: [Example(command: "chatctl whoami", purpose: "the current account")],
      run: { _, context throws(ChatError) in
        let account = try context.identity.account
        if context.output.json {
          context.output.object(.account(account, showsEmail: true))
        } else {
          var table = Table(showsAll: true)
          table.row(account.username)
          table.print(to: &context.output)
        }
      })
  }

  static func switchAccount(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "make another account that is logged in current",
      operands: [Operand(metavar: "USERNAME", help: "whom to be", completion: .login)],
      needs: Needs(store: .read, account: .none),
      examples: [
        Example(command: "chatctl switch bob", purpose: "be bob from now on"),
        Example(command: "chatctl switch '~anna'", purpose: "be the guest anna"),
      ],
      run: { invocation, context throws(ChatError) in
        try invocation.refuseUser()
        let store = try context.store
        let entry = try context.sessionFile.load()
          .requireSession(of: invocation.operands[0], in: store)
        let account = try store.identity(of: entry).account
        try context.sessionFile.update { $0.makeCurrent(entry) }
        context.reportCurrent(account, "you are \(account.username) now")
      })
  }

  static func accountList(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "list the accounts that are logged in here",
      needs: Needs(store: .read, account: .none),
      details: [
        "In a pipe each account is a line of three fields: username, 'current' for the one that "
          + "commands act as, and 'ended' where the session is no longer valid. " + Reference.fields
      ],
      examples: [Example(command: "chatctl account", purpose: "who is logged in here")],
      isGroupDefault: true,
      run: { _, context throws(ChatError) in
        let store = try context.store
        let sessions = try context.sessionFile.load()
        var table = Table()
        // By name, since the order of their use changes with each switch.
        for entry in sessions.all(in: store).sorted(by: { $0.username < $1.username }) {
          let username = try store.username(of: entry)
          let isCurrent = sessions.current(in: store) == entry
          let hasEnded = try store.identityIfValid(of: entry) == nil
          if context.output.json {
            context.output.object(
              .login(username, isCurrent: isCurrent, hasEnded: hasEnded))
          } else {
            table.row(username, isCurrent ? "current" : "", hasEnded ? "ended" : "")
          }
        }
        table.print(to: &context.output)
        if sessions.all(in: store).isEmpty {
          context.output.status("nobody is logged in here; 'chatctl login USERNAME' logs in")
        }
      })
  }
}

private enum Options {
  static let all = CommandOption(
    long: "all", help: "end the sessions of all accounts that are logged in here")
  static let guest = CommandOption(
    long: "guest", metavar: "HANDLE", help: "log in as a guest, without a password")
}

extension Invocation {
  /// Throws when `--as` is given to a command that names its account itself.
  fileprivate func refuseUser() throws(ChatError) {
    if value(of: GlobalOptions.user) != nil { throw .conflictingOptions("--as", "USERNAME") }
  }
}
