import ChatSystem

/// Someone who has proved to be an account.
package struct Identity: Equatable, Sendable {
  package let account: Account
  let credential: Credential

  /// What they proved it with.
  enum Credential: Equatable, Sendable {
    /// The secret of a session, by its digest.
    case session(digest: String)
    case token(Token)
  }

  /// The token that stands in for the account, if one does.
  package var token: Token? {
    if case .token(let token) = credential { token } else { nil }
  }

  var author: Author { Author(user: account.id, name: account.username, token: token?.name) }

  /// Throws `tokenMayNot` when it is a token's that has no right to do something.
  package func require(_ right: TokenScope.Right) throws(ChatError) {
    if let token, !token.scope.rights.contains(right) {
      throw .tokenMayNot(token.name, right.rawValue)
    }
  }

  /// Whether its token, if it is one's, is for a chat.
  func covers(_ chat: Chat) -> Bool { token?.scope.covers(chat.id) ?? true }

  /// Throws `tokenNotFor` when it is not; `text` is what the chat was called.
  func requireCover(of chat: Chat, as text: String) throws(ChatError) {
    if let token, !covers(chat) { throw .tokenNotFor(token.name, chat: text) }
  }

  /// When its token expires.
  var expires: Timestamp? { token?.expires }
}

extension Identity {
  /// Someone who has the secret of a session.
  init(account: Account, sessionDigest: String) {
    self.init(account: account, credential: .session(digest: sessionDigest))
  }

  /// Of the session's secret; nil for a token.
  var sessionDigest: String? {
    if case .session(let digest) = credential { digest } else { nil }
  }
}

/// Someone who has given the password of an account.
package struct PasswordProof: Equatable, Sendable {
  package let account: Account
  /// The hash that it was checked against.
  let hash: String
}

extension Store {
  /// Who holds a session's secret.
  /// - Throws: `sessionEnded` when the store knows no such session, `accountGone`.
  package func identity(of entry: SessionEntry) throws(ChatError) -> Identity {
    guard let account = try account(of: entry), !account.isDeleted else {
      throw .accountGone(username: entry.username)
    }
    let secrets = try secrets(of: account)
    guard let digest = entry.digests.first(where: { secrets?.holdsSession($0) == true }) else {
      throw secrets == nil
        ? .accountGone(username: account.username) : .sessionEnded(username: account.username)
    }
    return Identity(account: account, sessionDigest: digest)
  }

  fileprivate func account(of entry: SessionEntry) throws(ChatError) -> Account? {
    try UserID(entry.user).flatMap { id throws(ChatError) in try account(id) }
  }

  /// Who holds a session's secret.
  /// - Returns: nil when the session has ended.
  package func identityIfValid(of entry: SessionEntry) throws(ChatError) -> Identity? {
    do throws(ChatError) {
      return try identity(of: entry)
    } catch {
      switch error {
      case .sessionEnded, .accountGone: return nil
      default: throw error
      }
    }
  }

  /// The account that is to be deleted by who holds a session's secret: also one that is deleted
  /// already, which a crash may have left half done.
  /// - Throws: `sessionEnded`, `accountGone`.
  package func accountToDelete(of entry: SessionEntry) throws(ChatError) -> Account {
    if let account = try account(of: entry), account.isDeleted { return account }
    return try identity(of: entry).account
  }

  /// The username that the account of a session has now.
  package func username(of entry: SessionEntry) throws(ChatError) -> String {
    try account(of: entry)?.username ?? entry.username
  }

  /// Throws when someone's session or token does not hold any more: `sessionEnded`, `accountGone`,
  /// `tokenRevoked`, `tokenExpired`.
  /// - Returns: the same with their account as it is now.
  @discardableResult
  package func confirm(_ identity: Identity) throws(ChatError) -> Identity {
    // The account first: its secrets may outlive it for a moment, or after a crash.
    let account = try account(identity.account.id)
    try confirm(
      identity, by: try account.flatMap { account throws(ChatError) in try secrets(of: account) })
    return Identity(account: account ?? identity.account, credential: identity.credential)
  }

  /// - Parameter secrets: nil where the account is gone.
  private func confirm(_ identity: Identity, by secrets: Secrets?) throws(ChatError) {
    switch identity.credential {
    case .session(let digest):
      guard let secrets else { throw .accountGone(username: identity.account.username) }
      if !secrets.holdsSession(digest) {
        throw .sessionEnded(username: identity.account.username)
      }
    case .token(let token):
      guard let token = secrets?.token(withDigest: token.digest) else {
        throw .tokenRevoked(token.name)
      }
      if token.hasExpired(by: client.now()) { throw .tokenExpired(token.name) }
    }
  }

  /// Finds the account of a username or e-mail address and checks its password.
  ///
  /// An unknown name takes as long as a wrong password and gives the same error.
  /// - Throws: `wrongPassword`.
  package func authenticate(
    _ name: String, password: Password
  ) throws(ChatError) -> PasswordProof {
    let account = try account(namedOrEmailed: name)
    guard let account, let hash = try secrets(of: account)?.password else {
      _ = try hash(password)
      throw .wrongPassword
    }
    guard try matches(password, hash, of: account) else { throw .wrongPassword }
    return PasswordProof(account: account, hash: hash)
  }

  /// Checks the password of someone who is logged in.
  /// - Throws: `wrongOldPassword`, `guestsMayNot`.
  package func prove(
    _ password: Password, of identity: Identity
  ) throws(ChatError) -> PasswordProof {
    let account = identity.account
    guard let hash = try secrets(of: account)?.password else {
      throw .guestsMayNot("have passwords")
    }
    guard try matches(password, hash, of: account) else { throw .wrongOldPassword }
    return PasswordProof(account: account, hash: hash)
  }

  private func matches(
    _ password: Password, _ hash: String, of account: Account
  ) throws(ChatError) -> Bool {
    if let matches = password.matches(hash) { return matches }
    throw .damaged(
      path: layout.user(account.id).secrets, reason: "'password' is no hash of crypt(5)")
  }

  /// The hash of a password at this store's cost, as crypt(5) writes it.
  package func hash(_ password: Password) throws(ChatError) -> String {
    try password.hash(cost: manifest.passwordCost)
  }

  private func account(namedOrEmailed name: String) throws(ChatError) -> Account? {
    guard name.contains("@") else { return try account(named: name) }
    // What is no address is nobody's.
    guard let email = try? EmailAddress(name) else { return nil }
    return try account(email: email)
  }

  /// What proves that someone is an account.
  /// - Returns: nil when there is no such account, or it was deleted, also since it was looked up.
  /// - Throws: `readableByOthers`, `secretsOfAnotherUser`.
  func secrets(of account: Account) throws(ChatError) -> Secrets? {
    if account.isDeleted { return nil }
    let path = layout.user(account.id).secrets
    try Document.requireSecret(at: path)
    let secrets: Secrets?
    do throws(ChatError) {
      secrets = try Document.readTruth(Secrets.self, at: path)
    } catch {
      switch error {
      case .system(_, _, .accessDenied):
        throw .secretsOfAnotherUser(username: account.username)
      case .missing:
        if try self.account(account.id)?.isDeleted == true { return nil }
        throw error
      default: throw error
      }
    }
    if secrets == nil { try requireDirectory(layout.users) }
    if let secrets, secrets.id != account.id {
      throw .damaged(path: path, reason: "it is another account's")
    }
    return secrets
  }
}

extension Transaction {
  /// Begins a session of an account and ends those that it replaces where it is remembered.
  /// - Throws: `wrongPassword` when the password was changed since it was proved.
  package mutating func begin(
    _ entry: SessionEntry, with proof: PasswordProof
  ) throws(ChatError) {
    guard var secrets = try store.secrets(of: proof.account), secrets.password == proof.hash else {
      throw .wrongPassword
    }
    let digests = entry.digests
    secrets.sessions.removeAll { digests.contains($0.digest) }
    secrets.add(.init(digest: entry.digest, created: now))
    try save(secrets)
  }

  /// Gives an account another password and ends its sessions but one; its tokens stay.
  /// - Returns: how many sessions ended, and how many tokens stay.
  /// - Throws: `wrongOldPassword` when it was changed since it was proved.
  package mutating func changePassword(
    with proof: PasswordProof, to hash: String, keeping identity: Identity
  ) throws(ChatError) -> (endedSessions: Int, tokens: Int) {
    try store.confirm(identity)
    guard var secrets = try store.secrets(of: proof.account), secrets.password == proof.hash else {
      throw .wrongOldPassword
    }
    let count = secrets.sessions.count
    secrets.password = hash
    secrets.sessions.removeAll { $0.digest != identity.sessionDigest }
    try save(secrets)
    return (count - secrets.sessions.count, secrets.tokens?.count { !$0.hasExpired(by: now) } ?? 0)
  }

  /// Ends a session, and what is left of an account that was deleted.
  /// - Returns: whose it was; nil where it had ended already.
  package mutating func endSession(of entry: SessionEntry) throws(ChatError) -> Account? {
    if let account = try store.account(of: entry), account.isDeleted {
      try removeSecrets(of: account)
    }
    guard let identity = try store.identityIfValid(of: entry) else { return nil }
    try endSession(of: identity)
    return identity.account
  }

  /// Ends someone's session.
  mutating func endSession(of identity: Identity) throws(ChatError) {
    guard var secrets = try store.secrets(of: identity.account) else { return }
    secrets.sessions.removeAll { $0.digest == identity.sessionDigest }
    try save(secrets)
  }

  /// Replaces the secrets of an account.
  func save(_ secrets: Secrets) throws(ChatError) {
    try commit(secrets, to: layout.user(secrets.id).secrets, mode: Access.secretMode)
  }
}
