import ChatSystem

/// Someone who has proved to be an account.
package struct Identity: Equatable, Sendable {
  package let account: Account
  /// Of the session's secret.
  let sessionDigest: String

  var author: Author { Author(user: account.id, name: account.username) }
}

extension Store {
  /// Who holds a session's secret.
  /// - Throws: `sessionEnded` when the store knows no such session.
  package func identity(of entry: SessionEntry) throws(ChatError) -> Identity {
    guard let id = UserID(entry.user), let account = try account(id) else {
      throw .sessionEnded(username: entry.username)
    }
    let identity = Identity(
      account: account, sessionDigest: SessionSecret(text: entry.secret).digest)
    try confirm(identity)
    return identity
  }

  /// Whether someone's session still holds.
  /// - Throws: `sessionEnded` when it does not.
  package func confirm(_ identity: Identity) throws(ChatError) {
    let account = identity.account
    guard let secrets = try secrets(of: account), secrets.holdsSession(identity.sessionDigest)
    else {
      throw .sessionEnded(username: account.username)
    }
  }

  /// Finds the account of a username or e-mail address and checks its password.
  ///
  /// An unknown name takes as long as a wrong password and gives the same error.
  /// - Throws: `wrongPassword`.
  package func authenticate(
    _ name: String, password: Password
  ) throws(ChatError) -> Account {
    let account = try account(namedOrEmailed: name)
    guard let account, let hash = try secrets(of: account)?.password else {
      _ = try hash(password)
      throw .wrongPassword
    }
    guard try password.matches(hash) else { throw .wrongPassword }
    return account
  }

  /// The hash of a password at this store's cost, as crypt(5) writes it.
  package func hash(_ password: Password) throws(ChatError) -> String {
    try password.hash(cost: manifest.passwordCost)
  }

  private func account(namedOrEmailed name: String) throws(ChatError) -> Account? {
    if name.contains("@") { return try account(email: EmailAddress(name)) }
    return try account(named: name)
  }

  func secrets(of account: Account) throws(ChatError) -> Secrets? {
    let path = layout.user(account.id).secrets
    let secrets: Secrets?
    do throws(ChatError) {
      secrets = try Document.read(Secrets.self, at: path)
    } catch {
      guard case .system(_, _, .accessDenied) = error else { throw error }
      throw .secretsOfAnotherUser(username: account.username)
    }
    if let secrets, secrets.id != account.id {
      throw .damaged(path: path, reason: "it is another account's")
    }
    return secrets
  }
}

extension Transaction {
  /// Begins a session of an account and gives its secret, which is kept nowhere else.
  package mutating func beginSession(of account: Account) throws(ChatError) -> SessionSecret {
    guard var secrets = try store.secrets(of: account) else { throw .noAccount(account.username) }
    let secret = try SessionSecret.make()
    secrets.add(.init(digest: secret.digest, created: now))
    try save(secrets)
    return secret
  }

  /// Ends someone's session.
  package mutating func endSession(of identity: Identity) throws(ChatError) {
    guard var secrets = try store.secrets(of: identity.account) else { return }
    secrets.sessions.removeAll { $0.digest == identity.sessionDigest }
    try save(secrets)
  }

  private func save(_ secrets: Secrets) throws(ChatError) {
    try Document.write(
      secrets, to: layout.user(secrets.id).secrets, mode: Access.secretMode)
  }
}
