/// What `--json` prints: every type of object and its members, as the manual tells them.
enum JSONReference {
  /// One type of object, named by its member `type`.
  struct ObjectType: Sendable {
    let name: String
    /// When it is printed, and by which commands.
    let purpose: String
    let members: [Member]
  }

  /// A member of an object.
  struct Member: Sendable {
    let name: String
    let meaning: String
    /// Left out where there is nothing to say.
    var isOptional = false
  }

  static let types = [
    ObjectType(
      name: "message", purpose: "a message, of log, tail, search and export",
      members: [
        chat, chatID,
        Member(name: "number", meaning: "its number in the chat, from 1 on"),
        date,
        Member(name: "userID", meaning: "the author's id"),
        Member(name: "username", meaning: "the author's username when it was written"),
        Member(
          name: "token", meaning: "the name of the author's token that sent it", isOptional: true),
        Member(name: "replyTo", meaning: "the number of the message it answers", isOptional: true),
        Member(
          name: "edited",
          meaning: "when it got the text that it has now; export tells of edits only",
          isOptional: true),
        Member(
          name: "mentions", meaning: "an array of the usernames of those whom the text mentions",
          isOptional: true),
        Member(
          name: "body",
          meaning: "the text as it is now, of export as it was sent; none when it was deleted",
          isOptional: true),
        Member(name: "deleted", meaning: "true where it was deleted", isOptional: true),
      ]),
    ObjectType(
      name: "edit", purpose: "a change of a message's text, of tail and export",
      members: updateMembers + [
        changed,
        Member(
          name: "body", meaning: "the text from now on; none when the message was deleted",
          isOptional: true),
      ]),
    ObjectType(
      name: "deletion", purpose: "a message's deletion, of tail and export",
      members: updateMembers + [changed]),
    ObjectType(
      name: "event", purpose: "what happened to a chat, of log, tail and export",
      members: updateMembers + [
        Member(
          name: "event",
          meaning: "\"added\", \"removed\", \"joined\", \"left\", \"owner\" or \"renamed\""),
        Member(
          name: "subjectID", meaning: "the id of whom it happened to, or who is the owner now",
          isOptional: true),
        Member(name: "subject", meaning: "their username", isOptional: true),
        Member(name: "title", meaning: "the chat's new name", isOptional: true),
      ]),
    ObjectType(
      name: "edited", purpose: "a message that edit changed", members: changeMembers),
    ObjectType(
      name: "deleted", purpose: "a message that delete deleted", members: changeMembers),
    ObjectType(
      name: "sent", purpose: "a message that send stored",
      members: [chat, chatID, Member(name: "number", meaning: "its number in the chat"), date]),
    ObjectType(
      name: "account",
      purpose: "an account, of signup, login, whoami, switch, profile, account delete and friends; "
        + "friends list begins with your own",
      members: [
        Member(name: "id", meaning: "its id"),
        username,
        Member(
          name: "email", meaning: "its e-mail address, where you may see it", isOptional: true),
        Member(name: "imageURL", meaning: "where a picture is", isOptional: true),
        Member(name: "guest", meaning: "whether it has no password"),
        Member(name: "blocked", meaning: "true where you have blocked it", isOptional: true),
        created,
        Member(name: "deleted", meaning: "when it was deleted, like created", isOptional: true),
      ]),
    ObjectType(
      name: "loggedOut", purpose: "a session that logout ended",
      members: [
        username,
        Member(
          name: "current", meaning: "the username of the account that is current now",
          isOptional: true),
      ]),
    ObjectType(
      name: "login", purpose: "an account that is logged in here, of account list",
      members: [
        username,
        Member(name: "current", meaning: "whether commands act as it"),
        Member(name: "ended", meaning: "whether its session is no longer valid"),
      ]),
    ObjectType(
      name: "passwordChanged", purpose: "a password that passwd changed",
      members: [
        username,
        Member(name: "endedSessions", meaning: "how many other sessions ended"),
        Member(name: "tokens", meaning: "how many tokens stay valid"),
      ]),
    ObjectType(
      name: "token", purpose: "a token, of the token commands",
      members: [
        Member(name: "name", meaning: "its name"),
        Member(
          name: "token", meaning: "the token itself, of token create without --output",
          isOptional: true),
        Member(name: "rights", meaning: "an array of 'read' and 'send'"),
        created,
        Member(name: "expires", meaning: "when it expires, like created", isOptional: true),
        Member(
          name: "chats", meaning: "an array of the names of the chats that it is for, else of all",
          isOptional: true),
        Member(name: "chatIDs", meaning: "an array of their ids", isOptional: true),
      ]),
    ObjectType(
      name: "chat", purpose: "a chat, of the chat commands and export",
      members: [
        Member(name: "id", meaning: "its id"),
        Member(name: "name", meaning: "its name, \"@username\" for a direct chat"),
        Member(
          name: "owner", meaning: "its owner's username; none for a direct chat", isOptional: true),
        Member(name: "public", meaning: "whether every account may read and post"),
        Member(
          name: "direct", meaning: "whether it is the one of two accounts, or of one with itself"),
        Member(
          name: "participants", meaning: "an array of usernames, in the order in which they joined"),
        created,
        Member(
          name: "unread", meaning: "how many messages you have not read, of chat list",
          isOptional: true),
        Member(
          name: "lastDate", meaning: "when the last message was written, of chat list",
          isOptional: true),
      ]),
    ObjectType(
      name: "read", purpose: "a chat that chat read marked",
      members: [
        chat, chatID,
        Member(name: "number", meaning: "the number of its last message", isOptional: true),
        Member(name: "changed", meaning: "whether it was not read up to there before"),
      ]),
    ObjectType(
      name: "unread", purpose: "a chat with messages that you have not read",
      members: [
        chat, chatID,
        Member(name: "unread", meaning: "how many"),
        Member(name: "mentions", meaning: "in how many of them you are mentioned"),
        Member(
          name: "exact",
          meaning: "false where there are so many that the counts are estimates, as the command "
            + "explains"),
        Member(name: "number", meaning: "the number of the last of them", isOptional: true),
        Member(name: "date", meaning: "when it was written", isOptional: true),
        Member(name: "userID", meaning: "its author's id", isOptional: true),
        Member(
          name: "username", meaning: "its author's username when it was written", isOptional: true),
        Member(name: "body", meaning: "its text", isOptional: true),
      ]),
    ObjectType(
      name: "unreadTotal", purpose: "how many messages you have not read, of unread --count",
      members: [Member(name: "unread", meaning: "how many, in all your chats")]),
    ObjectType(
      name: "store", purpose: "a store that init made",
      members: [
        Member(name: "path", meaning: "its directory"),
        Member(name: "id", meaning: "its id"),
        Member(name: "shared", meaning: "whether a group shares it"),
      ]),
    ObjectType(
      name: "help", purpose: "help, as text",
      members: [
        Member(name: "topic", meaning: "the words that name it, empty for all of chatctl"), text,
      ]),
    ObjectType(
      name: "version", purpose: "the version of chatctl",
      members: [Member(name: "version", meaning: "three numbers with dots")]),
    ObjectType(
      name: "step", purpose: "what the tour is about to show", members: [text]),
    ObjectType(
      name: "command", purpose: "a command that the tour runs",
      members: [username, Member(name: "line", meaning: "the command line")]),
    ObjectType(name: "output", purpose: "what that command printed", members: [text]),
    ObjectType(
      name: "status", purpose: "on standard error: what was done", members: [note]),
    ObjectType(
      name: "warning", purpose: "on standard error: what to know although the command goes on",
      members: [note]),
    ObjectType(
      name: "error", purpose: "on standard error: why the command failed",
      members: [
        note,
        Member(name: "hint", meaning: "what may help", isOptional: true),
        Member(name: "code", meaning: "the exit code"),
      ]),
  ]

  private static let chat = Member(name: "chat", meaning: "the chat's name")
  private static let chatID = Member(name: "chatID", meaning: "the chat's id")
  private static let date = Member(
    name: "date", meaning: "when it was written, RFC 3339 in UTC with milliseconds")
  private static let created = Member(
    name: "created", meaning: "when it was made, RFC 3339 in UTC with milliseconds")
  private static let updateMembers = [
    chat, chatID,
    Member(name: "number", meaning: "its own number in the chat"),
    date,
    Member(name: "userID", meaning: "the id of who did it"),
    Member(name: "username", meaning: "their username then"),
  ]
  private static let changed = Member(name: "message", meaning: "the number of the message")
  private static let changeMembers = [
    chat, chatID,
    Member(name: "number", meaning: "the number of the message"),
    Member(name: "changed", meaning: "whether it was not so before"),
  ]
  private static let username = Member(name: "username", meaning: "its username")
  private static let text = Member(name: "text", meaning: "the text, with its line breaks")
  private static let note = Member(name: "message", meaning: "a line of text")
}
