import ChatCore
import ChatSystem

/// Messages for pipes and files: one a line, always five fields separated by tabs.
enum PlainTranscript {
  /// Appends `date TAB chat TAB number TAB username TAB body` without a line feed, the date as
  /// RFC 3339 in UTC, texts as ``FieldText``.
  static func append(_ message: Message, in chat: ChatLabel, to bytes: inout [UInt8]) {
    message.date.append(to: &bytes)
    bytes.append(tab)
    FieldText.append(chat.name, to: &bytes)
    bytes.append(tab)
    bytes.append(decimal: message.number)
    bytes.append(tab)
    FieldText.append(message.byline, to: &bytes)
    bytes.append(tab)
    FieldText.append(message.body, to: &bytes)
  }

  private static let tab = UInt8(ascii: "\t")
}
