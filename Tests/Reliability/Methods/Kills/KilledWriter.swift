import Foundation
import TestTools

/// Someone who writes in every way there is, one command after the other, and is killed at most of
/// them. What each came to goes into the ledger.
struct KilledWriter: Sendable {
  let name: String
  /// The id of the chat that it has with alice.
  let desk: String
  private let world: World
  private let ledger: Ledger
  private var random: SeededGenerator
  /// How often a command is let run to its end.
  private let mercy: Double
  /// When to kill what, as all writers of a run have found out.
  private let timers: Guarded<[Deed: KillTimer]>
  /// Makes all that is written different.
  private var counter = 0
  private var kills = 0
  /// Why commands failed that had no reason to.
  private var refusals: [String] = []
  /// Those of its messages that were acknowledged and may be changed, and their numbers.
  private var numbers: [(text: String, number: Int)] = []
  /// What is to be sent under a key until that is acknowledged.
  private var keyed: String?
  private(set) var tokens: [String] = []
  private(set) var edited: [Int] = []
  private(set) var deleted: [String: Int] = [:]
  /// The numbers that each run of `tail --cursor` printed, and whether it came to its end.
  private(set) var readings: [(numbers: [Int], isWhole: Bool)] = []

  /// What it does.
  enum Deed: CaseIterable {
    case send, sendOnce, sendLines, edit, delete, setCursor, readOn, createChat, renameChat
    case addFriend, removeFriend, createToken, revokeToken, changeProfile, addMember, removeMember

    /// The same, with what all write to one file as often as all the rest.
    fileprivate static let weighted =
      allCases + [.send, .sendOnce, .sendLines, .edit].flatMap { Array(repeating: $0, count: 4) }
  }

  init(
    _ name: String, in world: World, _ ledger: Ledger, seed: UInt64, mercy: Double,
    _ timers: Guarded<[Deed: KillTimer]>
  ) throws {
    self.name = name
    let chat = try world.read(["chat", "show", "desk of \(name)"], as: name)
    desk = chat.first?.text("chatID") ?? ""
    self.world = world
    self.ledger = ledger
    random = SeededGenerator(seed: seed)
    self.mercy = mercy
    self.timers = timers
    ledger.set(friendPlace, to: "friend")
    ledger.set(profilePlace, to: "")
    ledger.set(cursorPlace, to: "none")
    ledger.set(deskPlace, to: "desk of \(name)")
    ledger.set(memberPlace, to: "member")
  }

  var messages: String { "messages of \(name)" }
  var keyedMessages: String { "messages under keys of \(name)" }
  var edits: String { "edits of \(name)" }
  var chats: String { "chats of \(name)" }
  var friendPlace: String { "alice as friend of \(name)" }
  var profilePlace: String { "profile of \(name)" }
  var cursorPlace: String { "cursor of \(name)" }
  var deskPlace: String { "name of the chat of \(name)" }
  var memberPlace: String { "alice in the chat of \(name)" }
  func tokenPlace(_ token: String) -> String { "token \(token) of \(name)" }
  func textPlace(_ number: Int) -> String { "text of #\(number)" }
  func deletionPlace(_ number: Int) -> String { "deletion of #\(number)" }

  /// Does one thing after the other until it was killed so often.
  mutating func write(untilKilled limit: Int) throws {
    kills = 0
    while kills < limit, refusals.isEmpty {
      // What is not acknowledged yet is soon sent again.
      let isAwaited = keyed != nil && random.chance(0.2)
      let deed = isAwaited ? .sendOnce : Deed.weighted.randomElement(using: &random)
      if let deed { try write(deed) }
    }
  }

  /// Why commands failed that had no reason to, since this was asked last.
  mutating func takeRefusals() -> [String] {
    defer { refusals = [] }
    return refusals
  }

  private mutating func write(_ deed: Deed) throws {
    counter += 1
    switch deed {
    case .send: try send()
    case .sendOnce: try sendOnce()
    case .sendLines: try sendLines()
    case .edit: try edit()
    case .delete: try delete()
    case .setCursor: try setCursor()
    case .readOn: try readOn()
    case .createChat: try createChat()
    case .renameChat:
      let new = "desk \(name) \(counter)"
      try set(deskPlace, to: new, deed, ["chat", "rename", desk, new])
    case .addFriend: try set(friendPlace, to: "friend", deed, ["friends", "add", "alice"])
    case .removeFriend:
      let mayBeNone = ledger.values(of: friendPlace).contains("none")
      try set(
        friendPlace, to: "none", deed, ["friends", "remove", "alice"],
        allowed: mayBeNone ? [0, 3] : [0])
    case .createToken:
      let token = "t\(counter)"
      tokens.append(token)
      ledger.set(tokenPlace(token), to: "none")
      try set(tokenPlace(token), to: "there", deed, ["token", "create", token])
    case .revokeToken: try revokeToken()
    case .changeProfile:
      let (email, image) = ("\(name).\(counter)@example.org", "https://example.org/\(counter)")
      try set(
        profilePlace, to: "\(email) \(image)", deed,
        ["profile", "--email", email, "--image-url", image])
    case .addMember:
      // Only friends can be added.
      if ledger.values(of: friendPlace) != ["friend"] { return }
      try set(
        memberPlace, to: "member", deed, ["chat", "add", desk, "alice"])
    case .removeMember:
      try set(
        memberPlace, to: "none", deed, ["chat", "remove", desk, "alice"])
    }
  }

  private mutating func send() throws {
    let text = KilledText.new(name, counter)
    let outcome = try run(.send, ["send", "ops", "-"], input: text)
    let fate = Fate(ofExit: outcome.code)
    ledger.note(KilledText.identity(of: text), in: messages, fate)
    guard fate == .acknowledged, let number = try outcome.number else { return }
    numbers.append((text, number))
    ledger.set(textPlace(number), to: text)
    ledger.set(deletionPlace(number), to: "there")
  }

  private mutating func sendOnce() throws {
    let text = keyed ?? KilledText.new(name, counter, part: "key")
    let key = KilledText.identity(of: text)
    let outcome = try run(.sendOnce, ["send", "ops", "--key", key, "-"], input: text)
    let fate = Fate(ofExit: outcome.code)
    ledger.note(key, in: keyedMessages, fate)
    // Also what was acknowledged is sent again now and then.
    if fate == .acknowledged && keyed != nil && random.chance(0.5) {
      keyed = nil
    } else {
      keyed = text
    }
  }

  private mutating func sendLines() throws {
    let texts = (0..<24).map { KilledText.new(name, counter, part: "\($0)") }
    let outcome = try run(
      .sendLines, ["send", "ops", "--lines"], input: texts.joined(separator: "\n"))
    let fate = Fate(ofExit: outcome.code)
    for text in texts { ledger.note(KilledText.identity(of: text), in: messages, fate) }
  }

  private mutating func edit() throws {
    guard let (_, number) = numbers.filter({ $0.number % 2 == 0 }).randomElement(using: &random)
    else { return }
    let text = KilledText.new(name, counter)
    if edited.last != number { edited.append(number) }
    let begun = ledger.now()
    let outcome = try run(.edit, ["edit", "ops", "\(number)", "-"], input: text)
    let fate = Fate(ofExit: outcome.code)
    ledger.note(KilledText.identity(of: text), in: edits, fate)
    ledger.set(textPlace(number), to: text, fate, begun: begun)
  }

  private mutating func delete() throws {
    guard let (text, number) = numbers.filter({ $0.number % 2 == 1 }).randomElement(using: &random)
    else { return }
    deleted[text] = number
    try set(deletionPlace(number), to: "deleted", .delete, ["delete", "ops", "\(number)"])
    if ledger.values(of: deletionPlace(number)) == ["deleted"] {
      numbers.removeAll { $0.number == number }
    }
  }

  /// Repeats the deletions of which nobody knows: a text may be left of them that only that erases.
  mutating func finishDeletions() throws {
    for number in deleted.values where ledger.values(of: deletionPlace(number)) != ["deleted"] {
      let begun = ledger.now()
      try world.succeed(["delete", "ops", "\(number)"], as: name)
      ledger.set(deletionPlace(number), to: "deleted", .acknowledged, begun: begun)
      numbers.removeAll { $0.number == number }
    }
  }

  private mutating func setCursor() throws {
    guard let number = numbers.randomElement(using: &random)?.number else { return }
    try set(
      cursorPlace, to: "\(number)", .setCursor, ["cursor", "set", "ops", "place", "\(number)"])
  }

  private mutating func readOn() throws {
    let outcome = try run(.readOn, ["tail", "ops", "--cursor", "reader", "--no-follow"])
    // What follows the last line break was not written out.
    let records = wholeLines(of: Array(outcome.output.utf8)).compactMap(JSONRecord.init)
    let numbers = records.filter { $0.text("type") == "message" }.compactMap { $0.number("number") }
    readings.append((numbers, outcome.code == 0))
  }

  private mutating func createChat() throws {
    if ledger.values(of: friendPlace) != ["friend"] { return }
    let chat = "room \(name) \(counter)"
    let outcome = try run(.createChat, ["chat", "create", chat, "alice"])
    ledger.note(chat, in: chats, Fate(ofExit: outcome.code))
  }

  private mutating func revokeToken() throws {
    guard let token = tokens.randomElement(using: &random),
      ledger.values(of: tokenPlace(token)) == ["there"]
    else { return }
    try set(tokenPlace(token), to: "none", .revokeToken, ["token", "revoke", token])
  }

  private mutating func set(
    _ place: String, to value: String, _ deed: Deed, _ words: [String],
    allowed: Set<Int32> = [0]
  ) throws {
    let begun = ledger.now()
    let outcome = try run(deed, words, allowed: allowed)
    ledger.set(place, to: value, Fate(ofExit: outcome.code), begun: begun)
  }

  private mutating func run(
    _ deed: Deed, _ words: [String], input: String = "", allowed: Set<Int32> = [0]
  ) throws -> Outcome {
    let longest = timers.use { $0[deed, default: KillTimer()].longest }
    let delay =
      random.chance(mercy) ? nil : Int(Double.random(in: 0..<longest, using: &random))
    let outcome = try world.run(["--json"] + words, as: name, input: input, killedAfter: delay)
    let wasKilled = outcome.code == 128 + SIGKILL
    if delay != nil { timers.use { $0[deed]?.note(wasKilled: wasKilled) } }
    if wasKilled { kills += 1 }
    if !wasKilled && !allowed.contains(outcome.code) {
      let command = words.joined(separator: " ")
      refusals.append("\(command) of \(name): \(outcome.code): \(outcome.errors)")
    }
    return outcome
  }
}

/// When to kill a command: at any moment up to a little after its usual end, which it finds out so
/// that four of five are killed.
struct KillTimer: Sendable {
  /// The latest moment, in microseconds.
  private(set) var longest = 5_000.0

  mutating func note(wasKilled: Bool) {
    longest = min(max(longest * (wasKilled ? 1.02 : 0.92), 100), 1_000_000)
  }
}

/// What killed writers write: who, the how manieth, and once in a while so much more that a kill
/// may come in the middle of the writing.
enum KilledText {
  static func new(_ name: String, _ counter: Int, part: String = "0") -> String {
    whole("<\(name).\(counter).\(part)>")
  }

  /// What stands for a text in the ledger: short where it is whole.
  static func identity(of text: String) -> String {
    guard let end = text.utf8.firstIndex(of: UInt8(ascii: ">")) else { return text }
    let head = String(text[...end])
    return whole(head) == text ? head : "\(text.prefix(60))… of \(text.utf8.count) bytes"
  }

  /// The text that begins so.
  private static func whole(_ head: String) -> String {
    let words = head.dropLast().split(separator: ".")
    let isLong =
      words.count == 3 && Int(words[1]).map { $0 % 16 == 0 } == true
      && ["0", "key"].contains(words[2])
    return isLong ? head + String(repeating: "x", count: 60_000) : head
  }

  /// Whether a line of a log may be what a kill left of a record.
  static func isTorn(_ line: String) -> Bool {
    line.wholeMatch(of: /\{("seq.{0,300}("body":"<[a-z0-9.]*(>x*"?)?)?)?/) != nil
  }
}

extension Outcome {
  /// The number that a command printed.
  fileprivate var number: Int? {
    get throws { try JSONRecord.all(in: output).first?.number("number") }
  }
}
