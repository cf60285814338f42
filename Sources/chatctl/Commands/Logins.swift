import ChatCore

/// How accounts come to be remembered here, and are forgotten.
extension Context {
  /// Makes an account, logged in and current.
  /// - Parameter passwordHash: nil for a guest.
  mutating func signUp(
    _ new: NewAccount, passwordHash: String?, in store: Store
  ) throws(ChatError) -> Account {
    let entry = SessionEntry(firstOf: new, in: store)
    let (account, failure) = try sessionFile.add(entry) { _ throws(ChatError) in
      try store.transaction { transaction throws(ChatError) in
        try transaction.createAccount(new, passwordHash: passwordHash)
      }
    }
    if let failure {
      output.warning("\(account.username) was made, but is not current: \(failure.message)")
    }
    return account
  }

  /// Logs in who has given the password; an earlier session that is remembered here ends.
  func beginSession(with proof: PasswordProof, in store: Store) throws(ChatError) {
    let new = SessionEntry(of: proof.account, secret: try SessionSecret.make(), in: store)
    let (_, failure) = try sessionFile.add(new) { entry throws(ChatError) in
      try store.transaction { transaction throws(ChatError) in
        try transaction.begin(entry, with: proof)
      }
    }
    if let failure { throw failure }
  }

  /// Ends every session of a store that is remembered here.
  mutating func logOutAll(of store: Store) throws(ChatError) {
    let entries = try sessionFile.load().all(in: store)
    if entries.isEmpty { return output.status("nobody is logged in here") }
    try sessionFile.requireWritable()
    var failure: ChatError?
    for entry in entries {
      do throws(ChatError) {
        reportLogout(of: try logOut(entry, of: store), current: nil)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  /// Ends a session on both sides.
  /// - Returns: the username of its account.
  /// - Throws: `stillRemembered` when it has ended in the store only.
  mutating func logOut(
    _ entry: SessionEntry, of store: Store
  ) throws(ChatError) -> String {
    let username = try store.username(of: entry)
    let ended = try store.transaction { transaction throws(ChatError) in
      try transaction.endSession(of: entry)
    }
    if ended?.isGuest == true { output.warning("the guest \(username) cannot log in again") }
    do throws(ChatError) {
      try sessionFile.update { $0.forget(entry) }
    } catch {
      throw .stillRemembered(username: username, error)
    }
    return username
  }

  /// Whom commands act as from now on, if nothing else is said; nil where nobody is logged in.
  func currentUsername(in store: Store) throws(ChatError) -> String? {
    try sessionFile.load().current(in: store).map { entry throws(ChatError) in
      try store.username(of: entry)
    }
  }

  /// Says that a session was ended.
  /// - Parameter current: who is current now, where that is to be said.
  mutating func reportLogout(of username: String, current: String?) {
    if output.json {
      output.object(.loggedOut(username, current: current))
    } else {
      output.status(
        "logged out \(username)" + (current.map { "; \($0) is current now" } ?? ""))
    }
    if let current { warnOfUserVariable(unless: current) }
  }

  /// Goes on as a guest who is remembered here, or makes one.
  mutating func logIn(guest handle: String) throws(ChatError) {
    let store = try self.store
    let username = try checkedName(.guestHandle, handle, Username.guest)
    try sessionFile.requireWritable()
    let remembered = try remembered(username, in: store)
    let account: Account
    if let remembered {
      account = remembered
    } else {
      account = try signUpGuest(username, in: store)
    }
    reportCurrent(account, "logged in as \(account.username)")
  }

  private mutating func signUpGuest(
    _ username: Username, in store: Store
  ) throws(ChatError) -> Account {
    do throws(ChatError) {
      return try signUp(try NewAccount(username: username), passwordHash: nil, in: store)
    } catch {
      // Another process here may have been faster.
      guard case .usernameTaken = error, let account = try remembered(username, in: store) else {
        throw error
      }
      return account
    }
  }

  /// The guest of that name whose session is remembered here, made current. One whose session has
  /// ended cannot come back, and is forgotten.
  private func remembered(
    _ username: Username, in store: Store
  ) throws(ChatError) -> Account? {
    guard let entry = try sessionFile.load().session(of: username.text, in: store) else {
      return nil
    }
    guard let identity = try store.identityIfValid(of: entry) else {
      try sessionFile.update { $0.forget(entry) }
      return nil
    }
    try sessionFile.update { $0.makeCurrent(entry) }
    return identity.account
  }

  /// Says which account is current now.
  mutating func reportCurrent(_ account: Account, _ status: String) {
    report(account, status)
    warnOfUserVariable(unless: account.username)
  }

  /// Says that commands go on acting as another account than the one that is current now.
  private mutating func warnOfUserVariable(unless username: String) {
    guard let other = environment.user, foldedName(other) != foldedName(username) else { return }
    output.warning("CHATCTL_USER is set, so that commands still act as \(other)")
  }
}
