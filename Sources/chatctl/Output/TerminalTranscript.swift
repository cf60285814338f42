import ChatCore
import ChatSystem

/// A chat for people: aligned, wrapped and with a line where the day changes.
///
///     ── Mon 30 November 2026 ──
///     01:05   alice  #41  good morning
///     01:06 › bob    #42  hello
///     01:07   — alice added carol
///
/// What a message says stands behind a number or is indented, so that none looks like anything
/// else.
struct TerminalTranscript {
  private var traits: StreamTraits
  private let viewer: UserID?
  private let showsChats: Bool
  /// Of the last message.
  private var day: String?
  var people = PeopleNames()
  private var chats: Column
  private var usernames: Column
  private var numbers = Column(limit: 20)

  /// A line of a body, before it is wrapped.
  private struct Line {
    let text: String
    var isDim = false
    /// The places in `text` that stand out.
    var mentions: [Mention] = []
    /// Whether only as much of it is shown as fits.
    var isCut = false
  }

  /// - Parameters:
  ///   - traits: of the terminal.
  ///   - viewer: whose messages are set apart from the others'.
  ///   - showsChats: whether each message tells its chat.
  init(traits: StreamTraits, viewer: UserID?, showsChats: Bool) {
    self.traits = traits
    self.viewer = viewer
    self.showsChats = showsChats
    (chats, usernames) = Self.columns(within: traits.columns)
  }

  /// Takes note of a terminal's width, which may have changed.
  mutating func fit(columns: Int) {
    if columns == traits.columns { return }
    traits.columns = columns
    (chats, usernames) = Self.columns(within: columns)
  }

  /// The columns of chats and usernames: on a narrow terminal a head leaves room for its number.
  private static func columns(within columns: Int) -> (chats: Column, usernames: Column) {
    (
      Column(limit: max(4, min(16, columns / 5))), Column(limit: max(4, min(20, columns / 4)))
    )
  }

  /// Widens the column of usernames for messages that are to come.
  mutating func makeRoom(for username: String) {
    usernames.makeRoom(for: Sanitizer.inline(username))
  }

  /// Appends the lines of a message without the last line feed.
  /// - Parameters:
  ///   - answered: the message that it answers, if that is there.
  ///   - people: whom it may mention, where that is known.
  mutating func append(
    _ message: Message, answering answered: Message?, mentioning people: MentionablePeople? = nil,
    in chat: ChatLabel, to bytes: inout [UInt8]
  ) {
    let time = LocalTime(secondsSince1970: message.date.seconds)
    appendDay(of: time, to: &bytes)
    let head = head(of: message, in: chat, at: time)
    let body =
      message.isDeleted
      ? [Line(text: "deleted", isDim: true)] : lines(of: message.body, people)
    append(head.text, of: head.width, with: quote(answered) + body, to: &bytes)
  }

  /// Appends the lines of an update without the last line feed.
  mutating func append(
    _ update: ChatUpdate, mentioning people: MentionablePeople? = nil, in chat: ChatLabel,
    to bytes: inout [UInt8]
  ) {
    let time = LocalTime(secondsSince1970: update.date.seconds)
    appendDay(of: time, to: &bytes)
    let (head, width) = place(in: chat, at: time, isOwn: update.user == viewer)
    let names = self.people
    let words = UpdateText(person: { names.text(of: $0, called: $1) }, title: Sanitizer.inline)
    var body = [Line(text: "— \(words.text(of: update))", isDim: true)]
    if case .edit(_, let text) = update.kind, !text.isEmpty { body += lines(of: text, people) }
    append(head, of: width, gap: "", with: body, indent: width + 2, to: &bytes)
  }

  /// What someone wrote. Mentions are looked for in what is shown, where each is what it is in the
  /// text.
  private func lines(of text: String, _ people: MentionablePeople?) -> [Line] {
    Sanitizer.lines(text).map { line in
      Line(text: line, mentions: people?.mentions(in: line) ?? [])
    }
  }

  /// A piece of a line, with its mentions standing out.
  private func styled(_ piece: Substring, of line: Line) -> String {
    if line.isDim { return traits.styled(Bidi.isolated(piece), .dim) }
    var text = ""
    var rest = piece
    for mention in line.mentions {
      let range = mention.range.clamped(to: piece.startIndex..<piece.endIndex)
      if range.isEmpty { continue }
      text += rest[..<range.lowerBound]
      text += traits.styled(String(piece[range]), mention.user == viewer ? .ownMention : .bold)
      rest = piece[range.upperBound...]
    }
    return Bidi.isolated(text + rest)
  }

  private mutating func appendDay(of time: LocalTime, to bytes: inout [UInt8]) {
    if time.dayText == day { return }
    let line = "── \(time.dayText) ──"
    let text = DisplayWidth.of(line) > traits.columns ? time.dayText : line
    bytes.append(contentsOf: traits.styled(text, .dim).utf8)
    bytes.append(UInt8(ascii: "\n"))
    day = time.dayText
  }

  /// The first line of what a message answers.
  private func quote(_ answered: Message?) -> [Line] {
    guard let answered else { return [] }
    let said = answered.isDeleted ? "deleted" : Sanitizer.lines(answered.body).first ?? ""
    let author = people.text(of: answered.user, called: answered.byline)
    return [Line(text: "↳ \(author) #\(answered.number): \(said)", isDim: true, isCut: true)]
  }

  /// What every line begins with, and its width.
  private mutating func place(
    in chat: ChatLabel, at time: LocalTime, isOwn: Bool
  ) -> (text: String, width: Int) {
    let text = "\(time.clockText) \(isOwn ? "›" : " ") "
    guard showsChats else { return (text, 8) }
    let name = chats.fit(Sanitizer.inline(chat.name))
    return (text + Bidi.isolated(name.text) + name.padding + "  ", 8 + chats.width + 2)
  }

  /// What stands before a body, and its width with the gap after it.
  private mutating func head(
    of message: Message, in chat: ChatLabel, at time: LocalTime
  ) -> (text: String, width: Int) {
    let isOwn = message.user == viewer
    var (text, width) = place(in: chat, at: time, isOwn: isOwn)
    let username = usernames.fit(self.people.text(of: message.user, called: message.byline))
    let style = isOwn ? Style.bold : .person(message.user)
    text += traits.styled(Bidi.isolated(username.text), style) + username.padding + "  "
    let mark = message.isDeleted ? " ✗" : message.edited != nil ? " ✎" : ""
    let number = numbers.fit("#\(message.number)\(mark)")
    text += number.padding + traits.styled(number.text, .dim)
    width += usernames.width + 2 + numbers.width + 2
    return (text, width)
  }

  /// Appends a head and its body. The other lines of the body are indented, so that none of them
  /// looks like the head of a message.
  /// - Parameters:
  ///   - width: of the head and the gap after it.
  ///   - indent: of the other lines, where there is room for it; nil for `width`.
  private func append(
    _ head: String, of width: Int, gap: String = "  ", with body: [Line], indent: Int? = nil,
    to bytes: inout [UInt8]
  ) {
    let columns = traits.columns
    let wrap = TextWrap(columns: columns, indent: min(indent ?? width, columns / 2))
    let indentation = String(repeating: " ", count: wrap.indent)
    bytes.append(contentsOf: head.utf8)
    for (number, line) in body.enumerated() {
      let start = number == 0 ? width : wrap.indent
      let text = line.isCut ? Column.cut(line.text, to: columns - wrap.indent) : line.text
      let pieces = wrap.lines(of: text, from: start)
      for (index, piece) in pieces.enumerated() {
        let isFirst = number == 0 && index == 0
        if !isFirst { bytes.append(UInt8(ascii: "\n")) }
        if piece.isEmpty { continue }
        bytes.append(contentsOf: (isFirst ? gap : indentation).utf8)
        bytes.append(contentsOf: styled(piece, of: line).utf8)
      }
    }
  }
}
