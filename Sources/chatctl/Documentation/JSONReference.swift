/// What `--json` prints: every type of object and its members, as chatctl-json(5) tells them.
enum JSONReference {
  /// One type of object, named by its member `type`.
  struct ObjectType: Sendable {
    let name: String
    /// What it stands for.
    let purpose: String
    /// The names of those that print it; none where any may, or where it belongs to an option.
    var commands: [String] = []
    let members: [Member]
  }

  /// A member of an object.
  struct Member: Sendable {
    let name: String
    let kind: Kind
    let meaning: String
    /// Left out where there is nothing to say.
    let isOptional: Bool

    init(_ name: String, _ kind: Kind, _ meaning: String, isOptional: Bool = false) {
      self.name = name
      self.kind = kind
      self.meaning = meaning
      self.isOptional = isOptional
    }
  }

  /// What the value of a member is; the raw value is what the manual calls it.
  enum Kind: String, Sendable {
    case string, integer, boolean
    case strings = "array of strings"
  }

  static let purpose = "what chatctl prints with --json"

  static let description = [
    "With --json, chatctl prints each result as one JSON object on a line of its own, in UTF-8. "
      + "The first member of each is 'type', a string that names one of the types below. The one "
      + "exception is 'completion', which prints its script as it is.",
    "Results go to standard output; errors, warnings and statuses are objects too and go to "
      + "standard error.",
    "Texts are raw: whoever shows them on a terminal must make them safe. Dates are strings in RFC "
      + "3339, in UTC with milliseconds, such as 2026-11-30T14:00:00.000Z.",
    "A member that may be left out is left out where there is nothing to say; none is null. Later "
      + "versions may add types and members, so programs should pass over those they do not know.",
  ]

  static let types = [
    ObjectType(
      name: "message", purpose: "a message",
      commands: ["log", "tail", "search", "expect", "export"],
      members: [
        chat, chatID,
        Member("number", .integer, "its number in the chat, from 1 on"),
        date,
        Member("userID", .string, "the author's id"),
        Member("username", .string, "the author's username when it was written"),
        Member(
          "token", .string, "the name of the author's token that sent it", isOptional: true),
        Member("replyTo", .integer, "the number of the message it answers", isOptional: true),
        Member("auto", .boolean, "true where a program answered with it", isOptional: true),
        Member(
          "edited", .string,
          "when it got the text that it has now; export tells of edits only",
          isOptional: true),
        Member(
          "mentions", .strings, "the usernames of those whom the text mentions",
          isOptional: true),
        Member(
          "body", .string,
          "the text as it is now, of export as it was sent; none when it was deleted",
          isOptional: true),
        Member("deleted", .boolean, "true where it was deleted", isOptional: true),
      ]),
    ObjectType(
      name: "edit", purpose: "a change of a message's text", commands: ["tail", "export"],
      members: updateMembers + [
        token, target,
        Member(
          "body", .string, "the text from now on; none when the message was deleted",
          isOptional: true),
      ]),
    ObjectType(
      name: "deletion", purpose: "a message's deletion", commands: ["tail", "export"],
      members: updateMembers + [token, target]),
    ObjectType(
      name: "event", purpose: "what happened to a chat", commands: ["log", "tail", "export"],
      members: updateMembers + [
        Member(
          "event", .string,
          "\"added\", \"removed\", \"readmitted\", \"joined\", \"left\", \"owner\" or \"renamed\""),
        Member(
          "subjectID", .string, "the id of whom it happened to, or who is the owner now",
          isOptional: true),
        Member("subject", .string, "their username", isOptional: true),
        Member("name", .string, "the name that the chat got", isOptional: true),
      ]),
    ObjectType(
      name: "edited", purpose: "a message that has another text now", commands: ["edit"],
      members: changeMembers),
    ObjectType(
      name: "deleted", purpose: "a message that is deleted now", commands: ["delete"],
      members: changeMembers),
    ObjectType(
      name: "sent", purpose: "a message that was stored", commands: ["send"],
      members: [
        chat, chatID, Member("number", .integer, "its number in the chat"), date,
        Member(
          "repeated", .boolean, "true where it was sent before, under the same key",
          isOptional: true),
      ]),
    ObjectType(
      name: "account", purpose: "an account; friends list begins with your own",
      commands: [
        "signup", "login", "whoami", "switch", "profile", "account delete", "friends list",
        "friends add", "friends remove", "friends block", "friends unblock",
      ],
      members: [
        Member("userID", .string, "its id"),
        username,
        Member("email", .string, "its e-mail address, where you may see it", isOptional: true),
        Member("imageURL", .string, "where a picture is", isOptional: true),
        Member("guest", .boolean, "whether it has no password"),
        Member("blocked", .boolean, "true where you have blocked it", isOptional: true),
        created,
        Member("deleted", .string, "when it was deleted", isOptional: true),
      ]),
    ObjectType(
      name: "loggedOut", purpose: "a session that was ended", commands: ["logout"],
      members: [
        username,
        Member(
          "current", .string, "the username of the account that is current now",
          isOptional: true),
      ]),
    ObjectType(
      name: "login", purpose: "an account that is logged in here", commands: ["account list"],
      members: [
        username,
        Member("current", .boolean, "whether commands act as it"),
        Member("ended", .boolean, "whether its session is no longer valid"),
      ]),
    ObjectType(
      name: "passwordChanged", purpose: "a password that was changed", commands: ["passwd"],
      members: [
        username,
        Member("endedSessions", .integer, "how many other sessions ended"),
        Member("tokens", .integer, "how many tokens stay valid"),
      ]),
    ObjectType(
      name: "token", purpose: "a token", commands: ["token create", "token list", "token revoke"],
      members: [
        Member("token", .string, "its name"),
        Member(
          "secret", .string, "the token itself, of token create without --output",
          isOptional: true),
        Member("rights", .strings, "\"read\", \"send\" or both"),
        created,
        Member("expires", .string, "when it expires", isOptional: true),
        Member(
          "chats", .strings, "what names the chats that it is for, else it is for all",
          isOptional: true),
        Member("chatIDs", .strings, "their ids", isOptional: true),
      ]),
    ObjectType(
      name: "chat", purpose: "a chat",
      commands: [
        "chat list", "chat create", "chat show", "chat join", "chat add", "chat remove",
        "chat leave", "chat rename", "chat delete", "export",
      ],
      members: [
        chat, chatID,
        Member(
          "owner", .string, "its owner's username; none for a direct chat", isOptional: true),
        Member("public", .boolean, "whether every account may read and post"),
        Member(
          "direct", .boolean, "whether it is the one of two accounts, or of one with itself"),
        Member(
          "participants", .strings, "their usernames, in the order in which they joined"),
        created,
        Member(
          "unread", .integer, "how many messages you have not read, of chat list",
          isOptional: true),
        Member(
          "lastDate", .string, "when the last message was written, of chat list",
          isOptional: true),
      ]),
    ObjectType(
      name: "read", purpose: "a chat that is read now", commands: ["chat read"],
      members: [
        chat, chatID,
        Member("number", .integer, "the number of its last message", isOptional: true),
        changed,
      ]),
    ObjectType(
      name: "unread", purpose: "a chat with messages that you have not read", commands: ["unread"],
      members: [
        chat, chatID,
        Member("unread", .integer, "how many"),
        Member("mentions", .integer, "in how many of them you are mentioned"),
        Member(
          "exact", .boolean,
          "false where there are so many that the counts are estimates, as the command "
            + "explains"),
        Member("number", .integer, "the number of the last of them", isOptional: true),
        Member("date", .string, "when it was written", isOptional: true),
        Member("userID", .string, "its author's id", isOptional: true),
        Member(
          "username", .string, "its author's username when it was written", isOptional: true),
        Member(
          "token", .string, "the name of the author's token that sent it", isOptional: true),
        Member("body", .string, "its text", isOptional: true),
      ]),
    ObjectType(
      name: "unreadTotal", purpose: "how many messages you have not read, with --count",
      commands: ["unread"],
      members: [Member("unread", .integer, "how many, in all your chats")]),
    ObjectType(
      name: "answer", purpose: "the answer to a question", commands: ["ask"],
      members: [
        chat, chatID, Member("number", .integer, "its number in the chat"), date,
        Member("userID", .string, "the id of who gave it"),
        Member("username", .string, "their username"),
        Member("token", .string, "the name of the token that sent it", isOptional: true),
        Member("body", .string, "its text"),
        Member("choice", .string, "which of --choices it is", isOptional: true),
      ]),
    ObjectType(
      name: "cursor", purpose: "a named place in a chat",
      commands: ["cursor list", "cursor set", "cursor remove"],
      members: [
        chat, chatID, Member("cursor", .string, "its name"),
        Member("number", .integer, "of the last message handled, 0 for none", isOptional: true),
        Member("remaining", .integer, "how many messages come after it", isOptional: true),
        Member("failed", .integer, "how many messages were given up at it", isOptional: true),
        Member("removed", .boolean, "true where it is forgotten", isOptional: true),
      ]),
    ObjectType(
      name: "failed", purpose: "a message that was given up", commands: ["cursor failed"],
      members: [
        chat, chatID, Member("cursor", .string, "the name of the cursor"),
        Member("number", .integer, "its number in the chat"),
        Member("date", .string, "when it was given up"),
        Member("attempts", .integer, "how often it was tried"),
        Member("reason", .string, "why it failed the last time"),
        Member("username", .string, "who wrote it, where it is still there", isOptional: true),
        Member("body", .string, "its text, where it is still there", isOptional: true),
      ]),
    ObjectType(
      name: "store", purpose: "a store that was made", commands: ["init"],
      members: [
        Member("path", .string, "its directory"),
        Member("storeID", .string, "its id"),
        Member("shared", .boolean, "whether a group shares it"),
      ]),
    ObjectType(
      name: "finding", purpose: "what is not as it ought to be in the store", commands: ["doctor"],
      members: [
        Member(
          "severity", .string, "\"fault\", or \"note\" for what a crash may leave and does no harm"),
        Member("path", .string, "the file or directory"),
        Member("message", .string, "what is wrong with it, in a line of text"),
        Member("hint", .string, "what helps, where it was not mended", isOptional: true),
        Member("repairable", .boolean, "whether --repair can mend it"),
        Member("repaired", .boolean, "whether it is mended now"),
      ]),
    ObjectType(
      name: "help", purpose: "help, as text", commands: ["help"],
      members: [
        Member("topic", .string, "the words that name it, empty for all of chatctl"), text,
      ]),
    ObjectType(
      name: "version", purpose: "the version of chatctl, of --version",
      members: [Member("version", .string, "three numbers with dots")]),
    ObjectType(
      name: "step", purpose: "what is about to be shown", commands: ["tour"], members: [text]),
    ObjectType(
      name: "command", purpose: "a command that the tour runs", commands: ["tour"],
      members: [
        Member("username", .string, "the username of who runs it"),
        Member("line", .string, "the command line"),
      ]),
    ObjectType(
      name: "output", purpose: "what that command printed", commands: ["tour"], members: [text]),
    ObjectType(
      name: "status", purpose: "on standard error: what was done", members: [note]),
    ObjectType(
      name: "warning", purpose: "on standard error: what to know although the command goes on",
      members: [note]),
    ObjectType(
      name: "error", purpose: "on standard error: why the command failed",
      members: [
        note,
        Member("hint", .string, "what may help", isOptional: true),
        Member("code", .integer, "the exit code, as chatctl(1) lists them"),
      ]),
  ]

  static let examples = [
    Example(
      command: #"chatctl --json log ops | jq -r 'select(.body) | "\(.username): \(.body)"'"#,
      purpose: "tell who said what"),
    Example(
      command: "chatctl --json log ops | jq -r 'select(.body).username' | sort | uniq -c",
      purpose: "count the messages of each"),
    Example(
      command: "chatctl --json chat list | jq -r 'select(.unread > 0).chat'",
      purpose: "name the chats with news"),
    Example(
      command: #"chatctl --json search --mentions | jq -r '"\(.chat) #\(.number)"'"#,
      purpose: "tell where you are mentioned"),
    Example(
      command: "chatctl edit ops \"$(chatctl --json send ops draft | jq .number)\" final",
      purpose: "change what was just sent"),
    Example(
      command: "chatctl --json send opps hello 2>&1 | jq -r '.hint // .message'",
      purpose: "show what helps when a command fails"),
  ]

  private static let chat = Member(
    "chat", .string, "what names the chat to you: \"name\", \"owner/name\" or \"@username\"")
  private static let chatID = Member("chatID", .string, "the chat's id")
  private static let date = Member("date", .string, "when it was written")
  private static let created = Member("created", .string, "when it was made")
  private static let updateMembers = [
    chat, chatID,
    Member("number", .integer, "its own number in the chat"),
    date,
    Member("userID", .string, "the id of who did it"),
    Member("username", .string, "their username then"),
  ]
  private static let token = Member(
    "token", .string, "the name of the author's token that did it", isOptional: true)
  private static let target = Member("target", .integer, "the number of the message")
  private static let changed = Member("changed", .boolean, "whether it was not so before")
  private static let changeMembers = [
    chat, chatID, Member("number", .integer, "the number of the message"), changed,
  ]
  private static let username = Member("username", .string, "its username")
  private static let text = Member("text", .string, "the text, with its line breaks")
  private static let note = Member("message", .string, "a line of text")
}
