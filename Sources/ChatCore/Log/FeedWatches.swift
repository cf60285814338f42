import ChatSystem

/// What a follower watches: of each chat its messages and its document, of the account its secrets
/// and, to follow all, its list of chats; and the directories on the way there.
struct FeedWatches: ~Copyable {
  private let store: Store
  private let user: UserID
  private var chats: Set<ChatID> = []
  /// Chats that are on the account's list but do not confirm that yet; nil when the list is of no
  /// interest.
  private var awaited: Set<ChatID>?
  /// Nil when the follower has to ask from time to time instead.
  private var watcher: Watcher?
  private var meanings: [Watcher.Watch: Meaning] = [:]
  /// What was at each path when it began to be watched.
  private var watched: [(path: String, status: FileStatus)] = []
  /// When it was looked last whether paths lead elsewhere.
  private var checked: ContinuousClock.Instant
  private static let checkInterval = Duration.seconds(1)
  /// How often news were asked for without a watcher since it was tried to have one.
  private var polls = 0
  private static let pollsUntilRetry = 30
  /// Whether what happened before the watches were set is still to be looked for.
  private(set) var areNew = true

  private enum Meaning: Equatable {
    case messages(ChatID)
    case rights
    case chats
    /// Where all of them are.
    case way

    /// The least change that matters.
    var least: Watcher.Change {
      switch self {
      case .messages: .written
      case .rights, .chats: .entries
      case .way: .lost
      }
    }
  }

  /// What may be new.
  struct News {
    var messages: Set<ChatID> = []
    var rights = false
    var chats = false
    var everything = false
  }

  init(for user: UserID, in store: Store) {
    self.store = store
    self.user = user
    checked = store.client.monotonic()
  }

  /// Readable when there is news; nil when nothing tells of it, so that everything may be new at
  /// any time.
  private(set) var descriptor: Int32?

  private var isPolling: Bool { descriptor == nil }

  /// How long to wait for news at most. Some are never told: a move above the store, a link that
  /// leads elsewhere.
  var patience: Duration { isPolling ? .seconds(1) : .seconds(30) }

  /// Watches just these chats.
  /// - Parameter awaiting: also the account's list, and chats on it until they confirm that the
  ///   account takes part in them; nil for neither.
  mutating func watch(_ chats: Set<ChatID>, awaiting awaited: Set<ChatID>?) {
    if chats == self.chats && awaited == self.awaited { return }
    self.chats = chats
    self.awaited = awaited
    begin()
  }

  /// What may be new since the last call.
  mutating func news() throws(ChatError) -> News {
    var news = News(everything: areNew || isPolling)
    areNew = false
    if isPolling { polls += 1 }
    let changes = try attempt(.watch, store.path) { () throws(Errno) in
      try watcher?.changes() ?? [:]
    }
    for (watch, change) in changes { note(watch, change, in: &news) }
    // Whoever moved a directory or a file away may have put another, or a link, in its place.
    let mayBeOther = changes.contains { watch, change in
      change == .lost || (change == .entries && watch.flatMap { meanings[$0] } != .chats)
    }
    if mayBeOther || polls == Self.pollsUntilRetry || isElsewhere {
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
    case .way, nil: news.everything = true
    }
  }

  /// Whether a path leads elsewhere than to what is watched, looked at once in a while: there may
  /// be thousands.
  private var isElsewhere: Bool {
    mutating get {
      let now = store.client.monotonic()
      if now - checked < Self.checkInterval { return false }
      checked = now
      return watched.contains { path, status in
        (try? FileStatus(of: path).isSameFile(as: status)) != true
      }
    }
  }

  /// Watches all there is to watch. Where that is not possible the follower polls: another host may
  /// write to the file system, the user's limit of inotify(7) is reached, or something is gone,
  /// which the next look will tell of.
  private mutating func begin() {
    areNew = !PlantedBug.lateWatch.isPlanted
    polls = 0
    meanings = [:]
    watched = []
    watcher = nil
    descriptor = nil
    do throws(Errno) {
      let watcher = try Watcher.make()
      var meanings: [Watcher.Watch: Meaning] = [:]
      var watched: [(path: String, status: FileStatus)] = []
      for (path, meaning) in places {
        // Chats to come are awaited before they are there.
        if meaning == .chats, try !pathExists(path) { continue }
        guard try FileSystem(of: path).isLocal else { return }
        if meaning != .chats, meaning != .way, try holdsSymlinks(path) { return }
        // First, so that another that takes its place now is seen to be another.
        watched.append((path, try FileStatus(of: path)))
        meanings[try watcher.add(path, from: meaning.least)] = meaning
      }
      descriptor = watcher.raw
      self.watcher = .some(watcher)
      self.meanings = meanings
      self.watched = watched
    } catch {
      // It is tried again.
    }
  }

  /// Whether a file that is followed is a link: what is written at its target is not seen here.
  private func holdsSymlinks(_ directory: String) throws(Errno) -> Bool {
    for name in try Directory.names(in: directory) {
      do throws(Errno) {
        let path = "\(directory)/\(name)"
        let status = try FileStatus(of: path, followingSymlinks: false)
        // A directory behind a link is watched itself.
        if status.kind == .symlink, try FileStatus(of: path).kind == .file { return true }
      } catch {
        // A temporary file that has got its name by now, or a link to nowhere.
        if error != .noSuchEntry { throw error }
      }
    }
    return false
  }

  /// Of a directory that is there twice the last counts.
  private var places: [(path: String, meaning: Meaning)] {
    let layout = store.layout
    let user = layout.user(user)
    var places: [(String, Meaning)] = [layout.root, layout.users, layout.chats].map { ($0, .way) }
    places.append((user.root, .rights))
    for chat in chats {
      let chatLayout = layout.chat(chat)
      places += [(chatLayout.root, .rights), (chatLayout.messages, .messages(chat))]
    }
    if let awaited {
      places += [(user.chats, .chats), (layout.chats, .chats)]
      places += awaited.map { (layout.chat($0).root, .chats) }
    }
    return places
  }
}
