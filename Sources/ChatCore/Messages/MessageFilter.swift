import ChatSystem

/// Which messages are asked for, by who wrote them and what they say.
package struct MessageFilter: Sendable {
  package var author: MessageAuthor?
  /// What their texts are searched for, as they are now; deleted ones are none.
  package var pattern: MessagePattern?
  /// Whether deleted messages are left out, as where only texts are shown.
  package var hidesDeleted = false
  /// Whom they mention.
  package var mentioned: Account?

  package init(
    author: MessageAuthor? = nil, pattern: MessagePattern? = nil, mentioned: Account? = nil
  ) {
    self.author = author
    self.pattern = pattern
    self.mentioned = mentioned
  }

  /// Whether all messages pass, and events with them.
  package var passesAll: Bool { author == nil && pattern == nil && mentioned == nil }
}

/// Whose messages are asked for.
package struct MessageAuthor: Equatable, Sendable {
  let user: UserID
  /// In the folded form, the name of the token that they were sent with; nil for all of theirs.
  let token: String?

  package init(user: UserID, token: String? = nil) {
    self.user = user
    self.token = token.map(foldedName)
  }

  /// Whether a message is one of theirs.
  package func wrote(_ message: Message) -> Bool {
    guard message.user == user else { return false }
    return token == nil || token == message.token.map(foldedName)
  }
}

/// A filter as it applies to one chat.
struct ChatFilter {
  let filter: MessageFilter
  /// Who can be mentioned there, where that is asked for.
  fileprivate let people: MentionablePeople?

  /// Whether an entry passes; a message is given as it is now.
  /// - Throws: `badPattern` when there is not enough memory to tell.
  func accepts(_ entry: ChatEntry) throws(ChatError) -> Bool {
    if filter.hidesDeleted, entry.message?.isDeleted == true { return false }
    if filter.passesAll { return true }
    guard let message = entry.message else { return false }
    if let author = filter.author, !author.wrote(message) { return false }
    if let mentioned = filter.mentioned {
      let mentions = people?.mentions(in: message.body) ?? []
      if !mentions.contains(where: { $0.user == mentioned.id }) { return false }
    }
    guard let pattern = filter.pattern else { return true }
    return message.isDeleted ? false : try pattern.matches(message.body)
  }

  /// What stands in the line of every message that passes; nil where nothing is known to.
  var needle: Needle? {
    filter.pattern?.needle ?? (filter.mentioned == nil ? nil : Needle(Array("@".utf8)))
  }
}

extension Store {
  /// Who is meant by a username that they have or had, since messages have that of their time; or
  /// by `USERNAME[TOKEN]`, as messages show it, for what that token sent, which may be revoked.
  /// - Throws: `noAccount`.
  package func author(_ text: String) throws(ChatError) -> MessageAuthor {
    let parts = text.split(separator: "[", maxSplits: 1, omittingEmptySubsequences: false)
    let isByline = parts.count == 2 && parts[1].count > 1 && text.last == "]"
    let username = isByline ? String(parts[0]) : text
    guard let account = try holder(of: username) else { throw .noAccount(username) }
    return MessageAuthor(
      user: account.id, token: isByline ? String(parts[1].dropLast()) : nil)
  }

  /// A filter as it applies to a chat.
  func filter(_ filter: MessageFilter, in chat: Chat) throws(ChatError) -> ChatFilter {
    let people = try filter.mentioned.map { viewer throws(ChatError) in
      try mentionablePeople(in: chat, for: viewer)
    }
    return ChatFilter(filter: filter, people: people)
  }
}
