import ChatCore

/// How a chat is called where its messages are shown.
struct ChatLabel: Equatable, Sendable {
  let name: String
  let id: ChatID
}

/// Prints messages in the form that the run asks for: JSON with `--json`, for people on a terminal,
/// else plain.
struct Transcript {
  private enum Form { case json, plain, terminal }

  private let form: Form
  private var terminal: TerminalTranscript

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

  /// Adds a message to the results. Throws when an earlier write of them failed, so that a long run
  /// ends with its reader.
  mutating func print(
    _ message: Message, in chat: ChatLabel, to output: inout Output
  ) throws(ChatError) {
    try output.check()
    switch form {
    case .json: output.object(JSONTranscript.object(for: message, in: chat))
    case .plain: output.lines { PlainTranscript.append(message, in: chat, to: &$0) }
    case .terminal: output.lines { terminal.append(message, in: chat, to: &$0) }
    }
  }
}
