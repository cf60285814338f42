/// A message and the chat it came in.
package struct ChatMessage: Equatable, Sendable {
  package let chat: Chat
  package let message: Message
}

/// Where following begins.
package enum FeedStart: Equatable, Sendable {
  /// At the last so many messages of all chats together.
  case last(Int)
  /// At the first message that is as late.
  case since(Timestamp)
}

/// Follows chats: what is there from a place on, in order of date, and then what comes.
///
/// It watches first and then reads, so nothing falls between. What it keeps of a chat is a position; the
/// files are opened anew at each look, so replaced and rotated ones are nothing special. Where the file
/// system may be another host's, or inotify(7) is exhausted, it is to be asked once a second instead.
package struct MessageFeed: ~Copyable {
  private let store: Store
  private let identity: Identity
  private var chats: [FollowedChat] = []
  private let followsAll: Bool
  private var watches: FeedWatches
  /// How many damaged or missing lines were passed over in all chats.
  private var damage = LogDamage()

  /// How many messages are given at once.
  private static let pageSize = 256

  /// Begins to follow.
  /// - Parameters:
  ///   - chats: which ones; they admit the identity.
  ///   - followsAll: also every chat that they join later, from then on.
  package init(
    of chats: [Chat], from start: FeedStart, in store: Store, as identity: Identity,
    followsAll: Bool
  ) throws(ChatError) {
    self.store = store
    self.identity = identity
    self.followsAll = followsAll
    watches = FeedWatches(
      of: chats.map(\.id), for: identity.account.id, in: store, followsAll: followsAll)
    self.chats = chats.map { FollowedChat(chat: $0, log: store.log(of: $0)) }
    try begin(at: start)
  }

  /// For ``waitForEvents(_:timeout:)``: readable when there may be news; nil when it has to be asked
  /// again after ``pollInterval``.
  package var descriptor: Int32? { watches.descriptor }

  /// How often to ask where nothing tells of news; nil where ``descriptor`` does.
  package var pollInterval: Duration? { watches.isPolling ? .seconds(1) : nil }

  /// What had to be passed over since this was asked last.
  package mutating func takeDamage() -> LogDamage {
    defer { damage = LogDamage() }
    return damage
  }

  /// What is new, in order of date; nothing when there is nothing for now.
  ///
  /// Asking again at once is right until it gives nothing.
  /// - Throws: `sessionEnded`, `chatGone`, `notParticipant` when following has to end.
  package mutating func next() throws(ChatError) -> [ChatMessage] {
    try takeNews()
    var messages: [ChatMessage] = []
    while messages.count < Self.pageSize {
      for index in chats.indices { try chats[index].fill(from: store, damage: &damage) }
      let heads = chats.indices.filter { chats[$0].head != nil }
      guard let first = heads.min(by: { chats[$0].isEarlier(than: chats[$1]) }),
        let message = chats[first].takeHead()
      else { break }
      messages.append(message)
    }
    return messages
  }

  private mutating func begin(at start: FeedStart) throws(ChatError) {
    for index in chats.indices { try chats[index].begin(at: start, damage: &damage) }
    guard case .last(let count) = start else { return }
    // Of the last messages of each chat, the last of all.
    let dates = chats.flatMap { $0.pending.map(\.logDate) }.sorted()
    guard dates.count > count else { return }
    let surplus = dates.count - count
    for _ in 0..<surplus {
      let heads = chats.indices.filter { chats[$0].head != nil }
      guard let first = heads.min(by: { chats[$0].isEarlier(than: chats[$1]) }) else { return }
      _ = chats[first].takeHead()
    }
  }

  /// Looks at what the watches tell, and takes note of it.
  private mutating func takeNews() throws(ChatError) {
    let news = try watches.news()
    if news.rights || news.everything { try confirmRights() }
    if followsAll && (news.chats || news.everything) { try followNewChats() }
    for index in chats.indices {
      if news.everything || news.messages.contains(chats[index].chat.id) {
        chats[index].mayHaveMore = true
      }
    }
  }

  private mutating func confirmRights() throws(ChatError) {
    try store.confirm(identity)
    for index in chats.indices {
      let old = chats[index].chat
      guard let chat = try store.chat(old.id) else { throw .chatGone(old.name) }
      guard chat.admits(identity.account) else { throw .notParticipant(chat.name) }
      chats[index].chat = chat
    }
  }

  private mutating func followNewChats() throws(ChatError) {
    let known = Set(chats.map(\.chat.id))
    let listed = try store.chats(of: identity.account.id).allIDs().compactMap { ChatID($0) }
    watches.awaitConfirmation(of: Set(listed).subtracting(known))
    for chat in try store.chats(of: identity.account) where !known.contains(chat.id) {
      watches.add(chat.id)
      let log = store.log(of: chat)
      let joined = chat.joined(identity.account.id) ?? chat.created
      let position = try log.position(since: joined)
      chats.append(FollowedChat(chat: chat, log: log, position: position))
    }
  }
}

/// A chat as far as it was followed.
private struct FollowedChat {
  var chat: Chat
  let log: MessageLog
  /// After the last message in `pending`; nil before following has begun.
  var position: LogPosition?
  /// Read but not given yet.
  private(set) var pending: ArraySlice<Message> = []
  /// Whether the log may hold more than was read.
  var mayHaveMore = true

  private static let pageSize = 256

  var head: Message? { pending.first }

  func isEarlier(than other: FollowedChat) -> Bool {
    guard let own = head, let others = other.head else { return head != nil }
    return own.logDate < others.logDate
  }

  mutating func takeHead() -> ChatMessage? {
    pending.popFirst().map { ChatMessage(chat: chat, message: $0) }
  }

  mutating func begin(at start: FeedStart, damage: inout LogDamage) throws(ChatError) {
    switch start {
    case .since(let date):
      position = try log.position(since: date)
    case .last(let count):
      var reader = try log.reverseReader()
      var last: [Message] = []
      while let message = try reader.nextMessage(), last.count < count { last.append(message) }
      position = reader.end
      damage += reader.damage
      pending = last.reversed()[...]
    }
  }

  /// Reads a page of messages when none is pending.
  mutating func fill(from store: Store, damage: inout LogDamage) throws(ChatError) {
    guard mayHaveMore, pending.isEmpty, let position else { return }
    var reader = try log.reader(continuing: position)
    var page: [Message] = []
    while page.count < Self.pageSize, let message = try reader.nextMessage() {
      page.append(message)
    }
    mayHaveMore = page.count == Self.pageSize
    self.position = reader.position
    pending = page[...]
    damage += reader.damage
  }
}
