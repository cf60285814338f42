import ChatSystem

/// What a follower watches: of each chat its messages and its document, of the account its secrets and,
/// to follow all, its list of chats.
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
  /// Whether what happened before the watches were set is still to be looked for.
  private(set) var areNew = true

  private enum Meaning: Equatable {
    case messages(ChatID)
    case rights
    case chats

    var isOfMessages: Bool { self != .rights && self != .chats }
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
  }

  /// Readable when there is news; nil when nothing tells of it, so that everything may be new at any
  /// time.
  private(set) var descriptor: Int32?

  var isPolling: Bool { descriptor == nil }

  /// Watches just these chats.
  /// - Parameter awaiting: also the account's list, and chats on it until they confirm that the account
  ///   takes part in them; nil for neither.
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
    let changes = try attempt(.watch, store.path) { () throws(Errno) in
      try watcher?.changes() ?? [:]
    }
    for (watch, change) in changes { note(watch, change, in: &news) }
    // Whoever moved a directory or a file away may have put another, or a link, in its place.
    let isOther = changes.contains { watch, change in
      change == .lost || (change == .entries && watch.flatMap { meanings[$0] } != .chats)
    }
    if isOther {
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
      let watcher = try Watcher.make()
      for (path, meaning) in places {
        // Chats to come are awaited before they are there.
        if meaning == .chats, try !pathExists(path) { continue }
        guard try FileSystem(of: path).isLocal else { return }
        if meaning != .chats, try holdsSymlinks(path) { return }
        meanings[try watcher.add(path, writes: meaning.isOfMessages)] = meaning
      }
      descriptor = watcher.raw
      self.watcher = .some(watcher)
    } catch {
      meanings = [:]
    }
  }

  /// Whether a file that is followed is a link: what is written at its target is not seen here.
  private func holdsSymlinks(_ directory: String) throws(Errno) -> Bool {
    for name in try Directory.names(in: directory) {
      let status = try FileStatus(of: "\(directory)/\(name)", followingSymlinks: false)
      // A directory behind a link is watched itself.
      if status.kind == .symlink, try FileStatus(of: "\(directory)/\(name)").kind == .file {
        return true
      }
    }
    return false
  }

  private var places: [(path: String, meaning: Meaning)] {
    let user = store.layout.user(user)
    var places: [(String, Meaning)] = [(user.root, .rights)]
    for chat in chats {
      let layout = store.layout.chat(chat)
      places += [(layout.root, .rights), (layout.messages, .messages(chat))]
    }
    if let awaited {
      places += [(user.chats, .chats), (store.layout.chats, .chats)]
      places += awaited.map { (store.layout.chat($0).root, .chats) }
    }
    return places
  }
}
