import ChatCore

/// The JSON objects that commands print, each made in one place.
extension JSONObject {
  /// An object of type `account`.
  /// - Parameters:
  ///   - showsEmail: whether the reader may see the e-mail address.
  ///   - isBlocked: whether the reader has blocked it.
  static func account(
    _ account: Account, showsEmail: Bool, isBlocked: Bool = false
  ) -> JSONObject {
    JSONObject("account")
      .string("userID", account.id.text)
      .string("username", account.username)
      .string("email", showsEmail ? account.email : nil)
      .string("imageURL", account.imageURL)
      .boolean("guest", account.isGuest)
      .boolean("blocked", isBlocked ? true : nil)
      .string("created", account.created.rfc3339)
      .string("deleted", account.deleted?.rfc3339)
  }

  /// An object of type `chat`.
  /// - Parameter news: what is new to the reader, where that is told.
  static func chat(_ chat: ChatSummary, _ news: ChatNews? = nil) -> JSONObject {
    JSONObject("chat")
      .string("chat", chat.chat.title)
      .string("chatID", chat.chat.id.text)
      .string("owner", chat.owner)
      .boolean("public", chat.chat.isPublic)
      .boolean("direct", chat.chat.isDirect)
      .strings("participants", chat.participants)
      .string("created", chat.chat.created.rfc3339)
      .integer("unread", news?.unread)
      .string("lastDate", news?.last?.date.rfc3339)
  }

  /// An object of type `unread`.
  static func unread(_ news: ChatNews) -> JSONObject {
    JSONObject("unread")
      .string("chat", news.chat.title)
      .string("chatID", news.chat.id.text)
      .integer("unread", news.unread)
      .integer("mentions", news.mentions)
      .boolean("exact", news.isExact)
      .integer("number", news.lastUnread?.number)
      .string("date", news.lastUnread?.date.rfc3339)
      .string("userID", news.lastUnread?.user.text)
      .string("username", news.lastUnread?.name)
      .string("token", news.lastUnread?.token)
      .string("body", news.lastUnread?.body)
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
      .string("created", token.created.rfc3339)
      .string("expires", token.expires?.rfc3339)
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

  /// An object of type `sent`, one for each message sent.
  /// - Parameter isRepeat: whether it was sent before, under the same key.
  static func sent(
    _ sent: Receipt.Sent, to chat: Chat, isRepeat: Bool = false
  ) -> JSONObject {
    JSONObject("sent")
      .string("chat", chat.title)
      .string("chatID", chat.id.text)
      .integer("number", sent.number)
      .string("date", sent.date.rfc3339)
      .boolean("repeated", isRepeat ? true : nil)
  }
}
