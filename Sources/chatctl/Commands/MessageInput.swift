import ChatCore
import ChatSystem

/// What commands that take a message have in common.
enum MessageInput {
  static let operand = Operand(
    metavar: "MESSAGE", arity: .any, help: "its words; none, or '-' alone, reads standard input",
    endsOptions: true)
  static let lossy = CommandOption(
    long: "lossy", help: "put U+FFFD for what is not UTF-8, not refuse it")

  /// For the details of the commands.
  static let optionsEnd =
    "Options end at the first word of the message, or at '--', so what looks like an option after "
    + "it is text"
}

extension Invocation {
  /// Whether the message stands on the command line.
  var hasMessage: Bool {
    !verbatimWords.isEmpty && (verbatimWords != [Array("-".utf8)] || optionsEnded)
  }
}

extension Context {
  /// The message that was given as words or on standard input.
  /// - Parameter check: throws what is in the way of it; asked before someone types it. What a
  ///   program writes is read to its end, whatever becomes of it.
  mutating func message(
    _ invocation: Invocation, unless check: () throws(ChatError) -> Void
  ) throws(ChatError) -> MessageText {
    noteOptions(inMessageOf: invocation)
    if !invocation.hasMessage, StandardStream.input.isTerminal { try check() }
    let bytes =
      invocation.hasMessage
      ? Array(invocation.verbatimWords.joined(separator: " ".utf8)) : try readMessage()
    return try MessageText(bytes, repairing: invocation.has(MessageInput.lossy))
  }

  /// Tells whoever types that an option came too late to be one.
  private mutating func noteOptions(inMessageOf invocation: Invocation) {
    guard output.diagnostics.isTerminal, !invocation.optionsEnded else { return }
    let spellings = Topic.command(invocation.command).options.flatMap(\.spellings)
    for word in invocation.verbatimWords.dropFirst() {
      guard let option = spellings.first(where: { word.elementsEqual($0.utf8) }) else { continue }
      output.status("note: \(option) is part of the message; options go before it")
    }
  }

  private mutating func readMessage() throws(ChatError) -> [UInt8] {
    if StandardStream.input.isTerminal {
      guard mayAsk else { throw .mayNotAsk(for: "for the message", option: "MESSAGE") }
      output.status("type the message, then Enter and Ctrl-D")
    }
    let limit = MessageText.limit + 2
    let (bytes, count) = try StandardInput.readAll(limit: limit)
    if count > limit { throw .messageTooLong(bytes: count, limit: MessageText.limit) }
    return bytes.withoutFinalLineBreak
  }
}
