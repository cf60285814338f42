import ChatSystem

/// What a follower watches: of each chat its messages and its document, of the account its secrets and,
/// to follow all, its list of chats.
struct FeedWatches: ~Copyable {
  private let store: Store
  private let user: UserID
  private let followsAll: Bool
  private var chats: [ChatID]
  /// Chats that are on the account's list, which comes first, but do not confirm that yet.
  private var awaited: Set<ChatID> = []
  /// Nil when the follower has to ask from time to time instead.
  private var watcher: Watcher?
  private var meanings: [Watcher.Watch: Meaning] = [:]
  /// Until it was told that anything may be new.
  private var areNew = true

  private enum Meaning {
    case messages(ChatID)
    case rights
    case chats
  }

  /// What may be new.
  struct News {
    var messages: Set<ChatID> = []
    var rights = false
    var chats = false
    var everything = false
  }

  init(of chats: [ChatID], for user: UserID, in store: Store, followsAll: Bool) {
    self.store = store
    self.user = user
    self.followsAll = followsAll
    self.chats = chats
    begin()
  }

  /// Readable when there is news; nil when nothing tells of it, so that everything may be new at any
  /// time.
  private(set) var descriptor: Int32?

  var isPolling: Bool { descriptor == nil }

  /// Watches a chat as well.
  mutating func add(_ chat: ChatID) {
    chats.append(chat)
    begin()
  }

  /// Watches chats until they confirm that the account takes part in them.
  mutating func awaitConfirmation(of chats: Set<ChatID>) {
    if chats == awaited { return }
    awaited = chats
    begin()
  }

  /// What may be new since the last call.
  mutating func news() throws(ChatError) -> News {
    var news = News(everything: areNew || isPolling)
    areNew = false
    let changes = try attempt(.watch, store.path) { () throws(Errno) in
      try watcher?.changes() ?? [:]
    }
    for (watch, change) in changes { note(watch, change, in: &news) }
    // Whoever moved a directory away may have put another in its place.
    if changes.values.contains(.lost) {
      begin()
      news.everything = true
      areNew = false
    }
    return news
  }

  private func note(_ watch: Watcher.Watch?, _ change: Watcher.Change, in news: inout News) {
    switch watch.flatMap({ meanings[$0] }) {
    case .messages(let chat): news.messages.insert(chat)
    case .rights: news.rights = true
    case .chats: news.chats = true
    case nil: news.everything = true
    }
  }

  /// Watches all there is to watch. Where that is not possible the follower polls: another host may
  /// write to the file system, the user's limit of inotify(7) is reached, or something is gone,
  /// which the next look will tell of.
  private mutating func begin() {
    areNew = true
    meanings = [:]
    watcher = nil
    descriptor = nil
    do throws(Errno) {
      guard try FileSystem(of: store.path).isLocal else { return }
      let watcher = try Watcher.make()
      let user = store.layout.user(user)
      meanings[try watcher.add(user.root, writes: false)] = .rights
      for chat in chats {
        let layout = store.layout.chat(chat)
        meanings[try watcher.add(layout.root, writes: false)] = .rights
        meanings[try watcher.add(layout.messages, writes: true)] = .messages(chat)
      }
      if followsAll {
        for list in [user.chats, store.layout.chats] {
          meanings[try watcher.add(list, writes: false)] = .chats
        }
        for root in awaited.map({ store.layout.chat($0).root }) where try pathExists(root) {
          meanings[try watcher.add(root, writes: false)] = .chats
        }
      }
      descriptor = watcher.raw
      self.watcher = .some(watcher)
    } catch {
      meanings = [:]
    }
  }
}
