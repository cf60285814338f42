import ChatSystem

extension Store {
  /// The account with this id.
  /// - Returns: nil when there is none.
  package func account(_ id: UserID) throws(ChatError) -> Account? {
    let path = layout.user(id).profile
    guard let account = try Document.readTruth(Account.self, at: path) else {
      try requireDirectory(layout.users)
      return nil
    }
    guard account.id == id else {
      throw .damaged(path: path, reason: "it is another account's")
    }
    return account
  }

  /// The account with an id that a document names, where one has to be: those that were deleted are
  /// kept.
  /// - Throws: `missing`.
  func namedAccount(_ id: UserID) throws(ChatError) -> Account {
    guard let account = try account(id) else { throw .missing(layout.user(id).root) }
    return account
  }

  /// The account with this username, in any case and any spelling that counts as the same.
  /// - Returns: nil when there is none.
  package func account(named username: String) throws(ChatError) -> Account? {
    let folded = foldedName(username)
    return try confirmedAccount(in: usernames, as: folded) { foldedName($0.username) == folded }
  }

  /// The account that goes by a username or once did, so that nobody else may.
  /// - Returns: nil when there is none.
  package func holder(of username: String) throws(ChatError) -> Account? {
    let folded = foldedName(username)
    return try confirmedAccount(in: usernames, as: folded) { $0.holds(username) }
  }

  /// The account with this e-mail address.
  /// - Returns: nil when there is none.
  package func account(email: EmailAddress) throws(ChatError) -> Account? {
    let folded = email.folded
    return try confirmedAccount(in: emails, as: folded) { account in
      account.email.map(foldedName) == folded
    }
  }

  /// The account with this username, also a deleted one, or the one that had it before, as nobody
  /// else can have it.
  /// - Throws: `noAccount` when there is none.
  package func requireAccount(named username: String) throws(ChatError) -> Account {
    if let account = try account(named: username) { return account }
    guard let holder = try holder(of: username) else { throw .noAccount(username) }
    return holder
  }

  /// The usernames that may be meant by one that nobody has: the same one without what names a
  /// chat, a guest or a token, else the nearest of the friends of whoever asks, of the
  /// participants of some chats, and of everyone.
  package func alternatives(
    to username: String, for identity: Identity, in chats: [Chat]
  ) throws(ChatError) -> [String] {
    let bare = nameWithoutAt(username)
    let owner = String(bare.prefix { $0 != "[" })
    for name in [bare, owner, "~\(bare)"] where name != username {
      if let other = try holder(of: name), !other.isDeleted { return [other.username] }
    }
    let participants = chats.flatMap(\.participants).prefix(Self.mostLookedUp)
    var names = accounts(participants.map(\.user)).map(\.username)
    // A token cannot be used for friends, nor for adding some.
    if identity.token == nil {
      names = try friends(of: identity.account) { _ in }.map(\.username) + names
      let everyone = try ids(in: layout.users).compactMap { UserID($0) }
      // A crowd is not worth reading all of its profiles.
      if everyone.count <= Self.mostLookedUp { names += accounts(everyone).map(\.username) }
    }
    return nearestName(to: owner, among: names).map { [$0] } ?? []
  }

  /// The accounts of these ids, without those that were deleted or cannot be read.
  package func accounts(_ users: some Sequence<UserID>) -> [Account] {
    users.compactMap { try? account($0) }.filter { !$0.isDeleted }
  }

  private static let mostLookedUp = 500

  /// Throws when an account cannot be made because its username or e-mail address is taken.
  package func requireFree(_ new: NewAccount) throws(ChatError) {
    try requireFree(new.username, for: new.id)
    if let email = new.email { try requireFree(email, for: new.id) }
  }

  /// Throws when a username is another account's, or once was.
  func requireFree(_ username: Username, for id: UserID) throws(ChatError) {
    guard let holder = try holder(of: username.text), holder.id != id else { return }
    if !holder.isDeleted, foldedName(holder.username) == username.folded {
      throw .usernameTaken(holder.username)
    }
    throw .usernameReserved(username.text)
  }

  /// Throws when an e-mail address is another account's.
  func requireFree(_ email: EmailAddress, for id: UserID) throws(ChatError) {
    if let other = try account(email: email), other.id != id { throw .emailTaken(email.text) }
  }

  var usernames: NameRegistry {
    NameRegistry(directory: layout.usernames)
  }

  var emails: NameRegistry {
    NameRegistry(directory: layout.emails)
  }

  private func confirmedAccount(
    in registry: NameRegistry, as folded: String, _ isConfirmed: (Account) -> Bool
  ) throws(ChatError) -> Account? {
    for text in try registry.ids(of: folded) {
      guard let id = UserID(text), let account = try account(id) else { continue }
      if isConfirmed(account) { return account }
    }
    return nil
  }
}

extension Transaction {
  /// Makes an account, its first session begun.
  /// - Parameter passwordHash: nil for a guest.
  /// - Throws: `usernameTaken`, `emailTaken`.
  package mutating func createAccount(
    _ new: NewAccount, passwordHash: String?
  ) throws(ChatError) -> Account {
    try store.requireFree(new)
    let id = new.id
    let account = Account(
      id: id, username: new.username.text, email: new.email?.text, imageURL: new.imageURL?.text,
      friends: [], created: now)
    let session = Secrets.Session(digest: new.secret.digest, created: account.created)
    if !PlantedBug.documentBeforeHint.isPlanted { try claim(new.username, for: id) }
    if let email = new.email { try claim(email, for: id) }
    try putTogether(account, Secrets(id: id, password: passwordHash, sessions: [session]))
    if PlantedBug.documentBeforeHint.isPlanted { try claim(new.username, for: id) }
    return account
  }

  /// Adds the hint of a username that is free, or the account's own.
  func claim(_ username: Username, for id: UserID) throws(ChatError) {
    try claim(username.folded, in: store.usernames, for: id)
  }

  /// Adds the hint of an e-mail address that is free, or the account's own.
  func claim(_ email: EmailAddress, for id: UserID) throws(ChatError) {
    try claim(email.folded, in: store.emails, for: id)
  }

  /// Hints of accounts that are not to be seen stay: what holds them may be away for a while.
  private func claim(
    _ folded: String, in registry: NameRegistry, for id: UserID
  ) throws(ChatError) {
    var ids: [String] = []
    for other in try registry.ids(of: folded) where other != id.text {
      if let other = UserID(other), try store.account(other) == nil { ids.append(other.text) }
    }
    try set(ids + [id.text], in: registry, as: folded)
  }

  /// Replaces the profile of an account.
  mutating func save(_ account: Account) throws(ChatError) {
    try commit(account, to: layout.user(account.id).profile)
  }

  /// Makes a profile stay that is already as it is wanted.
  func keep(_ account: Account) throws(ChatError) {
    try commitAgain(layout.user(account.id).profile)
  }

  /// The account as it is now, under the lock.
  func current(_ id: UserID) throws(ChatError) -> Account {
    guard let account = try store.account(id) else {
      throw .missing(layout.user(id).profile)
    }
    return account
  }

  /// The same of several.
  func current(_ accounts: [Account]) throws(ChatError) -> [Account] {
    try accounts.map { account throws(ChatError) in try current(account.id) }
  }

  /// Throws `accountDeleted` when that has been done, also since it was looked up.
  func requireNotDeleted(_ account: Account) throws(ChatError) {
    if try current(account.id).isDeleted { throw .accountDeleted(account.username) }
  }

  /// Makes the account's directory beside the others and renames it into place: the commit point.
  private func putTogether(_ account: Account, _ secrets: Secrets) throws(ChatError) {
    let draft = layout.newUser
    try makeDirectories(draft.root, [draft.chats])
    try write(secrets, to: draft.secrets, mode: Access.secretMode)
    try write(account, to: draft.profile)
    try publish(draft.root, as: layout.user(account.id).root)
  }
}
