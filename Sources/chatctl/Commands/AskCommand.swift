import ChatCore
import ChatSystem

extension Command {
  static func ask(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "ask a question and wait for its answer",
      operands: [
        .recipient,
        Operand(
          metavar: "QUESTION", arity: .any,
          help: "its words; none, or '-' alone, reads standard input", endsOptions: true),
      ],
      options: [Options.choices, Options.from, FollowOptions.timeout, MessageInput.lossy],
      needs: Needs(store: .write, account: .required, right: .send),
      details: [
        "Sends the question with the line to type as an answer, waits for the first message "
          + "that answers it ('chatctl send --reply-to') and prints that. With --choices only "
          + "one of these words is an answer, in upper or lower case, and the exit code says "
          + "which. Who gave it is said on standard error. " + Reference.authors,
        "Who asks cannot answer with the same session or token; guests, programs that answer "
          + "by themselves and edited messages do not count. The chat is told when the question "
          + "is settled, has expired or is withdrawn.",
        "In a pipe the answer is one line, written as fields are. "
          + Reference.fields,
        "Options go before the question. One of those above in it is refused, as any answer would "
          + "do without it, unless '--' stands before the question.",
      ],
      examples: [
        Example(
          command: "chatctl ask ops --choices yes,no --timeout 10m 'deploy now?' && make deploy",
          purpose: "go on when somebody agrees"),
        Example(
          command: "version=$(chatctl ask ops --from bob 'which version?')",
          purpose: "have bob type it"),
      ],
      exitCodes: [
        ExitMeaning(code: 0, meaning: "it was answered, of --choices with the first"),
        ExitMeaning(code: 3, meaning: "the question was deleted, or there is no such chat"),
        ExitMeaning(code: 10, meaning: "the second of --choices; 11 is the third, and so on"),
        ExitMeaning(code: ExitCode.timedOut, meaning: "nobody has answered in time"),
      ],
      run: { invocation, context throws(ChatError) in
        try invocation.refuseLateOptions()
        try context.identity.require(.read)
        let question = Question(
          choices: try invocation.choices(),
          author: try context.author(invocation.value(of: Options.from)),
          timeout: try invocation.duration(of: FollowOptions.timeout))
        let chat = try context.store.chatToSendTo(
          invocation.operands[0], for: try context.identity)
        let (store, identity) = (try context.store, try context.identity)
        let text = try context.message(invocation) { () throws(ChatError) in
          try store.requireOpen(chat, toAnswer: nil, as: identity)
        }
        try context.ask(question, text, in: chat)
      })
  }
}

private enum Options {
  static let choices = CommandOption(
    long: "choices", metavar: "WORDS", help: "what may be answered, as yes,no; else anything")
  static let from = CommandOption(
    long: "from", metavar: "USERNAME", help: "who may answer; else everyone",
    completion: .live(.author))
}

/// What is asked for.
private struct Question {
  /// Nothing where any text is an answer.
  let choices: [String]
  /// Who may answer; nil for everyone.
  let author: MessageAuthor?
  let timeout: Duration?

  /// The exit codes from 124 on have other meanings.
  static let mostChoices = 115

  /// What the exit code says of a choice.
  static func exitCode(ofChoice index: Int) -> Int32 { index == 0 ? 0 : Int32(9 + index) }

  /// The choice that a text is, by its place; nil for none.
  func choice(_ text: String) -> Int? {
    let folded = foldedChoice(text)
    return choices.firstIndex { foldedChoice($0) == folded }
  }

  /// The lines to type as an answer to the message of this number, after the question.
  func footer(_ number: Int64, in chat: String) -> String {
    let command = "chatctl send \(shellWord(chat)) --reply-to \(number)"
    if choices.isEmpty { return "\nto answer: \(command) TEXT" }
    return "\nto answer:"
      + choices.map { choice in
        // What looks like an option is text after that.
        "\n  \(command) \(choice.hasPrefix("-") ? "-- " : "")\(shellWord(choice))"
      }.joined()
  }
}

extension ChatEntry {
  /// Whether it tells that a message was deleted.
  fileprivate func deletes(_ number: Int64) -> Bool {
    switch self {
    case .message(let message): return message.number == number && message.isDeleted
    case .update(let update):
      if case .deletion(let target) = update.kind { return target.number == number }
      return false
    }
  }
}

/// The form to compare answers by.
private func foldedChoice(_ text: String) -> String {
  foldedName(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
}

extension Invocation {
  /// Throws where an option stands in the question: without it any answer would do.
  fileprivate func refuseLateOptions() throws(ChatError) {
    if optionsEnded { return }
    let spellings = command.shownOptions.map { "--\($0.long)" }
    for word in verbatimWords {
      let text = String(decoding: word, as: UTF8.self)
      if spellings.contains(where: { text == $0 || text.hasPrefix("\($0)=") }) {
        throw .lateOption(text, command: command.fullName)
      }
    }
  }

  /// The words that may be answered; none where anything may be.
  fileprivate func choices() throws(ChatError) -> [String] {
    guard let text = value(of: Options.choices) else { return [] }
    let choices = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let folded = Set(choices.map(foldedChoice))
    guard folded.count == choices.count, choices.count <= Question.mostChoices,
      !folded.contains("")
    else {
      throw .invalidValue(
        text, of: "--choices",
        expected: "at most \(Question.mostChoices) different words, commas between them")
    }
    return choices
  }
}

extension Context {
  /// Asks, waits for an answer and tells of it.
  fileprivate mutating func ask(
    _ question: Question, _ text: MessageText, in chat: Chat
  ) throws(ChatError) {
    let name = try store.nameForOthers(of: chat, from: identity.account)
    let size = text.text.utf8.count + question.footer(.max, in: name).utf8.count
    if size > MessageText.limit { throw .messageTooLong(bytes: size, limit: MessageText.limit) }
    let asked = NewMessage(text) { number in question.footer(number, in: name) }
    // From before it is asked until it is settled, so that no signal leaves it open. One that comes
    // while the chat's lock is waited for is heeded after that.
    let signals = try catchSignals()
    defer { extendLifetime(signals) }
    let receipt = try store.send([asked], to: chat, as: identity)
    warn(of: receipt, in: chat)
    guard let sent = receipt.sent.first else { return }
    if output.results.isTerminal { output.status("asked as #\(sent.number)") }
    let answer: Message?
    do throws(ChatError) {
      answer = try waitForAnswer(to: sent, question, in: chat)
    } catch {
      // Whoever would still answer is to know that nobody waits; the failure is the one to tell.
      try? settle(sent.number, "withdrawn", in: chat)
      throw error
    }
    guard let answer else {
      if signal == nil { output.status("nobody answered in time") }
      return try settle(sent.number, signal == nil ? "expired" : "withdrawn", in: chat)
    }
    try settle(sent.number, "settled by \(answer.byline)", in: chat)
    try show(answer, question, in: chat)
  }

  /// - Returns: nil when the time is over, or a signal came.
  private mutating func waitForAnswer(
    to asked: Receipt.Sent, _ question: Question, in chat: Chat
  ) throws(ChatError) -> Message? {
    var feed = try MessageFeed(
      of: [chat], from: .since(asked.date), .onwards, in: try store, as: try identity)
    let following = Following(
      bounds: FollowBounds(timeout: question.timeout), handlesEach: true)
    var answer: Message?
    try follow(&feed, following) { context, item, _ throws(ChatError) in
      if item.entry.deletes(asked.number) {
        throw .messageDeleted(asked.number, chat: chat.title)
      }
      guard let message = item.entry.message, message.reply?.number == asked.number,
        try context.mayAnswer(message, question)
      else { return .done }
      answer = message
      return .stopped
    }
    return answer
  }

  /// Whether a message is a valid answer.
  private func mayAnswer(
    _ message: Message, _ question: Question
  ) throws(ChatError) -> Bool {
    if message.isDeleted || message.isAutomatic || message.edited != nil { return false }
    if let author = question.author, !author.wrote(message) { return false }
    let identity = try identity
    if message.user == identity.account.id, message.token == identity.token?.name { return false }
    if try store.account(message.user)?.isGuest ?? true { return false }
    return question.choices.isEmpty || question.choice(message.body) != nil
  }

  private mutating func show(
    _ answer: Message, _ question: Question, in chat: Chat
  ) throws(ChatError) {
    let index = question.choice(answer.body)
    let choice = index.map { question.choices[$0] }
    if let index { self.answer = Question.exitCode(ofChoice: index) }
    if output.json {
      output.object(.answer(answer, choice: choice, in: chat))
    } else {
      let text = choice ?? answer.body
      if output.results.isTerminal {
        for line in Sanitizer.lines(text) { output.line(line) }
      } else {
        output.lines { FieldText.append(text, to: &$0) }
      }
      output.status("\(answer.byline) answered")
    }
    try output.flush()
  }

  /// Tells the chat that a question needs no answer any more.
  private mutating func settle(
    _ number: Int64, _ text: String, in chat: Chat
  ) throws(ChatError) {
    let message = NewMessage(
      try MessageText(Array(text.utf8)), replyTo: number, isAutomatic: true)
    do throws(ChatError) {
      warn(of: try store.send([message], to: chat, as: identity), in: chat)
    } catch {
      // The answer is what counts; a question that was deleted needs no word.
      if case .messageDeleted = error { return }
      output.warning("the chat was not told that the question is \(text): \(error.message)")
    }
  }
}
