/// What the manual says beside the commands.
enum Reference {
  /// How fields are written in a pipe, for the details of the commands that print them.
  static let fields =
    "Tabs stand between fields. In a field, \\\\ stands for '\\', \\n for a line break, \\t for a "
    + "tab, and \\xHH for any other byte that a terminal might act on."

  /// For the details of the commands that print messages.
  static let messages =
    "In a pipe each message is a line of five fields: date (UTC), chat, number, username, body; "
    + "what was deleted, and what else happened to a chat, is told with --json only. "
    + fields

  /// For the details of the commands that show several chats.
  static let chatNames =
    "A chat is shown by what names it to you: its bare name where that means it, else OWNER/NAME, "
    + "and @USERNAME for a direct chat."

  /// For the details of the commands that go through all chats.
  static let passedOver =
    "A chat of which files are damaged is told of and passed over; the exit code is then 7."

  /// How a terminal shows messages.
  static let layout =
    "On a terminal a line says when a day begins, and a message has its time in the zone of TZ, "
    + "'›' where you wrote it, its author, #N for its number in the chat, and its text. Behind the "
    + "number stands a pencil (U+270E) when it was edited and a cross (U+2717) when it was "
    + "deleted; an arrow (U+21B3) leads to what it answers. A line with '—' tells what happened "
    + "to the chat."

  /// For the details of the commands that move the read mark.
  static let readMark =
    "On a terminal all up to the newest message shown counts as read from then on, in a pager only "
    + "when its end was reached; output in a pipe, with --json or less its newest messages marks "
    + "none."

  /// For the details of the commands that take a time.
  static let time =
    "TIME is a time ago (90s, 15m, 2h, 3d, 2w, 1h30m), now, today or yesterday; in the zone of TZ "
    + "a date (2026-11-30), a date and time (2026-11-30T14:00, or '2026-11-30 14:00') or a time of "
    + "today (14:00, 14:00:30); or RFC 3339 with its offset (2026-11-30T14:00:00Z)."

  /// For the details of the commands that take an author.
  static let authors =
    "--from USERNAME means all of an account's messages, and --from 'USERNAME[TOKEN]', quoted for the "
    + "shell, what that token sent."

  /// For the details of the commands that take a pattern.
  static let patterns =
    "PATTERN is an extended regular expression, as of grep -E, and has to match in a line of the "
    + "text that the message has now. -F takes it as plain text, and -i makes upper and lower case "
    + "one. Each line of PATTERN is one of its own, of which any has to match."

  /// For the details of the commands that find mentions.
  static let mentions =
    "A participant of the chat is mentioned as @USERNAME, and yourself also in a public chat that "
    + "you have not joined. The @ follows no character of a username, and no letter or digit "
    + "follows the name."

  /// What there is to know of the global options' values.
  static let globalOptions = [
    "Options beat the environment: with --token-file, neither a token of the environment nor "
      + "CHATCTL_USER counts. An account that --as names, or CHATCTL_USER where it counts, has to "
      + "be the token's.",
    "DURATION is whole numbers with units, the larger first, as in 90d or 1h30m: w, d, h, m, s and "
      + "ms. A number alone counts seconds.",
    "Colours are for what is laid out for people, such as errors: in a pipe neither --color always "
      + "nor CLICOLOR_FORCE colours fields or JSON.",
  ]

  static let purpose = "chat for the shell"

  static let commands =
    "Each has a page of its own, which 'chatctl help COMMAND' opens, too; 'chatctl COMMAND --help' "
    + "prints it in short."

  static let description = [
    "chatctl lets the people of a host talk from their shells: they sign up, add friends, make "
      + "chats with them, send messages and follow them live. There is no server; accounts and "
      + "messages are files in one directory, the store.",
    "Results go to standard output, everything else to standard error. On a terminal, output is "
      + "laid out for people; in a pipe it is one record per line, its fields separated by tabs, "
      + "and with --json one JSON object per line, as chatctl-json(5) tells.",
    "Options stand before the command or after it. A -- ends them, and so does the first word of a "
      + "message.",
  ]

  /// An environment variable or a file, and what it is for.
  struct Entry: Sendable {
    let name: String
    let purpose: String
  }

  static let environment = [
    Entry(name: "CHATCTL_STORE", purpose: "the store, where --store is not given"),
    Entry(
      name: "CHATCTL_USER",
      purpose: "the account to act as, where neither --as nor --token-file is given"),
    Entry(
      name: "CHATCTL_TOKEN_FILE",
      purpose: "a file with the token to act with, where --token-file is not given; set but empty, "
        + "one that is not there"),
    Entry(
      name: "CHATCTL_TOKEN",
      purpose: "the token itself, instead of such a file; set but empty, one that is not valid. An "
        + "error about a token names the variable or the option that it came from"),
    Entry(
      name: "XDG_DATA_HOME",
      purpose: "holds the default store, chatctl; ~/.local/share where it is not set"),
    Entry(
      name: "XDG_STATE_HOME",
      purpose: "holds chatctl/sessions.json; ~/.local/state where it is not set"),
    Entry(
      name: "HOME",
      purpose: "the home directory; that of /etc/passwd where it is not set, empty or relative"),
    Entry(name: "NO_COLOR", purpose: "turns colours off, unless it is empty"),
    Entry(
      name: "CLICOLOR_FORCE",
      purpose: "turns colours on without a terminal too, unless it is empty or 0"),
    Entry(name: "TERM", purpose: "turns colours off where it is dumb"),
    Entry(name: "COLUMNS", purpose: "the width of the terminal, instead of what it says itself"),
    Entry(
      name: "PAGER",
      purpose: "shows log on a terminal page by page, run by sh; less -FRX where it is not set, "
        + "nothing where it is empty or cat; man(1) shows the pages of help with it, too"),
    Entry(name: "TZ", purpose: "the time zone of times that are shown and given, tzset(3)"),
  ]

  static let files = [
    Entry(
      name: "~/.local/share/chatctl",
      purpose: "the default store: accounts, friends, chats and messages"),
    Entry(
      name: "~/.local/state/chatctl/sessions.json",
      purpose: "who is logged in; only its owner may read it"),
    Entry(
      name: "~/.local/state/chatctl/sessions.lock",
      purpose: "held while that file is changed"),
  ]

  /// For the pages of commands.
  static let elsewhere = (
    options: "The options that every command accepts, such as --as and --json, are explained in "
      + "chatctl(1).",
    exitCodes: "chatctl(1) explains the others."
  )

  static let exitCodes = [
    ExitMeaning(code: 0, meaning: "done"),
    ExitMeaning(
      code: 1,
      meaning:
        "the answer is no: search found nothing, nothing is unread, or what was expected did "
        + "not come, or doctor found a fault"),
    ExitMeaning(code: 2, meaning: "wrong usage, also a bad time or pattern, or an ambiguous name"),
    ExitMeaning(code: 3, meaning: "no such account, chat or message"),
    ExitMeaning(
      code: 4,
      meaning: "not logged in, wrong password, not allowed, or not confirmed when it was asked"),
    ExitMeaning(code: 5, meaning: "conflict: it already exists"),
    ExitMeaning(code: 6, meaning: "busy: another process holds the lock"),
    ExitMeaning(
      code: 7,
      meaning: "the store is missing, damaged or cannot be read or written, "
        + "or standard output failed"),
    ExitMeaning(code: 8, meaning: "the content is refused"),
    ExitMeaning(
      code: 10, meaning: "with ask: the second choice; 11 is the third, and so on"),
    .timeOver,
    ExitMeaning(
      code: 125,
      meaning: "with run: a failure of chatctl itself; other codes are those of its command"),
    .cannotRun, .notFound,
    ExitMeaning(code: 130, meaning: "in a shell: SIGINT ended it, as Ctrl-C does"),
    ExitMeaning(
      code: 141, meaning: "in a shell: SIGPIPE ended it, as the reader of its output had gone"),
  ]

  static let examples = [
    Example(command: "chatctl signup alice", purpose: "make an account and log in"),
    Example(command: "chatctl friends add bob", purpose: "add a friend"),
    Example(command: "chatctl chat create ops bob", purpose: "make a chat with a friend"),
    Example(
      command: "make test || chatctl send ops \"tests failed\"",
      purpose: "tell when a command fails"),
    Example(command: "chatctl tail ops", purpose: "show the last messages and follow"),
    Example(
      command: "chatctl --json log ops | jq -r '.body // empty'",
      purpose: "read the texts in a script"),
  ]

  static let security = [
    "Whoever can write the files of a store can do anything to it, forge messages included. The "
      + "default store belongs to one user of the system; the members of a store that a group "
      + "shares trust each other.",
    "Passwords are read from the terminal or from standard input, never from an argument. The "
      + "store keeps them only as hashes of crypt(3), and of a session only a digest. Any that is "
      + "not empty is accepted, up to 511 bytes.",
    "A token can do no more than it was made for, and nothing with accounts, friends, tokens or "
      + "who takes part in a chat. One that is not valid never falls back to a session. A file "
      + "with a token is refused if others can read it; a variable can be read by who can see the "
      + "environment of the process.",
    "Control characters and text direction overrides in messages and names never reach a terminal.",
  ]
}
