import ChatCore

/// The JSON objects that commands print as results, each made here, but for the entries of chats:
/// those are made by ``JSONTranscript``.
extension JSONObject {
  /// The first members of all that is about a chat.
  private init(_ type: StaticString, in chat: Chat) {
    self = JSONObject(type).string("chat", chat.title).id("chatID", chat.id)
  }

  /// An object of type `account`.
  /// - Parameters:
  ///   - showsEmail: whether the reader may see the e-mail address.
  ///   - isBlocked: whether the reader has blocked it.
  static func account(
    _ account: Account, showsEmail: Bool, isBlocked: Bool = false
  ) -> JSONObject {
    JSONObject("account")
      .id("userID", account.id)
      .string("username", account.username)
      .string("email", showsEmail ? account.email : nil)
      .string("imageURL", account.imageURL)
      .boolean("guest", account.isGuest)
      .boolean("blocked", isBlocked ? true : nil)
      .date("created", account.created)
      .date("deleted", account.deleted)
  }

  /// An object of type `chat`.
  /// - Parameter news: what is new to the reader, where that is told.
  static func chat(_ chat: ChatSummary, _ news: ChatNews? = nil) -> JSONObject {
    JSONObject("chat", in: chat.chat)
      .string("owner", chat.owner)
      .boolean("public", chat.chat.isPublic)
      .boolean("direct", chat.chat.isDirect)
      .strings("participants", chat.participants)
      .date("created", chat.chat.created)
      .integer("unread", news?.unread)
      .date("lastDate", news?.last?.date)
  }

  /// An object of type `login`, an account that is remembered here.
  static func login(_ username: String, isCurrent: Bool, hasEnded: Bool) -> JSONObject {
    JSONObject("login")
      .string("username", username)
      .boolean("current", isCurrent)
      .boolean("ended", hasEnded)
  }

  /// An object of type `loggedOut`.
  /// - Parameter current: who is current now, where that is told.
  static func loggedOut(_ username: String, current: String?) -> JSONObject {
    JSONObject("loggedOut").string("username", username).string("current", current)
  }

  /// An object of type `passwordChanged`.
  /// - Parameter tokens: how many stay valid.
  static func passwordChanged(
    _ account: Account, endedSessions: Int, tokens: Int
  ) -> JSONObject {
    JSONObject("passwordChanged")
      .string("username", account.username)
      .integer("endedSessions", Int64(endedSessions))
      .integer("tokens", Int64(tokens))
  }

  /// An object of type `unread`.
  static func unread(_ news: ChatNews) -> JSONObject {
    JSONObject("unread", in: news.chat)
      .integer("unread", news.unread)
      .integer("mentions", news.mentions)
      .boolean("exact", news.isExact)
      .integer("number", news.lastUnread?.number)
      .date("date", news.lastUnread?.date)
      .id("userID", news.lastUnread?.user)
      .string("username", news.lastUnread?.name)
      .string("token", news.lastUnread?.token)
      .string("body", news.lastUnread?.body)
  }

  /// An object of type `unreadTotal`.
  static func unreadTotal(_ total: Int64) -> JSONObject {
    JSONObject("unreadTotal").integer("unread", total)
  }

  /// An object of type `read`.
  /// - Parameters:
  ///   - last: the last message that is read; nil where there is none.
  ///   - moved: whether anything was unread.
  static func read(_ chat: Chat, _ last: MessageReference?, moved: Bool) -> JSONObject {
    JSONObject("read", in: chat).integer("number", last?.number).boolean("changed", moved)
  }

  /// An object of type `cursor`, of one that is listed or was put elsewhere.
  /// - Parameters:
  ///   - remaining: how many messages come after it, where that is told.
  ///   - failed: how many messages were given up at it, where that is told.
  static func cursor(
    _ name: String, at place: MessageReference, in chat: Chat, remaining: Int64? = nil,
    failed: Int? = nil
  ) -> JSONObject {
    JSONObject("cursor", in: chat)
      .string("cursor", name)
      .integer("number", place.number)
      .integer("remaining", remaining)
      .integer("failed", failed.map(Int64.init))
  }

  /// An object of type `cursor`, of one that was forgotten.
  static func removedCursor(_ name: String, in chat: Chat) -> JSONObject {
    JSONObject("cursor", in: chat).string("cursor", name).boolean("removed", true)
  }

  /// An object of type `failed`, a message that was given up at a cursor.
  /// - Parameter message: nil where it is gone.
  static func failed(
    _ letter: DeadLetter, _ message: Message?, at cursor: Cursor, in chat: Chat
  ) -> JSONObject {
    JSONObject("failed", in: chat)
      .string("cursor", cursor.name)
      .integer("number", letter.message.number)
      .date("date", letter.failed)
      .integer("attempts", Int64(letter.attempts))
      .string("reason", letter.reason)
      .string("username", message?.name)
      .string("body", message?.body)
  }

  /// An object of type `token`.
  /// - Parameters:
  ///   - chats: of its scope; nil for all.
  ///   - secret: the token itself, where it is to be shown.
  static func token(
    _ token: Token, _ chats: [ChatLabel]?, secret: String? = nil
  ) -> JSONObject {
    let object = JSONObject("token")
      .string("token", token.name)
      .string("secret", secret)
      .strings("rights", token.scope.rights.map(\.rawValue))
      .date("created", token.created)
      .date("expires", token.expires)
    guard let chats else { return object }
    return object.strings("chats", chats.map(\.name)).strings("chatIDs", chats.map(\.id.text))
  }

  /// An object of type `store`.
  static func store(_ store: Store) -> JSONObject {
    JSONObject("store")
      .string("path", store.path)
      .string("storeID", store.id)
      .boolean("shared", store.isShared)
  }

  /// An object of type `finding`.
  /// - Parameter isRepaired: whether it is mended now.
  static func finding(_ finding: Finding, isRepaired: Bool) -> JSONObject {
    JSONObject("finding")
      .string("severity", finding.severity.rawValue)
      .string("path", finding.path)
      .string("message", finding.message)
      .string("hint", isRepaired ? nil : finding.hint)
      .boolean("repairable", finding.isRepairable)
      .boolean("repaired", isRepaired)
  }

  /// An object of type `sent`, one for each message sent.
  /// - Parameter isRepeat: whether it was sent before, under the same key.
  static func sent(
    _ sent: Receipt.Sent, to chat: Chat, isRepeat: Bool = false
  ) -> JSONObject {
    JSONObject("sent", in: chat)
      .integer("number", sent.number)
      .date("date", sent.date)
      .boolean("repeated", isRepeat ? true : nil)
  }

  /// An object of type `answer`.
  /// - Parameter choice: which of the choices it is; nil where anything may be answered.
  static func answer(_ answer: Message, choice: String?, in chat: Chat) -> JSONObject {
    JSONObject("answer", in: chat)
      .integer("number", answer.number)
      .date("date", answer.date)
      .id("userID", answer.user)
      .string("username", answer.name)
      .string("token", answer.token)
      .string("body", answer.body)
      .string("choice", choice)
  }

  /// An object of type `edited` or `deleted`.
  /// - Parameter isNew: whether it was not so before.
  static func changed(
    _ type: StaticString, _ number: Int64, in chat: Chat, isNew: Bool
  ) -> JSONObject {
    JSONObject(type, in: chat).integer("number", number).boolean("changed", isNew)
  }

  /// An object of type `help`.
  static func help(on topic: String, _ text: String) -> JSONObject {
    JSONObject("help").string("topic", topic).string("text", text)
  }

  /// An object of type `version`.
  static func programVersion() -> JSONObject { JSONObject("version").string("version", version) }

  /// An object of type `step`, what the tour is about to show.
  static func step(_ text: String) -> JSONObject { JSONObject("step").string("text", text) }

  /// An object of type `command`, one that the tour runs.
  static func command(_ line: String, of username: String) -> JSONObject {
    JSONObject("command").string("username", username).string("line", line)
  }

  /// An object of type `output`, what such a command printed.
  static func output(_ text: String) -> JSONObject { JSONObject("output").string("text", text) }
}
