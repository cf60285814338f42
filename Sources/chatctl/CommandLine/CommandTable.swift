import ChatCore

/// What a command is called, and how its data are made once it is asked for: a run needs those of
/// one.
struct CommandEntry: Sendable {
  let name: CommandName
  private let make: @Sendable (CommandName) -> Command

  /// - Parameter name: its one or two words with a space between, `chat create`.
  init(_ name: String, _ make: @escaping @Sendable (CommandName) -> Command) {
    self.name = CommandName(text: name)
    self.make = make
  }

  var command: Command { make(name) }
}

/// Commands that belong together, under one title in help.
struct Family: Sendable {
  let title: String
  let entries: [CommandEntry]

  init(_ title: String, _ entries: [CommandEntry]) {
    self.title = title
    self.entries = entries
  }

  /// Their data, which are made anew each time.
  var commands: [Command] { entries.map(\.command) }
}

/// The commands that there are.
struct CommandTable: Sendable {
  let families: [Family]

  init(_ families: [Family]) { self.families = families }

  /// The command line of chatctl.
  static let chatctl: CommandTable = CommandTable([
    Family(
      "account",
      [
        .init("signup", Command.signup),
        .init("login", Command.login),
        .init("logout", Command.logout),
        .init("whoami", Command.whoami),
        .init("switch", Command.switchAccount),
        .init("profile", Command.profile),
        .init("passwd", Command.passwd),
        .init("account list", Command.accountList),
        .init("account delete", Command.accountDelete),
        .init("token create", Command.tokenCreate),
        .init("token list", Command.tokenList),
        .init("token revoke", Command.tokenRevoke),
      ]),
    Family(
      "friends",
      [
        .init("friends list", Command.friendsList),
        .init("friends add", Command.friendsAdd),
        .init("friends remove", Command.friendsRemove),
        .init("friends block", Command.friendsBlock),
        .init("friends unblock", Command.friendsUnblock),
      ]),
    Family(
      "chats",
      [
        .init("chat list", Command.chatList),
        .init("chat create", Command.chatCreate),
        .init("chat show", Command.chatShow),
        .init("chat join", Command.chatJoin),
        .init("chat add", Command.chatAdd),
        .init("chat remove", Command.chatRemove),
        .init("chat leave", Command.chatLeave),
        .init("chat rename", Command.chatRename),
        .init("chat delete", Command.chatDelete),
        .init("chat read", Command.chatRead),
      ]),
    Family(
      "messages",
      [
        .init("send", Command.send),
        .init("tail", Command.tail),
        .init("log", Command.log),
        .init("search", Command.search),
        .init("unread", Command.unread),
        .init("edit", Command.edit),
        .init("delete", Command.delete),
      ]),
    Family(
      "bots",
      [
        .init("run", Command.run),
        .init("expect", Command.expect),
        .init("ask", Command.ask),
        .init("cursor list", Command.cursorList),
        .init("cursor set", Command.cursorSet),
        .init("cursor remove", Command.cursorRemove),
        .init("cursor failed", Command.cursorFailed),
      ]),
    Family(
      "store",
      [
        .init("init", Command.initialize),
        .init("doctor", Command.doctor),
        .init("export", Command.export),
      ]),
    Family(
      "help",
      [
        .init("help", Command.help),
        .init("tour", Command.tour),
        .init("completion", Command.completion),
        .init("candidates", Command.candidates),
        .init("documentation", Command.documentation),
      ]),
  ])

  /// The family that help is asked for with its title.
  /// - Returns: nil where the words name a command, or a group with all of the family.
  func family(named words: [String]) -> Family? {
    families.first { family in
      [family.title] == words
        && !family.entries.contains { $0.name.text == family.title }
        && !family.entries.allSatisfy { $0.name.group == family.title }
    }
  }

  /// All commands, hidden ones too.
  var commands: [Command] { families.flatMap(\.commands) }

  /// The command of a name.
  func command(named name: String) -> Command? {
    for family in families {
      for entry in family.entries where entry.name.text == name { return entry.command }
    }
    return nil
  }

  /// The commands whose first word is `name`.
  func group(named name: String) -> CommandGroup? {
    let members = families.flatMap { family in
      family.entries.filter { $0.name.group == name }.map(\.command)
    }
    return members.isEmpty ? nil : CommandGroup(name: name, commands: members)
  }
}
