import ChatCore

/// Commands that belong together, under one title in help.
struct Family: Sendable {
  let title: String
  let commands: [Command]

  init(_ title: String, _ commands: [Command]) {
    self.title = title
    self.commands = commands
  }
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
        .signup, .login, .logout, .whoami, .switchAccount, .profile, .passwd, .accountList,
        .accountDelete, .tokenCreate, .tokenList, .tokenRevoke,
      ]),
    Family(
      "friends", [.friendsList, .friendsAdd, .friendsRemove, .friendsBlock, .friendsUnblock]),
    Family(
      "chats",
      [
        .chatList, .chatCreate, .chatShow, .chatJoin, .chatAdd, .chatRemove, .chatLeave,
        .chatRename, .chatDelete, .chatRead,
      ]),
    Family("messages", [.send, .tail, .log, .search, .unread, .edit, .delete]),
    Family("bots", [.run, .expect, .ask, .cursorList, .cursorSet, .cursorRemove, .cursorFailed]),
    Family("store", [.initialize, .export]),
    Family("help", [.help, .tour, .completion, .documentation]),
  ])

  /// The family that help is asked for with its title.
  /// - Returns: nil where the words name a command, or a group with all of the family.
  func family(named words: [String]) -> Family? {
    families.first { family in
      [family.title] == words
        && !family.commands.contains { $0.name == words }
        && !family.commands.allSatisfy { $0.group == family.title }
    }
  }

  /// All commands, hidden ones too.
  var commands: [Command] { families.flatMap(\.commands) }
}
