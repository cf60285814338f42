import ChatSystem

@testable import ChatCore

/// A store in a directory of its own, in which passwords are cheap and time stands still.
final class TestStore: Sendable {
  let clock = TestClock()
  let store: Store
  private let directory: TemporaryDirectory

  /// - Parameter lockTimeout: not zero by itself, since a program that another test starts holds
  ///   copies of all locks until it is one.
  init(lockTimeout: Duration = .seconds(60)) throws {
    directory = try TemporaryDirectory()
    let client = Client(
      command: "test", lockTimeout: lockTimeout, monotonic: { [clock] in clock.monotonic },
      now: { [clock] in clock.now })
    let path = "\(directory.path)/store"
    let created = try Store.create(at: path, for: client)
    var manifest = created.manifest
    manifest.passwordCost = 1
    try created.transaction { transaction throws(ChatError) in
      try transaction.write(manifest, to: created.layout.manifest)
    }
    store = try Store(at: path, for: client)
  }

  /// A store with two accounts, who are no friends.
  static func withAliceAndBob() throws -> (store: TestStore, alice: Identity, bob: Identity) {
    let store = try TestStore()
    return (store, try store.signUp("alice"), try store.signUp("bob"))
  }

  var layout: Layout { store.layout }

  /// Makes an account, without a password unless one is given, and logs it in.
  @discardableResult
  func signUp(
    _ username: String, email: String? = nil, password: Password? = nil
  ) throws -> Identity {
    let new = try NewAccount(
      username: Username(username), email: try email.map { try EmailAddress($0) })
    return try signUp(new, passwordHash: try password.map { try store.hash($0) })
  }

  func signUpGuest(_ handle: String) throws -> Identity {
    try signUp(NewAccount(username: Username.guest(handle)), passwordHash: nil)
  }

  private func signUp(_ new: NewAccount, passwordHash: String?) throws -> Identity {
    let account = try store.transaction { transaction throws(ChatError) in
      try transaction.createAccount(new, passwordHash: passwordHash)
    }
    return Identity(account: account, sessionDigest: new.secret.digest)
  }

  func makeFriends(_ identity: Identity, _ friends: Identity...) throws {
    try store.transaction { transaction throws(ChatError) in
      for friend in friends { _ = try transaction.addFriend(friend.account, for: identity) }
    }
  }

  /// Makes a chat with friends, or a public one where none are given.
  @discardableResult
  func makeChat(_ name: String, by owner: Identity, with friends: Identity...) throws -> Chat {
    let chatName = try ChatName(name)
    return try store.transaction { transaction throws(ChatError) in
      try transaction.createChat(
        chatName, by: owner, with: friends.map(\.account), isPublic: friends.isEmpty)
    }
  }

  @discardableResult
  func join(_ chat: Chat, as identity: Identity) throws -> Chat {
    try store.transaction { transaction throws(ChatError) in
      try transaction.join(chat, as: identity).chat
    }
  }

  /// Removes someone from a chat's document.
  func removeParticipant(_ identity: Identity, from chat: Chat) throws {
    var without = chat
    without.participants.removeAll { $0.user == identity.account.id }
    try store.transaction { transaction throws(ChatError) in
      try transaction.write(without, to: layout.chat(chat.id).document)
    }
  }

  @discardableResult
  func send(_ bodies: String..., to chat: Chat, as identity: Identity) throws -> Receipt {
    let texts = try bodies.map { NewMessage(try MessageText(Array($0.utf8))) }
    return try store.send(texts, to: chat, as: identity)
  }

  /// What a reader sees of a chat.
  func bodies(of chat: Chat) throws -> [String] {
    var bodies: [String] = []
    _ = try store.readHistory(of: chat, HistoryQuery()) { bodies += [$0.message?.body ?? ""] }
    return bodies
  }
}
