import ChatSystem

/// An entry and the chat it came in.
package struct FeedEntry: Equatable, Sendable {
  package let chat: Chat
  package let entry: ChatEntry
}

/// Where following begins.
package enum FeedStart: Equatable, Sendable {
  /// At the last so many messages of all chats together.
  case last(Int)
  /// At the first message that is as late.
  case since(Timestamp)
}

/// What is followed.
package enum FeedExtent: Equatable, Sendable {
  /// What is there when it begins.
  case untilNow
  /// What comes, too.
  case onwards
  /// What comes, also in chats that are joined later, from then on. A chat that is left or deleted
  /// ends for itself.
  case onwardsInAllChats
}

/// Something that a follower is to be told beside the messages.
package enum FeedNotice: Equatable, Sendable {
  case damage(LogDamage, chat: String)
  /// A chat is not followed any more.
  case ended(ChatError)
  /// A chat cannot be read; the others are followed.
  case passedOver(ChatError)
}

/// Follows chats: what is there from a place on, in order of date, and then what comes.
///
/// It watches first and then reads, so nothing falls between. What it keeps of a chat is a
/// position; the files are opened anew at each look, so replaced and rotated ones are nothing
/// special. Where the file system may be another host's, or inotify(7) is exhausted, it is to be
/// asked once a second instead.
package struct MessageFeed: ~Copyable {
  private let store: Store
  private let identity: Identity
  private let extent: FeedExtent
  private let filter: MessageFilter
  private let cursor: CursorName?
  private let start: FeedStart
  private var chats: [FollowedChat] = []
  /// Those whose documents cannot be read just now, so that it is not known whether they may be.
  private var suspended: [FollowedChat] = []
  private var watches: FeedWatches
  private var notices: [FeedNotice] = []
  /// What ends it, to be told when all that was read before is given.
  private var failure: ChatError?
  /// When chats that could not be read are to be tried again.
  private var retry = Retry()
  /// Since when the store has not been there; nil while it is.
  private var storeAbsentSince: ContinuousClock.Instant?

  /// How many entries are given at once.
  private static let pageSize = 256

  /// Begins to follow.
  /// - Parameters:
  ///   - chats: which ones; they admit the identity.
  ///   - filter: which of their messages; the last so many are counted of these.
  ///   - cursor: where there is one of this name, following begins after it. All of that name are
  ///     in use until following ends.
  package init(
    of chats: [Chat], from start: FeedStart, _ extent: FeedExtent,
    _ filter: MessageFilter = MessageFilter(), cursor: CursorName? = nil, in store: Store,
    as identity: Identity
  ) throws(ChatError) {
    self.store = store
    self.identity = identity
    self.extent = extent
    self.filter = filter
    self.cursor = cursor
    self.start = start
    watches = FeedWatches(for: identity.account.id, in: store)
    self.chats = try chats.map { chat throws(ChatError) in
      try FollowedChat(chat: chat, in: store, filter)
    }
    let watchesFirst = extent != .untilNow && !PlantedBug.lateWatch.isPlanted
    if watchesFirst { watchChats(awaiting: []) }
    try begin()
  }

  /// For ``waitForEvents(_:timeout:)``: readable when there may be news; nil when nothing tells of
  /// them, so that ``patience`` is short.
  package var descriptor: Int32? { watches.descriptor }

  /// How long to wait for news at most before asking for them.
  package var patience: Duration {
    var patience = watches.patience
    if storeAbsentSince != nil || suspended.contains(where: { $0.absentSince != nil }) {
      patience = min(patience, .milliseconds(20))
    }
    if let time = retry.time {
      patience = min(patience, max(.zero, time - store.client.monotonic()))
    }
    guard let expires = identity.expires else { return patience }
    let rest = expires.milliseconds - store.client.now().milliseconds
    return min(patience, .milliseconds(max(1, rest)))
  }

  /// Up to where all was given of each chat, to be asked for when ``next()`` gave nothing.
  package var places: [(chat: Chat, place: MessageReference)] {
    chats.compactMap { followed in followed.place.map { (followed.chat, $0) } }
  }

  /// What is to be told since this was asked last.
  package mutating func takeNotices() -> [FeedNotice] {
    defer { notices = [] }
    return notices
  }

  /// What is new, in order of date; nothing when there is nothing for now.
  ///
  /// Asking again at once is right until it gives nothing.
  /// - Throws: `sessionEnded`, `tokenRevoked`, `tokenExpired`, `chatGone`, `notParticipant`,
  ///   `removedFromChat` when following has to end.
  package mutating func next() throws(ChatError) -> [FeedEntry] {
    if extent == .untilNow { return try nextEntries() }
    do throws(ChatError) {
      try takeNews()
      let entries = try nextEntries()
      if PlantedBug.lateWatch.isPlanted { watchChats(awaiting: []) }
      storeAbsentSince = nil
      if retry.time == nil { retry = Retry() }
      return entries
    } catch {
      if error.isAbsence, try isStoreAbsent { return [] }
      throw error
    }
  }

  /// How long the store may be away, as when its file system is mounted anew.
  private static let longestAbsence = Duration.seconds(10)

  /// Whether the store is not there, which may be for a moment only.
  /// - Throws: `noStore` when it has been so for long.
  private var isStoreAbsent: Bool {
    mutating get throws(ChatError) {
      if try store.isThere { return false }
      let now = store.client.monotonic()
      let since = storeAbsentSince ?? now
      storeAbsentSince = since
      for index in chats.indices { chats[index].mayHaveMore = true }
      if now - since >= Self.longestAbsence { throw .noStore(store.path) }
      return true
    }
  }

  private mutating func nextEntries() throws(ChatError) -> [FeedEntry] {
    if let failure {
      self.failure = nil
      throw failure
    }
    for index in chats.indices { try fill(index) }
    var entries: [FeedEntry] = []
    var next = earliest
    while entries.count < Self.pageSize, let index = next, let entry = chats[index].takeHead() {
      entries.append(entry)
      next = earliest
      // Where no other is pending that it would have to come before, it is given at once.
      guard next != nil, chats[index].head == nil else { continue }
      do throws(ChatError) {
        try fill(index)
        next = earliest
      } catch {
        // What is not there just now may be at the next look.
        chats[index].mayHaveMore = true
        if !error.isAbsence { failure = error }
        break
      }
    }
    return entries
  }

  private mutating func note(_ damage: LogDamage, of chat: Chat) {
    if damage != LogDamage() { notices.append(.damage(damage, chat: chat.title)) }
  }

  private mutating func fill(_ index: Int) throws(ChatError) {
    do throws(ChatError) {
      note(try chats[index].fill(), of: chats[index].chat)
    } catch {
      chats[index].mayHaveMore = false
      try passOver(chats[index].chat, error)
    }
  }

  /// Takes note of a chat that cannot be read, and goes on with the others.
  /// - Throws: the error where it is about more than that chat, or where the chats to follow were
  ///   named.
  private mutating func passOver(_ chat: Chat, _ error: ChatError) throws(ChatError) {
    if extent == .onwards { throw error }
    let failure = try store.failure(with: chat) { () throws(ChatError) in throw error }
    if let failure { notices.append(.passedOver(failure)) }
    retry.noteFailure(at: store.client.monotonic())
  }

  /// The chat whose next entry comes before those of all others.
  private var earliest: Int? {
    var earliest: Int?
    for index in chats.indices where chats[index].head != nil {
      if earliest.map({ chats[index].isEarlier(than: chats[$0]) }) ?? true { earliest = index }
    }
    return earliest
  }

  private mutating func begin() throws(ChatError) {
    if let cursor {
      // In one order for all, so that no two wait for each other.
      for index in chats.indices.sorted(by: { chats[$0].chat.id.text < chats[$1].chat.id.text }) {
        do throws(ChatError) {
          try chats[index].hold(cursor, of: identity, in: store)
        } catch {
          guard error.isAbsence || error.endsOneChat else { throw error }
          try passOver(chats[index].chat, error)
        }
      }
    }
    for index in chats.indices where cursor == nil || chats[index].isHeld { try begin(index) }
    if case .last(let count) = start { keepLast(count) }
  }

  private mutating func begin(_ index: Int) throws(ChatError) {
    let isBounded = extent == .untilNow
    do throws(ChatError) {
      if let cursor {
        let hasBegun = try chats[index].begin(
          at: cursor, of: identity, bounded: isBounded, in: store)
        if hasBegun { return }
      }
      let damage = try chats[index].begin(at: start, bounded: isBounded)
      note(damage, of: chats[index].chat)
    } catch {
      try passOver(chats[index].chat, error)
    }
  }

  /// Begins where that was not possible before.
  private mutating func beginOthers() throws(ChatError) {
    for index in chats.indices where !chats[index].hasBegun {
      do throws(ChatError) {
        if let cursor, !chats[index].isHeld {
          try chats[index].hold(cursor, of: identity, in: store)
        }
      } catch {
        try passOver(chats[index].chat, error)
        continue
      }
      try begin(index)
    }
  }

  /// Of the last messages of each chat, keeps the last of all. Where there are several chats,
  /// nothing that happened before the first of these comes either.
  private mutating func keepLast(_ count: Int) {
    let messages = chats.indices.flatMap { index in
      chats[index].pendingDates.map { (date: $0, index: index) }
    }
    let inOrder = messages.sorted { ($0.date, $0.index) < ($1.date, $1.index) }
    for message in inOrder.dropLast(count) { chats[message.index].drop(messages: 1) }
    guard chats.count > 1, let first = inOrder.suffix(count).first else { return }
    for index in chats.indices { chats[index].drop(before: first.date) }
  }

  /// Looks at what the watches tell, and takes note of it.
  private mutating func takeNews() throws(ChatError) {
    repeat {
      var news = try watches.news()
      if retry.isDue(at: store.client.monotonic()) {
        news.everything = true
        try beginOthers()
      }
      let mayHaveEnded = identity.token?.hasExpired(by: store.client.now()) == true
      let mayBeBack = suspended.contains { $0.absentSince != nil }
      if news.rights || news.everything || mayHaveEnded || mayBeBack || storeAbsentSince != nil {
        try confirmRights()
      }
      if extent == .onwardsInAllChats, news.chats || news.everything {
        try whenThere { () throws(ChatError) in try followNewChats() }
      }
      for index in chats.indices {
        if news.everything || news.messages.contains(chats[index].chat.id) {
          chats[index].mayHaveMore = true
        }
      }
      // New watches have not seen what happened before them.
    } while watches.areNew
  }

  private mutating func confirmRights() throws(ChatError) {
    try whenThere { () throws(ChatError) in _ = try store.confirm(identity) }
    var confirmed: [FollowedChat] = []
    var unconfirmed: [FollowedChat] = []
    for followed in chats + suspended {
      do throws(ChatError) {
        if extent == .onwardsInAllChats {
          confirmed.append(try followed.confirmed(for: identity.account, in: store))
        } else {
          try whenThere { () throws(ChatError) in
            confirmed.append(try followed.confirmed(for: identity.account, in: store))
          }
        }
      } catch {
        // The others are not kept waiting until it is back, or has ended.
        if extent == .onwardsInAllChats, error.isAbsence,
          let absent = followed.absent(at: store.client.monotonic())
        {
          unconfirmed.append(absent)
        } else if extent == .onwardsInAllChats, error.endsOneChat {
          notices.append(.ended(error))
        } else {
          try passOver(followed.chat, error)
          unconfirmed.append(followed)
        }
      }
    }
    chats = confirmed
    suspended = unconfirmed
  }

  private mutating func followNewChats() throws(ChatError) {
    let known = followed
    let account = identity.account
    var failures: [ChatError] = []
    let listed = try store.chats(of: identity) { failures.append($0) }
    for failure in failures { notices.append(.passedOver(failure)) }
    for chat in listed where !known.contains(chat.id) {
      let joined = chat.joined(account.id) ?? chat.created
      do throws(ChatError) {
        let position = try store.log(of: chat).position(since: joined)
        var followed = try FollowedChat(chat: chat, in: store, filter, position: position)
        if let cursor {
          try followed.hold(cursor, of: identity, in: store)
          _ = try followed.begin(at: cursor, of: identity, bounded: false, in: store)
        }
        chats.append(followed)
      } catch {
        try passOver(chat, error)
      }
    }
    // The list comes first: what stands on it and is no chat of theirs yet may become one.
    let hints = try store.chats(of: account.id).allIDs { _ in }
    watchChats(awaiting: Set(hints.compactMap { ChatID($0) }).subtracting(followed))
  }

  private var followed: Set<ChatID> { Set((chats + suspended).map(\.chat.id)) }

  private mutating func watchChats(awaiting: Set<ChatID>) {
    watches.watch(followed, awaiting: extent == .onwardsInAllChats ? awaiting : nil)
  }
}

/// When what failed is tried again: after a second, and each time that it fails again after twice
/// as long.
private struct Retry {
  private(set) var time: ContinuousClock.Instant?
  private var pause = shortest
  private static let shortest = Duration.seconds(1)
  private static let longest = Duration.seconds(32)

  mutating func noteFailure(at now: ContinuousClock.Instant) {
    if time != nil { return }
    time = now + pause
    pause = min(pause * 2, Self.longest)
  }

  /// Whether it is time; then what fails is noted anew.
  mutating func isDue(at now: ContinuousClock.Instant) -> Bool {
    guard let time, now >= time else { return false }
    self.time = nil
    return true
  }
}
