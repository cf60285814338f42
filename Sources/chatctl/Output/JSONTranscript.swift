import ChatCore
import ChatSystem

/// Entries of a chat as JSON.
enum JSONTranscript {
  /// An object of type `message`, `edit`, `deletion` or `event`, with raw text.
  /// - Parameter people: whom a message may mention, where that is known.
  static func object(
    for entry: ChatEntry, mentioning people: MentionablePeople? = nil, in chat: ChatLabel
  ) -> JSONObject {
    switch entry {
    case .message(let message): object(for: message, mentioning: people, in: chat)
    case .update(let update): object(for: update, in: chat)
    }
  }

  /// Appends what ``object(for:mentioning:in:)`` makes of a plain message that mentions nobody, in
  /// half the time: a log is read by the million.
  /// - Parameter head: ``messageHead(of:)`` of its chat.
  static func append(plain message: Message, after head: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(contentsOf: head)
    bytes.append(decimal: message.number)
    bytes.append(",\"date\":\"")
    message.date.append(to: &bytes)
    bytes.append("\",\"userID\":\"")
    message.user.append(to: &bytes)
    bytes.append("\",\"username\":")
    JSONText.append(message.name, to: &bytes)
    bytes.append(",\"body\":")
    JSONText.append(message.body, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// What stands before the number of every message of a chat.
  static func messageHead(of chat: ChatLabel) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.append("{\"type\":\"message\",\"chat\":")
    JSONText.append(chat.name, to: &bytes)
    bytes.append(",\"chatID\":\"")
    chat.id.append(to: &bytes)
    bytes.append("\",\"number\":")
    return bytes
  }

  private static func object(
    for message: Message, mentioning people: MentionablePeople?, in chat: ChatLabel
  ) -> JSONObject {
    head("message", chat, message.number, message.date, message.user, message.name)
      .string("token", message.token)
      .integer("replyTo", message.reply?.number)
      .boolean("auto", message.isAutomatic ? true : nil)
      .date("edited", message.edited)
      .strings("mentions", people?.usernames(in: message.body))
      .string("body", message.isDeleted ? nil : message.body)
      .boolean("deleted", message.isDeleted ? true : nil)
  }

  private static func object(for update: ChatUpdate, in chat: ChatLabel) -> JSONObject {
    func head(_ type: StaticString) -> JSONObject {
      Self.head(type, chat, update.number, update.date, update.user, update.name)
        .string("token", update.token)
    }
    switch update.kind {
    case .edit(let target, let body):
      return head("edit").integer("target", target.number)
        .string("body", body.isEmpty ? nil : body)
    case .deletion(let target):
      return head("deletion").integer("target", target.number)
    case .event(let event):
      return head("event").string("event", event.name)
        .id("subjectID", event.subject?.user).string("subject", event.subject?.name)
        .string("name", event.title)
    }
  }

  private static func head(
    _ type: StaticString, _ chat: ChatLabel, _ number: Int64, _ date: Timestamp, _ user: UserID,
    _ name: String
  ) -> JSONObject {
    JSONObject(type)
      .string("chat", chat.name)
      .id("chatID", chat.id)
      .integer("number", number)
      .date("date", date)
      .id("userID", user)
      .string("username", name)
  }
}
