import ChatCore
import ChatSystem

/// The options of commands that run a program for messages.
enum ProgramOptions {
  static let exec = CommandOption(
    long: "exec", help: "run the command after '--' for each message")
  static let reply = CommandOption(
    long: "reply", help: "send what the command prints as the answer")
  static let retries = CommandOption(
    long: "retries", metavar: "N", help: "how often to try again; else 3")
  static let includeOwn = CommandOption(
    long: "include-own", help: "also what the same session or token sent")
  static let includeAuto = CommandOption(
    long: "include-auto", help: "with --reply: also what programs answered")

  /// Those that say how the program is run.
  fileprivate static let all = [reply, retries, includeOwn, includeAuto]
}

extension Invocation {
  /// Throws `optionNeeds` where something is said of a program and there is none.
  func refuseProgramOptions() throws(ChatError) {
    for option in ProgramOptions.all where has(option) {
      throw .optionNeeds("--\(option.long)", "--exec")
    }
  }
}

/// A program that is run for each message, and what becomes of its failures.
struct MessageProgram {
  private let words: [[UInt8]]
  /// At which what is given up is kept; nil for nowhere.
  private let cursor: CursorName?
  private let sendsReplies: Bool
  private let retries: Int
  private let includesOwn: Bool
  private let includesAutomatic: Bool
  private var people: PeopleOfChats

  /// - Throws: `optionNeeds` for options that have no meaning without others; `tokenMayNot` where a
  ///   token may not answer.
  init(
    _ invocation: Invocation, at cursor: CursorName?, in context: Context
  ) throws(ChatError) {
    words = invocation.verbatimWords
    people = PeopleOfChats(for: try context.identity.account)
    self.cursor = cursor
    sendsReplies = invocation.has(ProgramOptions.reply)
    // What was answered is known by the cursor's name.
    if sendsReplies, cursor == nil { throw .optionNeeds("--reply", "--cursor") }
    if sendsReplies { try context.identity.require(.send) }
    includesAutomatic = invocation.has(ProgramOptions.includeAuto)
    if includesAutomatic, !sendsReplies { throw .optionNeeds("--include-auto", "--reply") }
    retries = try invocation.number(of: ProgramOptions.retries) ?? 3
    includesOwn = invocation.has(ProgramOptions.includeOwn)
  }

  /// Runs the program for an entry that is a message to be handled; again where it fails.
  /// - Returns: `stopped` when a signal came before it was handled, or the program cannot be run.
  mutating func handle(
    _ item: FeedEntry, _ context: inout Context, _ signals: borrowing SignalSource
  ) throws(ChatError) -> Handled {
    guard var message = item.entry.message, try isForProgram(message, context) else {
      return .passedOver
    }
    for attempt in 0...retries {
      if attempt > 0, try pause(before: attempt, &context, signals) { return .stopped }
      // Those before it may have taken long.
      guard let now = try current(message, in: item.chat, context) else { return .passedOver }
      message = now
      // One that came between two runs is not for the next program.
      context.signal = try context.next(of: signals)
      if context.signal != nil { return .stopped }
      let reason: String
      switch try run(for: message, in: item.chat, &context, signals) {
      case .handled: return .done
      case .stopped: return .stopped
      case .failed(let text, _): reason = text
      }
      if context.signal != nil { return .stopped }
      let number = "message #\(message.number) of '\(item.chat.title)'"
      if attempt == retries {
        try giveUp(message, in: item.chat, reason, context)
        context.output.warning("\(number) is given up: \(reason)")
      } else {
        context.output.warning("\(number) is tried again: \(reason)")
      }
    }
    return .done
  }

  /// A message as it is now; as it was where that cannot be told.
  /// - Returns: nil when it was deleted, or is nobody's to handle any more.
  private func current(
    _ message: Message, in chat: Chat, _ context: Context
  ) throws(ChatError) -> Message? {
    do throws(ChatError) {
      return try context.store.message(message.reference, in: chat)
    } catch {
      return error.endsOneChat ? nil : message
    }
  }

  private func isForProgram(_ message: Message, _ context: Context) throws(ChatError) -> Bool {
    if message.isDeleted { return false }
    let identity = try context.identity
    let isOwn = message.user == identity.account.id && message.token == identity.token?.name
    if isOwn, !includesOwn { return false }
    return !(sendsReplies && message.isAutomatic && !includesAutomatic)
  }

  /// What became of a message.
  enum Outcome {
    case handled
    /// Why it was not handled, and the exit code that tells it.
    case failed(String, code: Int32)
    /// The program cannot be run.
    case stopped
  }

  /// Runs the program for a message once.
  mutating func run(
    for message: Message, in chat: Chat, _ context: inout Context,
    _ signals: borrowing SignalSource
  ) throws(ChatError) -> Outcome {
    let input = try json(of: message, in: chat, context)
    let name = ProgramInput.name(of: words)
    var printed: [UInt8] = []
    // A line break at its end is none of it.
    let longestAnswer = MessageText.limit + 2
    let end = try attempt(.run, name) { () throws(Errno) -> ProgramEnd in
      let file = try FileDescriptor.inMemory(input)
      let program: RunningProgram
      do throws(Errno) {
        program = try RunningProgram.start(
          words, environment: environment(of: message, in: chat), input: .descriptor(file.raw),
          passes: sendsReplies ? [.output] : [])
      } catch {
        return .notStarted(error)
      }
      let finished = try program.finish(signals) { _, bytes in
        printed += bytes
        // What is too long is refused, whatever it would go on to say.
        return printed.count <= longestAnswer
      }
      context.signal = finished.signal ?? context.signal
      return .ended(finished.status)
    }
    if case .notStarted = end {
      context.output.warning("'\(name)' \(end.text)")
      context.answer = end.exitCode
      return .stopped
    }
    if printed.count > longestAnswer {
      let error = ChatError.answerTooLong(limit: MessageText.limit)
      return .failed(error.message, code: error.exitCode)
    }
    guard end.hasSucceeded else { return .failed("'\(name)' \(end.text)", code: end.exitCode) }
    if !sendsReplies { return .handled }
    return try reply(printed, to: message, in: chat, &context)
  }

  /// The message as a line of JSON.
  private mutating func json(
    of message: Message, in chat: Chat, _ context: Context
  ) throws(ChatError) -> [UInt8] {
    let entry = ChatEntry.message(message)
    let mentionable = try people.mentionable(by: entry, in: chat, of: context.store)
    var bytes: [UInt8] = []
    JSONTranscript.object(for: entry, mentioning: mentionable, in: ChatLabel(chat))
      .append(to: &bytes, isTerminal: false)
    return bytes + [UInt8(ascii: "\n")]
  }

  /// The environment of this process, and what tells which message it is; never its text.
  private func environment(of message: Message, in chat: Chat) -> [[UInt8]] {
    let prefix = "CHATCTL_MESSAGE_"
    let others = currentEnvironment().filter { !$0.starts(with: prefix.utf8) }
    let variables = [
      "CHAT": chat.title, "SEQ": String(message.number), "USER": message.name,
      "DATE": message.date.rfc3339,
    ]
    return others + variables.map { Array("\(prefix)\($0.key)=\($0.value)".utf8) }
  }

  /// Sends what the program printed, once.
  private func reply(
    _ printed: [UInt8], to message: Message, in chat: Chat, _ context: inout Context
  ) throws(ChatError) -> Outcome {
    guard let cursor else { return .handled }
    do throws(ChatError) {
      let text = try MessageText(printed.withoutFinalLineBreak, repairing: true)
      let receipt = try context.store.send(
        NewMessage(text, replyTo: message.number, isAutomatic: true),
        once: MessageKey(answering: message.reference, at: cursor), to: chat,
        as: context.identity)
      context.warn(of: receipt, in: chat)
    } catch {
      switch error {
      // There is nothing to answer with, or to.
      case .blankMessage, .messageDeleted, .noMessage: break
      case .keyUsed: context.output.status("message #\(message.number) was answered before")
      case .messageTooLong, .nulInMessage, .busy, .blocked, .blocking:
        return .failed(error.message, code: error.exitCode)
      case _ where error.endsOneChat: context.output.warning(error.message)
      default: throw error
      }
    }
    return .handled
  }

  private func giveUp(
    _ message: Message, in chat: Chat, _ reason: String, _ context: Context
  ) throws(ChatError) {
    guard let cursor else { return }
    let letter = DeadLetter(
      message.reference, failed: context.now, attempts: retries + 1, reason: reason)
    do throws(ChatError) {
      try context.store.give(up: letter, at: cursor, of: context.identity, in: chat)
    } catch {
      if !error.endsOneChat { throw error }
    }
  }

  /// Waits before the program is run again, twice as long each time.
  /// - Returns: whether a signal came meanwhile.
  private func pause(
    before attempt: Int, _ context: inout Context, _ signals: borrowing SignalSource
  ) throws(ChatError) -> Bool {
    let seconds = 1 << min(attempt - 1, Self.longestPause)
    _ = try ChatCore.attempt(.watch, "signals") { () throws(Errno) in
      try waitForEvents(
        [PollRequest(signals.raw, wantsInput: true)], timeout: .seconds(seconds))
    }
    context.signal = try context.next(of: signals)
    return context.signal != nil
  }

  /// The power of two that is the longest pause in seconds.
  private static let longestPause = 6
}
