import ChatCore
import ChatSystem

/// Messages for people: aligned, wrapped and with a line where the day changes.
///
///     ── Mon 30 November 2026 ──
///     01:05   alice  #41  good morning
///     01:06 › bob    #42  hello
struct TerminalTranscript {
  private let traits: StreamTraits
  private let viewer: UserID?
  private let showsChats: Bool
  /// Of the last message.
  private var day: String?
  private var chats = Column(limit: 16)
  private var usernames = Column(limit: 20)
  private var numbers = Column(limit: 20)

  /// - Parameters:
  ///   - traits: of the terminal.
  ///   - viewer: whose messages are set apart from the others'.
  ///   - showsChats: whether each message tells its chat.
  init(traits: StreamTraits, viewer: UserID?, showsChats: Bool) {
    self.traits = traits
    self.viewer = viewer
    self.showsChats = showsChats
  }

  /// Widens the column of usernames for messages that are to come.
  mutating func makeRoom(for username: String) {
    usernames.makeRoom(for: Sanitizer.inline(username))
  }

  /// Appends the lines of a message without the last line feed.
  mutating func append(_ message: Message, in chat: ChatLabel, to bytes: inout [UInt8]) {
    let time = LocalTime(secondsSince1970: message.date.seconds)
    if time.dayText != day {
      bytes.append(contentsOf: traits.styled("── \(time.dayText) ──", .dim).utf8)
      bytes.append(UInt8(ascii: "\n"))
      day = time.dayText
    }
    let head = head(of: message, in: chat, at: time)
    append(head.text, of: head.width, with: message.body, to: &bytes)
  }

  /// What stands before a body, and its width with the gap after it.
  private mutating func head(
    of message: Message, in chat: ChatLabel, at time: LocalTime
  ) -> (text: String, width: Int) {
    let isOwn = message.user == viewer
    var text = "\(time.clockText) \(isOwn ? "›" : " ") "
    var width = 8
    if showsChats {
      let name = chats.fit(Sanitizer.inline(chat.name))
      text += Bidi.isolated(name.text) + name.padding + "  "
      width += chats.width + 2
    }
    let username = usernames.fit(Sanitizer.inline(message.name))
    let style = isOwn ? Style.bold : .person(message.user)
    text += traits.styled(Bidi.isolated(username.text), style) + username.padding + "  "
    let number = numbers.fit("#\(message.number)")
    text += number.padding + traits.styled(number.text, .dim)
    return (text, width + usernames.width + 2 + numbers.width + 2)
  }

  /// Appends a head and its body. The other lines of the body are indented, so that none of them looks
  /// like the head of a message.
  private func append(
    _ head: String, of width: Int, with body: String, to bytes: inout [UInt8]
  ) {
    let wrap = TextWrap(columns: traits.columns, indent: min(width, traits.columns / 2))
    let indent = String(repeating: " ", count: wrap.indent)
    bytes.append(contentsOf: head.utf8)
    for (number, line) in Sanitizer.lines(body).enumerated() {
      let pieces = wrap.lines(of: line, from: number == 0 ? width : wrap.indent)
      for (index, piece) in pieces.enumerated() {
        let isFirst = number == 0 && index == 0
        if !isFirst { bytes.append(UInt8(ascii: "\n")) }
        if piece.isEmpty { continue }
        bytes.append(contentsOf: (isFirst ? "  " : indent).utf8)
        bytes.append(contentsOf: Bidi.isolated(piece).utf8)
      }
    }
  }
}
