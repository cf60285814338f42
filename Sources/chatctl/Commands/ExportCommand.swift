import ChatCore
import ChatSystem

extension Command {
  static func export(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "write whole chats as JSON, text or a web page",
      operands: [.chats],
      options: [MessageOptions.all, Options.format, Options.output],
      needs: Needs(store: .read, account: .required),
      details: [
        "As JSON, which is the default, each chat is an object of type 'chat', followed by one "
          + "object for each record of its log, one a line: messages as they were sent, and what "
          + "changed them after that. The texts of deleted messages are gone.",
        "As text it is what a terminal shows, without wrapping and colours: each message with the "
          + "text that it has now. As HTML it is one page that loads nothing and runs nothing. Where "
          + "--format is not given, a FILE that ends in .html, .txt or .jsonl says which it is.",
        "FILE is readable for you alone and appears when it is complete; an older one is replaced. A "
          + "device or a named pipe is written to as it is. " + Reference.passedOver,
      ],
      examples: [
        Example(command: "chatctl export ops --output ops.jsonl", purpose: "keep a chat"),
        Example(
          command: "chatctl export --all --output chats.html", purpose: "read it, as a web page"),
        Example(
          command: "chatctl export ops | jq -r 'select(.type == \"edit\").username'",
          purpose: "who edited"),
      ],
      run: { invocation, context throws(ChatError) in
        let path = try invocation.file(of: Options.output)
        let given = invocation.value(of: Options.format).flatMap(ExportFormat.init(rawValue:))
        if let given, given != .json, context.output.json {
          throw .conflictingOptions("--json", "--format")
        }
        let meant = context.output.json ? nil : path.flatMap(ExportFormat.init(suffixOf:))
        let format = given ?? meant ?? .json
        let store = try context.store
        let chats = try context.chats(invocation)
        let summaries = try store.summaries(of: chats) { context.passOver($0) }
        switch try Destination(path) {
        case .standardOutput: try context.export(summaries, as: format)
        case .stream(let path): try context.export(summaries, as: format, toStream: path)
        case .file(let path): try context.export(summaries, as: format, toFile: path)
        }
      })
  }
}

private enum Options {
  static let format = CommandOption(
    long: "format", metavar: "FORMAT", help: "what to write",
    completion: .oneOf(ExportFormat.allCases.map(\.rawValue)))
  static let output = CommandOption(
    long: "output", metavar: "FILE", help: "write to FILE instead of standard output",
    completion: .file)
}

/// What chats are written as.
private enum ExportFormat: String, CaseIterable {
  case json, text, html

  /// - Returns: nil where the name of the file does not tell.
  init?(suffixOf path: String) {
    let parts = path.split(separator: "/").last?.lowercased().split(separator: ".") ?? []
    guard parts.count > 1 else { return nil }
    switch parts.last {
    case "json"?, "jsonl"?: self = .json
    case "txt"?: self = .text
    case "htm"?, "html"?: self = .html
    default: return nil
    }
  }
}

/// Where an export goes.
private enum Destination {
  case standardOutput
  /// To something that is there and stays, as a device or a FIFO.
  case stream(String)
  case file(String)

  /// - Parameter path: of `--output`.
  init(_ path: String?) throws(ChatError) {
    guard let path else {
      self = .standardOutput
      return
    }
    self = try attempt(.create, path) { () throws(Errno) in
      if try StandardStream.output.isFile(at: path) { return .standardOutput }
      return try FileStatus.ifPresent(at: path)?.kind == .other ? .stream(path) : .file(path)
    }
  }
}

/// The device or FIFO of `--output`.
private final class ExportStream {
  private let descriptor: FileDescriptor

  /// Opens a FIFO once it has a reader.
  init(at path: String) throws(Errno) {
    descriptor = try FileDescriptor.open(path, [.writeOnly, .noControllingTerminal])
  }

  func write(_ bytes: [UInt8]) throws(Errno) { try descriptor.write(bytes) }
}

/// The file of `--output`; a signal ends the writing, so that nothing half done is left.
private final class ExportFile {
  private let file: NewFile
  private let signals: SignalSource
  /// The signal that came.
  private(set) var signal: Signal?

  init(at path: String) throws(Errno) {
    signals = try SignalSource.catching([.interrupt, .terminate, .hangup, .quit])
    file = try NewFile(at: path, mode: FileMode(0o600))
  }

  func write(_ bytes: [UInt8]) throws(Errno) {
    signal = try signals.next()
    if signal != nil { throw .interrupted }
    try file.write(bytes)
  }

  func complete() throws(Errno) { try file.complete() }
}

extension Context {
  fileprivate mutating func export(
    _ chats: [ChatSummary], as format: ExportFormat, toFile path: String
  ) throws(ChatError) {
    let file = try creating(path) { () throws(Errno) in try ExportFile(at: path) }
    do throws(ChatError) {
      try export(chats, as: format, to: path, file.write)
    } catch {
      signal = file.signal
      if signal != nil { return }
      throw error
    }
    try attempt(.write, path) { () throws(Errno) in try file.complete() }
  }

  fileprivate mutating func export(
    _ chats: [ChatSummary], as format: ExportFormat, toStream path: String
  ) throws(ChatError) {
    let stream = try attempt(.open, path) { () throws(Errno) in try ExportStream(at: path) }
    try export(chats, as: format, to: path, stream.write)
  }

  private mutating func export(
    _ chats: [ChatSummary], as format: ExportFormat, to path: String,
    _ write: @escaping ([UInt8]) throws(Errno) -> Void
  ) throws(ChatError) {
    let console = output
    output = console.sendingResults(.plain, to: write)
    defer { output = console }
    do throws(ChatError) {
      try export(chats, as: format)
      try output.flush()
    } catch {
      // A reader that goes away is one wherever it read.
      guard case .outputFailed(let reason) = error, reason != .brokenPipe else { throw error }
      throw .system(.write, path: path, reason)
    }
  }

  fileprivate mutating func export(
    _ chats: [ChatSummary], as format: ExportFormat
  ) throws(ChatError) {
    let progress = output.progress
    progress.begin("exported", .messages)
    defer { progress.end() }
    switch format {
    case .json: for chat in chats { try exportJSON(chat) }
    case .text: try exportText(chats)
    case .html: try exportHTML(chats)
    }
  }

  private mutating func exportJSON(_ summary: ChatSummary) throws(ChatError) {
    let label = ChatLabel(summary.chat)
    output.object(.chat(summary))
    try forEach([summary.chat]) { context, chat throws(ChatError) in
      let damage = try context.store.readRecords(of: chat) { entry throws(ChatError) in
        try context.output.check()
        context.output.progress.advance(by: 1)
        context.output.object(JSONTranscript.object(for: entry, in: label))
      }
      context.output.warn(of: damage, in: label.name)
    }
  }

  private mutating func exportText(_ chats: [ChatSummary]) throws(ChatError) {
    let store = try store
    let viewer = try identity.account.id
    for (index, summary) in chats.enumerated() {
      let label = ChatLabel(summary.chat)
      var transcript = TerminalTranscript(traits: .unbounded, viewer: viewer, showsChats: false)
      for username in summary.participants { transcript.makeRoom(for: username) }
      output.line("\(index > 0 ? "\n" : "")\(Bidi.isolated(summary.heading))")
      try exportEntries(of: summary.chat) { entry, answered, output throws(ChatError) in
        try transcript.people.learn(entry, answering: answered, from: store)
        output.lines { bytes in
          switch entry {
          case .message(let message):
            transcript.append(message, answering: answered, in: label, to: &bytes)
          case .update(let update): transcript.append(update, in: label, to: &bytes)
          }
        }
      }
    }
  }

  private mutating func exportHTML(_ chats: [ChatSummary]) throws(ChatError) {
    let store = try store
    let account = try identity.account
    let title = chats.count == 1 ? chats[0].heading : "chats of \(account.username)"
    var page = HTMLPage(viewer: account.id)
    output.line(page.start(title: title))
    for summary in chats {
      let label = ChatLabel(summary.chat)
      output.line(page.startChat(label, heading: summary.heading))
      try exportEntries(of: summary.chat) { entry, answered, output throws(ChatError) in
        try page.people.learn(entry, answering: answered, from: store)
        switch entry {
        case .message(let message): output.line(page.message(message, answering: answered))
        case .update(let update): output.line(page.update(update))
        }
      }
      output.line(page.endChat())
    }
    output.line(page.end())
  }

  /// Gives each message as it is now, with what it answers, and the events between them.
  private mutating func exportEntries(
    of chat: Chat, _ write: (ChatEntry, Message?, inout Output) throws(ChatError) -> Void
  ) throws(ChatError) {
    try forEach([chat]) { context, chat throws(ChatError) in
      let store = try context.store
      var answered = AnsweredMessages(in: chat, of: store)
      let damage = try store.readHistory(of: chat, HistoryQuery()) { entry throws(ChatError) in
        try context.output.check()
        context.output.progress.advance(by: 1)
        var original: Message?
        if let message = entry.message { original = try answered.message(answeredBy: message) }
        try write(entry, original, &context.output)
      }
      context.output.warn(of: damage, in: chat.title)
    }
  }
}

extension StreamTraits {
  /// For text that is not wrapped.
  fileprivate static let unbounded = StreamTraits(
    isTerminal: false, columns: .max, usesColor: false)
}

extension ChatSummary {
  fileprivate var heading: String { Sanitizer.inline(chat.title) }
}
