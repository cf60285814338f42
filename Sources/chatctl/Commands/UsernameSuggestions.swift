import ChatCore

/// What a name that nobody has may have been meant as.
extension Context {
  /// An error with the usernames that may be meant, where it is about one that nobody has.
  func suggesting(_ error: ChatError, for invocation: Invocation) -> ChatError {
    guard case .noAccount(let name, alternatives: []) = error, let store = try? store,
      let identity = try? identity
    else { return error }
    let chats = invocation.chatNames.compactMap { try? store.chat($0, for: identity) }
    let alternatives = try? store.alternatives(to: name, for: identity, in: chats)
    return .noAccount(name, alternatives: alternatives ?? [])
  }
}

extension Invocation {
  /// The chats that it is about, as they were named.
  var chatNames: [String] {
    let operands = operands.enumerated().filter { index, _ in
      command.operand(after: index)?.completion.isChat == true
    }
    return operands.map(\.element) + values(of: MessageOptions.chat)
  }
}
