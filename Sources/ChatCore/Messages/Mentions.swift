import ChatSystem

/// A place in a text where someone is mentioned, as `@username`.
package struct Mention: Equatable, Sendable {
  /// With its `@`.
  package let range: Range<String.Index>
  package let user: UserID
  /// As the account has it.
  package let username: String
}

/// Who can be mentioned in a chat.
package struct MentionablePeople: Sendable {
  private struct Person: Sendable {
    let user: UserID
    let username: String
  }

  /// By the folded username.
  private var people: [String: Person] = [:]

  /// More scalars than any username has that is not in normalization form C.
  private static let longestName = 4 * Username.limit

  /// - Parameter usernames: as the accounts have them.
  package init(_ usernames: [UserID: String]) {
    for (user, username) in usernames {
      people[foldedName(username)] = Person(user: user, username: username)
    }
  }

  /// Finds who is mentioned in a text.
  ///
  /// An `@` at the beginning or after what is none of a username's characters, and the longest name
  /// that follows it and is not followed by another letter or digit.
  /// - Returns: each place, in order.
  package func mentions(in text: String) -> [Mention] {
    var mentions: [Mention] = []
    var rest = text[...]
    while let at = rest.utf8.firstIndex(of: UInt8(ascii: "@")) {
      rest = text[text.utf8.index(after: at)...]
      let isInName = text.unicodeScalars[..<at].last?.mayBeInUsername ?? false
      guard !isInName, let mention = mention(at: at, in: text) else { continue }
      mentions.append(mention)
      rest = text[mention.range.upperBound...]
    }
    return mentions
  }

  /// The usernames of those who are mentioned in a text, each once; nil when nobody is.
  package func usernames(in text: String) -> [String]? {
    var usernames: [String] = []
    for mention in mentions(in: text) where !usernames.contains(mention.username) {
      usernames.append(mention.username)
    }
    return usernames.isEmpty ? nil : usernames
  }

  private func mention(at: String.Index, in text: String) -> Mention? {
    let scalars = text.unicodeScalars
    let start = scalars.index(after: at)
    var end = start
    if end < scalars.endIndex, scalars[end] == "~" { scalars.formIndex(after: &end) }
    var ends: [String.Index] = []
    for _ in 0..<Self.longestName {
      guard end < scalars.endIndex, scalars[end].mayBeInUsername else { break }
      scalars.formIndex(after: &end)
      if end == scalars.endIndex || !scalars[end].continuesUsername { ends.append(end) }
    }
    for end in ends.reversed() {
      if let person = people[foldedName(String(text[start..<end]))] {
        return Mention(range: at..<end, user: person.user, username: person.username)
      }
    }
    return nil
  }
}

/// Who can be mentioned in chats, found out once a chat and only where a text has an `@`.
package struct PeopleOfChats {
  private let reader: Account
  private var known: [ChatID: (participants: [Chat.Participant], people: MentionablePeople)] = [:]

  package init(for reader: Account) { self.reader = reader }

  /// Who can be mentioned by an entry of a chat; nil when it mentions nobody.
  package mutating func mentionable(
    by entry: ChatEntry, in chat: Chat, of store: Store
  ) throws(ChatError) -> MentionablePeople? {
    guard let text = entry.text,
      ByteSearch.contains(UInt8(ascii: "@"), in: text.utf8.span)
    else { return nil }
    if let known = known[chat.id], known.participants == chat.participants { return known.people }
    let people = try store.mentionablePeople(in: chat, for: reader)
    known[chat.id] = (chat.participants, people)
    return people
  }
}

extension Store {
  /// Who can be mentioned in a chat: its participants, and whoever reads it. One whose profile
  /// cannot be read has no name, and keeps nobody from reading the messages.
  package func mentionablePeople(
    in chat: Chat, for reader: Account
  ) throws(ChatError) -> MentionablePeople {
    var usernames = [reader.id: reader.username]
    for participant in chat.participants {
      usernames[participant.user] = (try? account(participant.user))?.username
    }
    return MentionablePeople(usernames)
  }
}
