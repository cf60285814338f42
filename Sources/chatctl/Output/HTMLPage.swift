import ChatCore
import ChatSystem

/// Chats as one page of HTML for any browser, which needs nothing but itself.
struct HTMLPage {
  private let viewer: UserID
  var people = PeopleNames()
  private var day: String?
  /// Of the chat that is being shown; stands before the numbers of its messages in their ids.
  private var chat: ChatLabel?

  /// - Parameter viewer: whose messages are set apart from the others'.
  init(viewer: UserID) { self.viewer = viewer }

  /// All that comes before the chats.
  func start(title: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
    <meta name="referrer" content="no-referrer">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="generator" content="chatctl \(version)">
    <title>\(escaped(title))</title>
    <style>
    \(Self.style)
    </style>
    </head>
    <body>
    <main>
    """
  }

  /// What may be loaded and run: nothing.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

  /// How much is shown of what was answered, in columns.
  private static let longestQuote = 200

  /// What comes before the messages of a chat.
  mutating func startChat(_ chat: ChatLabel, heading: String) -> String {
    day = nil
    self.chat = chat
    return "<section>\n<h1 dir=\"auto\">\(escaped(heading))</h1>"
  }

  /// What comes after the messages of a chat.
  func endChat() -> String { "</section>" }

  /// All that comes after the chats.
  func end() -> String { "</main>\n</body>\n</html>" }

  /// A message, after a heading where a day begins.
  /// - Parameter answered: the message that it answers, if that is there.
  mutating func message(_ message: Message, answering answered: Message?) -> String {
    let time = LocalTime(secondsSince1970: message.date.seconds)
    let isOwn = message.user == viewer
    let person = "p\(Style.paletteIndex(of: message.user))"
    var text = dayHeading(of: time)
    text += """
      <article class="\(isOwn ? "own" : "other")" id="\(id(of: message.number))">
      <p class="head"><bdi class="name \(person)">\(name(of: message))</bdi> \
      \(clock(time, message.date)) \(link(to: message.number))\(mark(of: message))</p>

      """
    if let answered {
      let said = answered.isDeleted ? "deleted" : Sanitizer.lines(answered.body).first ?? ""
      text += """
        <blockquote><bdi class="name">\(name(of: answered))</bdi> \(link(to: answered.number)): \
        <bdi>\(escaped(Column.cut(said, to: Self.longestQuote)))</bdi></blockquote>

        """
    }
    if message.isDeleted {
      text += "<p class=\"gone\">deleted</p>\n"
    } else {
      let body = Sanitizer.lines(message.body).joined(separator: "\n")
      text += "<div class=\"text\" dir=\"auto\">\(escaped(body))</div>\n"
    }
    return text + "</article>"
  }

  /// An update, after a heading where a day begins.
  mutating func update(_ update: ChatUpdate) -> String {
    let time = LocalTime(secondsSince1970: update.date.seconds)
    let people = people
    let words = UpdateText(
      person: { "<bdi class=\"name\">\(HTMLText.escaped(people.text(of: $0, called: $1)))</bdi>" },
      title: { "<bdi>\(HTMLText.escaped(Sanitizer.inline($0)))</bdi>" }
    )
    return dayHeading(of: time)
      + "<p class=\"event\">\(clock(time, update.date)) \(words.text(of: update))</p>"
  }

  private mutating func dayHeading(of time: LocalTime) -> String {
    if time.dayText == day { return "" }
    day = time.dayText
    return "<h2>\(time.dayText)</h2>\n"
  }

  private func name(of message: Message) -> String {
    escaped(people.text(of: message.user, called: message.byline))
  }

  private func clock(_ time: LocalTime, _ date: Timestamp) -> String {
    "<time datetime=\"\(date.rfc3339)\">\(time.clockText)</time>"
  }

  private func mark(of message: Message) -> String {
    guard let edited = message.edited, !message.isDeleted else { return "" }
    let time = LocalTime(secondsSince1970: edited.seconds)
    return " <span class=\"mark\">edited \(time.dayText) \(time.clockText)</span>"
  }

  private func link(to number: Int64) -> String {
    "<a href=\"#\(id(of: number))\">#\(number)</a>"
  }

  private func id(of number: Int64) -> String { "\(chat?.id.text ?? "")-\(number)" }

  private func escaped(_ text: String) -> String { HTMLText.escaped(text) }
}
