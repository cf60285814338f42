import ChatSystem

/// A credential for a bot, that can do no more than its scope; the store keeps all of it but the
/// secret.
package struct Token: Encodable, Equatable, Sendable {
  package let name: String
  /// Of its text, which is with its owner alone.
  let digest: String
  package let scope: TokenScope
  package let created: Timestamp
  package let expires: Timestamp?

  enum CodingKeys: CodingKey { case name, digest, scope, created, expires }

  func hasExpired(by now: Timestamp) -> Bool { expires.map { $0 <= now } ?? false }
}

/// What a token is good for.
package struct TokenScope: Encodable, Equatable, Sendable {
  /// Something that it may be used for.
  package enum Right: String, Encodable, Sendable { case read, send }

  /// What may be done with it.
  package let rights: [Right]
  /// In which chats; nil for all that its account may use.
  package let chats: [ChatID]?

  enum CodingKeys: CodingKey { case rights, chats }

  package init(rights: [Right], chats: [ChatID]?) {
    self.rights = rights
    self.chats = chats
  }

  func covers(_ chat: ChatID) -> Bool { chats?.contains(chat) ?? true }
}

extension Token: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    name = try fields.required(.name)
    digest = try fields.required(.digest)
    scope = try fields.required(.scope)
    created = try fields.required(.created)
    expires = try fields.optional(.expires)
  }
}

extension TokenScope: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    rights = try fields.required(.rights)
    chats = try fields.optional(.chats)
  }
}

extension TokenScope.Right: DocumentValue {
  init(_ value: JSONValue) throws(DocumentFault) {
    guard let right = TokenScope.Right(rawValue: try String(value)) else {
      throw DocumentFault(.notValid)
    }
    self = right
  }
}

/// A name for a token, by the rules of usernames.
package struct TokenName: Sendable {
  /// In normalization form C.
  package let text: String

  /// - Throws: why it is refused.
  package init(_ text: String) throws(NameProblem) { self.text = try Username.check(text) }
}

/// The text of a token, `chatctl-USER-SECRET`: the id of its account and 256 random bits.
package struct TokenText: Sendable {
  package let text: String
  let user: UserID

  private static let prefix = "chatctl"

  private init(_ user: UserID, _ secret: String) {
    text = "\(Self.prefix)-\(user.text)-\(secret)"
    self.user = user
  }

  /// Makes one that is new.
  static func make(for identity: Identity) throws(ChatError) -> TokenText {
    TokenText(identity.account.id, try randomText(bytes: 32))
  }

  /// Takes one as it was kept somewhere; white space around it is none of it.
  /// - Throws: `emptyToken`; `badToken` when it has another form.
  package init(_ bytes: [UInt8]) throws(ChatError) {
    let bytes = bytes.withoutSurroundingSpace
    if bytes.isEmpty { throw .emptyToken }
    let parts = bytes.split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false
    ).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 3, parts[0] == Self.prefix, let user = UserID(parts[1]),
      parts[2].utf8.count == 64, parts[2].utf8.allSatisfy(isIdentifierDigit)
    else { throw .badToken }
    self.init(user, parts[2])
  }

  /// Reads one from a file that nobody else may read, or from what a pipe or a device gives.
  /// - Throws: `emptyToken`, `badToken`, `noTokenFile`, `readableByOthers`.
  package init(contentsOf path: String) throws(ChatError) {
    // A secret is not repeated in an error, nor most of one.
    let parts = path.split(separator: "-")
    if parts.count > 2, parts[0] == Self.prefix, UserID(String(parts[1])) != nil {
      throw .tokenForFile
    }
    let contents = try attemptIfPresent(.read, path) { () throws(Errno) in
      // A path that leads through a file is a slip of the hand, and no damage.
      if try !pathExists(path) { throw .noSuchEntry }
      let file = try FileDescriptor.open(path, [.readOnly, .noControllingTerminal])
      let status = try file.status()
      if status.kind == .directory { throw .isDirectory }
      return (status, try file.readStream(limit: 4096))
    }
    guard let (status, bytes) = contents else { throw .noTokenFile(path) }
    if status.kind == .file, status.mode.isOpenToOthers { throw .readableByOthers(path) }
    try self.init(bytes)
  }

  /// Puts it into a file that is made for it, 0600 from the beginning.
  /// - Throws: `fileExists`.
  fileprivate func write(toNew path: String) throws(ChatError) {
    do throws(ChatError) {
      try creating(path) { () throws(Errno) in
        try writeNewFile(path, Array("\(text)\n".utf8), mode: Access.secretMode)
      }
    } catch {
      if case .system(_, _, .exists) = error { throw .fileExists(path) }
      throw error
    }
  }

  var digest: String { SHA256.digest(of: Array(text.utf8)).hexadecimal }
}

extension [UInt8] {
  fileprivate var withoutSurroundingSpace: ArraySlice<UInt8> {
    let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
    guard let first = firstIndex(where: { !isSpace($0) }),
      let last = lastIndex(where: { !isSpace($0) })
    else { return [] }
    return self[first...last]
  }
}

extension Store {
  /// Who a token stands in for.
  /// - Throws: `badToken` when the store knows no such token, `tokenOfAnotherStore` when not even
  ///   its account; `tokenExpired`.
  package func identity(of text: TokenText) throws(ChatError) -> Identity {
    guard let account = try account(text.user) else { throw .tokenOfAnotherStore }
    guard let token = try secrets(of: account)?.token(withDigest: text.digest) else {
      throw .badToken
    }
    if token.hasExpired(by: client.now()) { throw .tokenExpired(token.name) }
    return Identity(account: account, credential: .token(token))
  }

  /// Makes a token of someone.
  /// - Parameter path: of a file to be made, which gets its text.
  /// - Returns: the token, and its text, which is kept nowhere else.
  /// - Throws: `tokenExists`, `fileExists`, `guestsMayNot`.
  package func createToken(
    _ name: TokenName, for scope: TokenScope, expires: Timestamp?, of identity: Identity,
    writtenTo path: String?
  ) throws(ChatError) -> (token: Token, text: TokenText) {
    let text = try TokenText.make(for: identity)
    // Before it counts, so that none counts that nobody has.
    if let path { try text.write(toNew: path) }
    do throws(ChatError) {
      let token = try transaction { transaction throws(ChatError) in
        try transaction.createToken(name, text, for: scope, expires: expires, of: identity)
      }
      return (token, text)
    } catch {
      if case .maybeStored = error { throw error }
      if let path { try? removeFile(path) }
      throw error
    }
  }

  /// Someone's tokens, in the order in which they were made.
  package func tokens(of identity: Identity) throws(ChatError) -> [Token] {
    try secrets(of: identity.account)?.tokens ?? []
  }
}

extension Transaction {
  /// Makes a token of someone.
  /// - Parameter text: the only copy.
  /// - Throws: `tokenExists`, `guestsMayNot`.
  mutating func createToken(
    _ name: TokenName, _ text: TokenText, for scope: TokenScope, expires: Timestamp?,
    of identity: Identity
  ) throws(ChatError) -> Token {
    try store.confirm(identity)
    if identity.account.isGuest { throw .guestsMayNot("have tokens") }
    var secrets = try currentSecrets(of: identity)
    var tokens = secrets.tokens ?? []
    if let other = tokens.first(where: { $0.goes(by: name.text) }) {
      throw .tokenExists(other.name)
    }
    let token = Token(
      name: name.text, digest: text.digest, scope: scope, created: now, expires: expires)
    tokens.append(token)
    secrets.tokens = tokens
    try save(secrets)
    return token
  }

  /// Takes a token of someone back.
  /// - Returns: what it was.
  /// - Throws: `noToken`.
  package mutating func revokeToken(
    _ name: String, of identity: Identity
  ) throws(ChatError) -> Token {
    try store.confirm(identity)
    var secrets = try currentSecrets(of: identity)
    var tokens = secrets.tokens ?? []
    guard let index = tokens.firstIndex(where: { $0.goes(by: name) }) else { throw .noToken(name) }
    let token = tokens.remove(at: index)
    secrets.tokens = tokens.isEmpty ? nil : tokens
    try save(secrets)
    return token
  }

  private func currentSecrets(of identity: Identity) throws(ChatError) -> Secrets {
    guard let secrets = try store.secrets(of: identity.account) else {
      throw .accountGone(username: identity.account.username)
    }
    return secrets
  }
}

extension Token {
  fileprivate func goes(by name: String) -> Bool { foldedName(self.name) == foldedName(name) }
}
