import ChatSystem

/// Where everything is in a store: every file name, once.
///
/// Names that people choose never become file names: ids are checked to be hexadecimal digits, and
/// names are looked up by digest.
struct Layout: Equatable, Sendable {
  /// The store's directory.
  let root: String
  let users: String
  let chats: String

  init(root: String) {
    self.root = root
    users = "\(root)/\(Name.users)"
    chats = "\(root)/\(Name.chats)"
  }

  var manifest: String { "\(root)/\(Name.manifest)" }
  var lock: String { "\(root)/\(Name.lock)" }
  var names: String { "\(root)/\(Name.names)" }
  var usernames: String { "\(names)/usernames" }
  var emails: String { "\(names)/emails" }
  var publicChats: String { "\(names)/public" }

  /// Whether a directory is that of a registry of names.
  func isRegistry(_ path: String) -> Bool { [usernames, emails, publicChats].contains(path) }

  /// Copies of what `doctor` changed or removed.
  var repairs: String { "\(root)/\(Name.repairs)" }

  /// The directories of a store that is new, parents first.
  var directories: [String] { [users, chats, names, usernames, emails, publicChats] }

  /// What the root holds; anything else in it is not ours.
  static let rootEntries: Set = [
    Name.manifest, Name.manifest + AtomicFile.temporarySuffix, Name.lock, Name.users, Name.chats,
    Name.names, Name.repairs,
  ]

  /// What the root holds, by name.
  private enum Name {
    static let manifest = "store.json"
    static let lock = "lock"
    static let users = "users"
    static let chats = "chats"
    static let names = "names"
    static let repairs = "repairs"
  }

  func user(_ id: UserID) -> UserLayout { UserLayout(root: "\(users)/\(id.text)") }
  func chat(_ id: ChatID) -> ChatLayout { ChatLayout(root: "\(chats)/\(id.text)") }

  /// Where a new account or chat is put together before it is renamed into place; used under the
  /// store lock alone.
  var newUser: UserLayout { UserLayout(root: "\(users)/\(draftName)") }
  var newChat: ChatLayout { ChatLayout(root: "\(chats)/\(draftName)") }

  /// Where a chat that is deleted goes before its files are removed; under the store lock, too.
  var goneChat: ChatLayout { ChatLayout(root: "\(chats)/\(goneName)") }
}

private let (draftName, goneName) = (".new", ".gone")

/// Where everything of an account is.
struct UserLayout: Equatable, Sendable {
  let root: String

  var profile: String { "\(root)/profile.json" }
  var secrets: String { "\(root)/secret.json" }
  /// Hints: the account's chats by name.
  var chats: String { "\(root)/chats" }
}

/// Where everything of a chat is.
struct ChatLayout: Equatable, Sendable {
  let root: String

  var document: String { "\(root)/chat.json" }
  var lock: String { "\(root)/lock" }
  var messages: String { "\(root)/messages" }
  /// Hints: which records change which messages.
  var edits: String { "\(root)/edits" }
  /// Up to where accounts have read.
  var cursors: String { "\(root)/cursors" }
  /// A cursor of an account; names are looked up by digest.
  func cursor(_ name: String, of user: UserID) -> CursorLayout {
    let digest = name == Cursor.readMark ? Self.readMarkDigest : Self.digest(ofCursor: name)
    return CursorLayout(root: "\(cursors)/\(user.text)-\(digest)")
  }

  private static func digest(ofCursor name: String) -> String {
    String(SHA256.digest(of: Array(name.utf8)).hexadecimal.prefix(32))
  }

  /// Looked up in each of many chats.
  private static let readMarkDigest = digest(ofCursor: Cursor.readMark)

  /// Which messages were sent under keys, in directories by the first two digits of the digest.
  var keys: String { "\(root)/keys" }

  /// What a key stands for.
  func key(_ digest: String) -> String {
    "\(keys)/\(digest.prefix(2))/\(digest.dropFirst(2))\(documentSuffix)"
  }

  /// Whether a file is called as that of a key is: by all digits of a digest but the first two.
  static func isKey(file name: String) -> Bool { isDigest(name, digits: 62) }

  /// Whether a directory of keys is called so: by the first two digits.
  static func isKeys(directory name: String) -> Bool {
    name.utf8.count == 2 && name.utf8.allSatisfy(isIdentifierDigit)
  }

  /// The digest of the key that a file stands for, by its path.
  static func digest(ofKey path: String) -> String {
    path.split(separator: "/").suffix(2).joined().replacing(documentSuffix, with: "")
  }
}

/// Whether a document is called by so many digits of a digest.
private func isDigest(_ name: String, digits count: Int) -> Bool {
  guard name.hasSuffix(documentSuffix) else { return false }
  let digits = name.utf8.dropLast(documentSuffix.utf8.count)
  return digits.count == count && digits.allSatisfy(isIdentifierDigit)
}

/// Where the documents of a registry of names are.
struct RegistryLayout: Equatable, Sendable {
  let root: String

  /// The document of a folded name, called by the name's digest.
  func document(of folded: String) -> String {
    "\(root)/\(SHA256.digest(of: Array(folded.utf8)).hexadecimal)\(documentSuffix)"
  }

  /// Whether a file is called as a document is, by all digits of a digest.
  static func isDocument(file name: String) -> Bool { isDigest(name, digits: 64) }

  /// The document in a file; nil for what is none, as one that a crash left half-written or that
  /// somebody else put there.
  func document(inFile name: String) -> String? {
    Self.isDocument(file: name) ? "\(root)/\(name)" : nil
  }
}

/// What the names of documents end in.
private let documentSuffix = ".json"

/// Where everything of a cursor is: files that are called alike.
struct CursorLayout: Equatable, Sendable {
  /// What their paths begin with.
  let root: String

  var document: String { root + Suffix.document.rawValue }
  var lock: String { root + Suffix.lock.rawValue }
  /// Messages that a program could not handle.
  var failed: String { root + Suffix.failed.rawValue }

  /// What their paths end in.
  enum Suffix: String, CaseIterable {
    case failed = ".failed.json"
    case document = ".json"
    case lock = ".lock"
  }

  /// Whose cursor a file is of, by its name: an account's id and 32 digits of a digest.
  /// - Returns: nil for what is no file of a cursor.
  static func owner(ofFile name: String) -> (user: UserID, suffix: Suffix)? {
    guard let suffix = Suffix.allCases.first(where: { name.hasSuffix($0.rawValue) }) else {
      return nil
    }
    let parts = name.dropLast(suffix.rawValue.count)
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let user = UserID(String(parts[0])), parts[1].utf8.count == 32,
      parts[1].utf8.allSatisfy(isIdentifierDigit)
    else { return nil }
    return (user, suffix)
  }
}
