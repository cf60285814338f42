/// What is new to someone in a chat.
package struct ChatNews: Equatable, Sendable {
  package let chat: Chat
  /// How many messages of others they have not read, deleted ones left out.
  package fileprivate(set) var unread: Int64 = 0
  /// In how many of these they are mentioned.
  package fileprivate(set) var mentions: Int64 = 0
  /// Whether all of them were looked at. Where they are very many, those further back are counted
  /// without being read: own and deleted messages among them too, and mentions not at all.
  package fileprivate(set) var isExact = true
  /// The last message that they have not read.
  package fileprivate(set) var lastUnread: Message?
  /// The last message, also a deleted one.
  package fileprivate(set) var last: Message?
  /// What had to be passed over in the log.
  package fileprivate(set) var damage = LogDamage()

  fileprivate init(chat: Chat) { self.chat = chat }

  /// When something was last said in the chat, or it was made.
  fileprivate var date: Timestamp { last?.date ?? chat.created }

  /// How many lines from the end of a log are looked at, so that a long one takes no longer.
  package static let lines = 2000
  /// The same, in bytes of text.
  fileprivate static let bytes = 4 << 20
}

extension Store {
  /// What is new to someone in all their chats, those with the latest message first.
  /// - Parameter report: is told of each that cannot be read.
  package func news(
    for identity: Identity, passingOver report: DamageReport
  ) throws(ChatError) -> [ChatNews] {
    var all: [ChatNews] = []
    for chat in try chats(of: identity, passingOver: report) {
      let failure = try failure(with: chat) { () throws(ChatError) in
        all.append(try news(in: chat, for: identity.account))
      }
      if let failure { try report(failure) }
    }
    let dates = all.map(\.date)
    return all.indices.sorted { (dates[$1], $0) < (dates[$0], $1) }.map { all[$0] }
  }

  /// What is new to someone in a chat.
  package func news(in chat: Chat, for account: Account) throws(ChatError) -> ChatNews {
    let log = log(of: chat)
    let start = try unreadStart(in: chat, for: account)
    var news = ChatNews(chat: chat)
    var reader = try log.reverseReader()
    var changes: [MessageReference: LogRecord] = [:]
    var linesLeft = ChatNews.lines
    var bytesLeft = ChatNews.bytes
    var lowestCount: Int64 = 0
    var people = PeopleOfChats(for: account)
    while let line = try reader.nextLine() {
      linesLeft -= 1
      if case .record(let record) = line {
        bytesLeft -= record.body?.utf8.count ?? 0
        // What changes a message comes after it, and the last change counts.
        if let target = record.change?.target, changes[target] == nil { changes[target] = record }
        if let count = record.count, let message = record.message {
          let message = message.changed(by: changes[message.reference])
          if news.count(message, from: start, for: account),
            let people = try people.mentionable(by: .message(message), in: chat, of: self),
            people.mentions(in: message.body).contains(where: { $0.user == account.id })
          {
            news.mentions += 1
          }
          if start.isPast(message.reference) { break }
          lowestCount = count
        }
      }
      // The last message is looked for as far back as it takes, as a writer does too.
      if news.last != nil, linesLeft <= 0 || bytesLeft <= 0 {
        let further = max(0, lowestCount - 1 - (try start.countBefore(in: log)))
        news.isExact = further == 0
        news.unread += further
        break
      }
    }
    news.damage = reader.damage
    return news
  }
}

extension ChatNews {
  /// - Returns: whether the message is unread.
  fileprivate mutating func count(
    _ message: Message, from start: UnreadStart, for account: Account
  ) -> Bool {
    if last == nil { last = message }
    // What a token of theirs sent, they have not seen.
    let isOwn = message.user == account.id && message.token == nil
    guard !start.isPast(message.reference), start.includes(message.date), !isOwn,
      !message.isDeleted
    else { return false }
    unread += 1
    if lastUnread == nil { lastUnread = message }
    return true
  }
}

extension Message {
  fileprivate func changed(by record: LogRecord?) -> Message {
    var message = self
    switch record?.change {
    case .deletion: message.delete()
    case .edit: message.body = record?.body ?? ""
    case nil: break
    }
    return message
  }
}
