import ChatCore

/// How a chat is called where its messages are shown.
struct ChatLabel: Equatable, Sendable {
  let name: String
  let id: ChatID

  /// Whether it is how `chat` is called.
  func isOf(_ chat: Chat) -> Bool { id == chat.id && name == chat.title }
}

extension ChatLabel {
  init(_ chat: Chat) { self.init(name: chat.title, id: chat.id) }
}

/// Prints the entries of chats in the form that the run asks for: JSON with `--json`, for people on
/// a terminal, else plain.
struct Transcript {
  private enum Form { case json, plain, terminal }

  private let form: Form
  private var terminal: TerminalTranscript
  /// Tells whom messages may mention.
  var people: PeopleOfChats?
  /// Of the chat whose entry was printed last.
  private var label: ChatLabel?
  /// What its messages begin with, as JSON: made once for all of them.
  private var messageHead: (chat: ChatLabel, bytes: [UInt8])?
  /// What messages answer, by chat.
  private var answered: [ChatID: AnsweredMessages] = [:]

  /// - Parameters:
  ///   - output: where the messages will go.
  ///   - viewer: whose messages a terminal sets apart from the others'.
  ///   - showsChats: whether a terminal shows the chat of each message.
  init(for output: Output, viewer: UserID?, showsChats: Bool) {
    form = output.json ? .json : output.results.isTerminal ? .terminal : .plain
    terminal = TerminalTranscript(
      traits: output.results, viewer: viewer, showsChats: showsChats)
  }

  /// Lets a terminal align messages that are known before the first of them is printed.
  mutating func makeRoom(for username: String) {
    terminal.makeRoom(for: username)
  }

  /// Takes note of a terminal's width, which may have changed.
  mutating func fit(columns: Int) { terminal.fit(columns: columns) }

  /// Lets a terminal say whose account was deleted.
  mutating func learn(
    _ entry: ChatEntry, answering answered: Message?, from store: Store
  ) throws(ChatError) {
    if form == .terminal {
      try terminal.people.learn(entry, answering: answered, from: store)
    }
  }

  /// The message that an entry answers, where that is shown.
  mutating func answered(
    by entry: ChatEntry, in chat: Chat, of store: Store
  ) throws(ChatError) -> Message? {
    guard form == .terminal, let message = entry.message, message.reply != nil else { return nil }
    return try answered[chat.id, default: AnsweredMessages(in: chat, of: store)]
      .message(answeredBy: message)
  }

  /// How a chat is called.
  mutating func label(of chat: Chat) -> ChatLabel {
    if let label, label.isOf(chat) { return label }
    let label = ChatLabel(chat)
    self.label = label
    return label
  }

  private mutating func messageHead(of chat: ChatLabel) -> [UInt8] {
    if let messageHead, messageHead.chat == chat { return messageHead.bytes }
    let bytes = JSONTranscript.messageHead(of: chat)
    messageHead = (chat, bytes)
    return bytes
  }

  /// Whether messages are shown with whom they mention.
  var showsMentions: Bool { form != .plain }

  /// Adds an entry to the results; plain text has only messages, and none that are deleted. Throws
  /// when an earlier write of them failed, so that a long run ends with its reader.
  /// - Parameters:
  ///   - answered: the message that this one answers, as ``answered(by:in:of:)`` finds it.
  ///   - people: whom it may mention, where ``showsMentions`` asks for it.
  mutating func print(
    _ entry: ChatEntry, answering answered: Message? = nil,
    mentioning people: MentionablePeople? = nil,
    in chat: ChatLabel, to output: inout Output
  ) throws(ChatError) {
    try output.check()
    switch (form, entry) {
    case (.json, .message(let message))
    where people == nil && !output.results.isTerminal && message.isPlain:
      let head = messageHead(of: chat)
      output.lines { JSONTranscript.append(plain: message, after: head, to: &$0) }
    case (.json, _): output.object(JSONTranscript.object(for: entry, mentioning: people, in: chat))
    case (.plain, .message(let message)):
      if message.isDeleted { return }
      output.lines { PlainTranscript.append(message, in: chat, to: &$0) }
    case (.plain, .update): break
    case (.terminal, .message(let message)):
      output.lines {
        terminal.append(message, answering: answered, mentioning: people, in: chat, to: &$0)
      }
    case (.terminal, .update(let update)):
      output.lines { terminal.append(update, mentioning: people, in: chat, to: &$0) }
    }
  }
}
