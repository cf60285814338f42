import ChatCore

/// What a name that nobody has may have been meant as.
extension Context {
  /// An error with the usernames that may be meant, where it is about one that nobody has.
  func suggesting(_ error: ChatError, for invocation: Invocation) -> ChatError {
    guard case .noAccount(let name, alternatives: []) = error, let store = try? store,
      let identity = try? identity
    else { return error }
    let chats = invocation.chatNames.compactMap { try? store.chat($0, for: identity) }
    let alternatives = try? store.alternatives(to: name, for: identity.account, in: chats)
    return .noAccount(name, alternatives: alternatives ?? [])
  }
}

extension CommandTable {
  /// An error with what is missing, where a word of a program was taken for something else.
  /// - Parameter command: that was to run.
  func explaining(
    _ error: ChatError, of command: Command?, in arguments: [[UInt8]]
  ) -> ChatError {
    let word: String
    var command = command
    switch error {
    case .noChat(let name, _): word = name
    case .unexpectedOperand(let name, let fullName):
      word = name
      command = commands.first { $0.fullName == fullName }
    default: return error
    }
    guard let flag = command?.programFlag?.longSynopsis(.plain),
      let end = arguments.firstIndex(of: Array("--".utf8))
    else { return error }
    let hasFlag = arguments[..<end].contains(Array(flag.utf8))
    guard !hasFlag, arguments[end...].dropFirst().contains(Array(word.utf8)) else { return error }
    return .programWithoutFlag(flag, error)
  }
}

extension Invocation {
  /// The chats that it is about, as they were named.
  fileprivate var chatNames: [String] {
    let operands = operands.enumerated().filter { index, _ in
      command.operand(after: index)?.completion == .chat
    }
    return operands.map(\.element) + values(of: MessageOptions.chat)
  }
}
