import Foundation
import TestTools

/// One process after the other that does something as one of the accounts, while others do the
/// same.
struct Racer {
  private let index: Int
  private let scene: RaceScene
  /// One of the accounts that are shared.
  private let account: String
  /// The name of its own account now.
  private(set) var own: String
  private var random: SeededGenerator
  private var counter = 0
  private(set) var friends: [String: Bool] = [:]
  private(set) var tokens: [String: Bool] = [:]

  private enum Deed: CaseIterable {
    case send, sendAgain, sendToOps, sendToRoom, edit, delete
    case makeRoom, renameRoom, deleteRoom, makeContested
    case takeOutOrIn, leave, hall
    case friend, rename, signUp, token
    case markRead, cursor, log, unread, list, search
  }

  init(_ index: Int, in scene: RaceScene, seed: UInt64) {
    self.index = index
    self.scene = scene
    account = RaceScene.accounts[index % RaceScene.accounts.count]
    own = "own\(index)"
    random = SeededGenerator(seed: seed)
  }

  /// Does so many things.
  mutating func run(commands: Int) throws {
    for _ in 0..<commands {
      counter += 1
      if let deed = Deed.allCases.randomElement(using: &random) { try run(deed) }
    }
  }

  private mutating func run(_ deed: Deed) throws {
    switch deed {
    case .send: try send(to: "hall", ["r0/hall"], allowed: [0])
    case .sendAgain:
      try send(to: "hall", ["r0/hall", "--key", "k\(index).\(counter)"], allowed: [0])
    case .sendToOps: try send(to: "ops", ["ops"], allowed: mayBeOut ? [0, 3, 4] : [0])
    case .sendToRoom:
      let rooms = scene.rooms.use { Array($0.suffix(4)) }
      guard let room = rooms.randomElement(using: &random) else { return }
      try send(to: room.id, [room.id], allowed: [0, 3, 4])
    case .edit: try edit()
    case .delete: try delete()
    case .makeRoom: try makeRoom()
    case .renameRoom: try renameRoom()
    case .deleteRoom: try deleteRoom()
    case .makeContested:
      try run(["chat", "create", "only \(counter / 8)"] + others, as: account, allowed: [0, 5])
    case .takeOutOrIn: try takeOutOrIn()
    case .leave: try leave()
    case .hall:
      // Those who are known to stay are followed by followers.
      if !mayBeOut { return }
      let word = random.chance(0.5) ? "join" : "leave"
      try run(["chat", word, "r0/hall"], as: account, allowed: [0, 3, 4])
    case .friend: try befriend()
    case .rename: try rename()
    case .signUp: try signUp()
    case .token: try makeToken()
    case .markRead:
      try run(["chat", "read", "r0/hall"], as: account, allowed: mayBeOut ? [0, 3, 4] : [0])
    case .cursor:
      try run(
        ["tail", "r0/hall", "--cursor", "c\(index)", "--no-follow"], as: account, allowed: [0])
    case .log: try read(["log", "r0/hall", "-n", "20"])
    case .unread: try read(["unread"])
    case .list: try read(["chat", "list"])
    case .search: try read(["search", "-F", "<\(index)."])
    }
  }

  /// Whether its account is one that is taken out of chats.
  private var mayBeOut: Bool { RaceScene.comers.contains(account) }

  private var others: [String] { account == "r1" ? ["r2"] : ["r1"] }

  private mutating func send(
    to chat: String, _ words: [String], allowed: Set<Int32>
  ) throws {
    let text = "<\(index).\(counter)>"
    let outcome = try run(["send"] + words + ["--", text], as: account, allowed: allowed)
    scene.ledger.note(
      text, in: RaceScene.series(of: index, in: chat), Fate(ofExit: outcome.code))
    guard outcome.code == 0,
      let number = try JSONRecord.all(in: outcome.output).first?.number("number")
    else { return }
    let message = RaceMessage(chat: chat, account: account, number: number, text: text)
    scene.ledger.set(message.textPlace, to: text)
    scene.ledger.set(message.deletionPlace, to: "there")
    scene.messages.use { $0.append(message) }
  }

  /// A message of its account that others may be changing, too.
  private mutating func ownMessage() -> RaceMessage? {
    let messages = scene.messages.use { Array($0.suffix(60)) }
    return messages.filter { $0.account == account && ["hall", "ops"].contains($0.chat) }
      .randomElement(using: &random)
  }

  private func operand(_ chat: String) -> String { chat == "hall" ? "r0/hall" : chat }

  private mutating func edit() throws {
    guard let message = ownMessage() else { return }
    let text = "\(message.text) edited by \(index).\(counter)"
    try set(
      message.textPlace, to: text,
      ["edit", operand(message.chat), "\(message.number)", "--", text], as: account,
      allowed: [0, 3, 4])
  }

  private mutating func delete() throws {
    guard let message = ownMessage() else { return }
    try set(
      message.deletionPlace, to: "deleted",
      ["delete", operand(message.chat), "\(message.number)"], as: account, allowed: [0, 3, 4])
  }

  private mutating func makeRoom() throws {
    let name = "room \(index) \(counter)"
    let made = try run(["chat", "create", name] + others, as: account, allowed: [0])
    guard let id = try JSONRecord.all(in: made.output).first?.text("chatID") else { return }
    let room = RaceRoom(id: id, owner: account)
    scene.ledger.set(room.place, to: "there")
    scene.ledger.set(room.namePlace, to: name)
    scene.rooms.use { $0.append(room) }
  }

  private mutating func ownRoom() -> RaceRoom? {
    let rooms = scene.rooms.use { Array($0.suffix(30)) }
    return rooms.filter { $0.owner == account }.randomElement(using: &random)
  }

  private mutating func renameRoom() throws {
    guard let room = ownRoom() else { return }
    let name = "room \(index) \(counter)"
    try set(
      room.namePlace, to: name, ["chat", "rename", room.id, name], as: account, allowed: [0, 3])
  }

  private mutating func deleteRoom() throws {
    guard let room = ownRoom() else { return }
    try set(
      room.place, to: "gone", ["chat", "delete", room.id, "--yes"], as: account, allowed: [0, 3])
  }

  /// The owner of `ops` removes someone, or adds them again.
  private mutating func takeOutOrIn() throws {
    guard let comer = RaceScene.comers.randomElement(using: &random) else { return }
    let comesIn = random.chance(0.5)
    try set(
      RaceScene.memberPlace(comer), to: comesIn ? "member" : "none",
      ["chat", comesIn ? "add" : "remove", "ops", comer], as: RaceScene.owner, allowed: [0])
  }

  private mutating func leave() throws {
    if !mayBeOut { return }
    // Where it is out already that is said in different ways.
    try set(
      RaceScene.memberPlace(account), to: "none", ["chat", "leave", "ops"], as: account,
      allowed: [0, 3, 4])
  }

  private mutating func befriend() throws {
    guard let friend = RaceScene.accounts.randomElement(using: &random) else { return }
    let isFriend = random.chance(0.6)
    let isThere = friends[friend] == true
    try run(
      ["friends", isFriend ? "add" : "remove", friend], as: own,
      allowed: isFriend || isThere ? [0] : [3])
    friends[friend] = isFriend
  }

  /// Wants a username that others want, too.
  private mutating func rename() throws {
    let name = "pool\(counter / 8)"
    if name == own { return }
    let outcome = try run(["profile", "--username", name], as: own, allowed: [0, 5])
    guard outcome.code == 0 else { return }
    own = name
    claim(name, "racer \(index)")
  }

  private func claim(_ name: String, _ owner: String) {
    scene.usernames.use { _ = $0[name, default: []].insert(owner) }
  }

  /// The same name is another account's in capitals.
  private mutating func signUp() throws {
    let name = "Guest\(counter / 8)"
    let isLarge = random.chance(0.5)
    let outcome = try run(
      ["signup", isLarge ? name.uppercased() : name, "--password-stdin"], as: nil,
      input: Scene.password, allowed: [0, 5])
    // Each is another account.
    if outcome.code == 0 { claim(name, "account \(counter) of racer \(index)") }
  }

  /// Makes a token, sends with it, and revokes another.
  private mutating func makeToken() throws {
    let name = "t\(counter)"
    let made = try run(["token", "create", name], as: own, allowed: [0])
    tokens[name] = true
    guard let secret = try JSONRecord.all(in: made.output).first?.text("secret"),
      random.chance(0.5)
    else { return }
    try run(["token", "revoke", name], as: own, allowed: [0])
    tokens[name] = false
    let sent = try scene.world.run(
      ["send", "@me", "revoked"], wrappedIn: ["env", "CHATCTL_TOKEN=\(secret)"])
    if sent.code != 4 { scene.report("a revoked token sent: \(sent.code): \(sent.errors)") }
  }

  private mutating func read(_ words: [String]) throws {
    let outcome = try run(["--quiet"] + words, as: account, allowed: [0, 1])
    if !outcome.errors.isEmpty {
      scene.report("\(words.joined(separator: " ")) as \(account): \(outcome.errors)")
    }
  }

  private mutating func set(
    _ place: String, to value: String, _ words: [String], as account: String, allowed: Set<Int32>
  ) throws {
    let begun = scene.ledger.now()
    let outcome = try run(words, as: account, allowed: allowed)
    scene.ledger.set(place, to: value, Fate(ofExit: outcome.code), begun: begun)
  }

  @discardableResult
  private func run(
    _ words: [String], as account: String?, input: String = "", allowed: Set<Int32>
  ) throws -> Outcome {
    let outcome = try scene.world.run(RaceScene.patience + words, as: account, input: input)
    if !allowed.contains(outcome.code) {
      scene.report(
        "\(words.joined(separator: " ")) as \(account ?? "nobody"): \(outcome.code): "
          + outcome.errors)
    }
    return outcome
  }
}
