import ChatSystem

/// What proves that someone is an account: the document `secret.json`, 0600 and owned by the user
/// of this host who signed up.
struct Secrets: Encodable, Equatable, Sendable {
  var id: UserID
  /// As crypt(5) writes it; a guest has none.
  var password: String?
  var sessions: [Session]
  /// Nil when there are none.
  var tokens: [Token]?

  struct Session: Encodable, Equatable, Sendable {
    /// Of the session's secret; the secret itself is with its owner alone.
    var digest: String
    var created: Timestamp

    enum CodingKeys: CodingKey { case digest, created }
  }

  enum CodingKeys: CodingKey { case id, password, sessions, tokens }

  /// So that a script that logs in anew each time does not make every command slower; the oldest
  /// session ends when there are more.
  private static let sessionLimit = 64

  mutating func add(_ session: Session) {
    sessions.append(session)
    sessions.removeFirst(max(0, sessions.count - Self.sessionLimit))
  }

  /// Whether there is a session with this digest; takes as long whichever it is.
  func holdsSession(_ digest: String) -> Bool {
    sessions.reduce(false) { found, session in isEqual(session.digest, digest) || found }
  }

  /// The token with this digest; takes as long whichever it is.
  func token(withDigest digest: String) -> Token? {
    (tokens ?? []).reduce(nil) { found, token in isEqual(token.digest, digest) ? token : found }
  }

  private func isEqual(_ one: String, _ other: String) -> Bool {
    constantTimeEquals(Array(one.utf8), Array(other.utf8))
  }
}

extension Secrets: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    id = try fields.required(.id)
    password = try fields.optional(.password)
    sessions = try fields.required(.sessions)
    tokens = try fields.optional(.tokens)
  }
}

extension Secrets.Session: DocumentContent {
  init(_ fields: DocumentFields<CodingKeys>) throws(DocumentFault) {
    digest = try fields.required(.digest)
    created = try fields.required(.created)
  }
}

/// The secret of a session: 256 random bits, in 64 hexadecimal digits, kept by its owner alone.
package struct SessionSecret: Equatable, Sendable {
  let text: String

  init(text: String) { self.text = text }

  /// Makes one that is new.
  package static func make() throws(ChatError) -> SessionSecret {
    SessionSecret(text: try randomText(bytes: 32))
  }

  var digest: String { SHA256.digest(of: Array(text.utf8)).hexadecimal }
}
