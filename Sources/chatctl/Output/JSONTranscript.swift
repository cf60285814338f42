import ChatCore

/// Messages as JSON.
enum JSONTranscript {
  /// An object of type `message`, with raw text.
  static func object(for message: Message, in chat: ChatLabel) -> JSONObject {
    JSONObject("message")
      .string("chat", chat.name)
      .string("chatID", chat.id.text)
      .integer("number", message.number)
      .string("date", message.date.rfc3339)
      .string("userID", message.user.text)
      .string("username", message.name)
      .string("body", message.body)
  }
}
