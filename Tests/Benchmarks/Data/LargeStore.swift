import ChatSystem
import Foundation
import TestTools

/// Fills a store with copies of what is there: accounts like bob, and chats like the one that alice
/// made with him. By commands it would take hours.
///
/// Alice gets chats with many of the accounts, and each of these has chats with the next one.
struct LargeStore {
  private let store: String
  private let models: Models
  private var aliceHints = Hints()

  /// - Parameter store: where alice and bob have a chat called `ops`, and nothing else is.
  init(_ store: String) throws {
    self.store = store
    models = try Models(of: store)
  }

  mutating func fill(_ sizes: Sizes) throws {
    // An even number, so that the last and the first of the ring have different colours.
    let people = (0..<(sizes.accounts - 2) / 2 * 2).map {
      Person(id: id(of: "account \($0)"), username: "user-\($0)")
    }
    var hints = [Hints](repeating: Hints(), count: people.count)
    for number in 1..<sizes.ownChats {
      let place = number % people.count
      let chat = Chat(id: id(of: "own chat \(number)"), name: "chat-\(number)")
      try make(chat, of: models.alice, with: people[place])
      aliceHints.add(chat.id, named: chat.name)
      hints[place].add(chat.id, named: chat.name)
    }
    for number in 0..<sizes.chats - sizes.ownChats {
      let (row, place) = number.quotientAndRemainder(dividingBy: people.count)
      let next = (place + 1) % people.count
      let name = "\(place.isMultiple(of: 2) ? "red" : "blue")-\(row)"
      let chat = Chat(id: id(of: "chat \(number)"), name: name)
      try make(chat, of: people[place], with: people[next])
      hints[place].add(chat.id, named: name)
      hints[next].add(chat.id, named: name)
    }
    for (person, hints) in zip(people, hints) { try make(person, hints) }
    try aliceHints.write(to: "\(store)/users/\(models.alice.id)/chats")
  }

  private func make(_ person: Person, _ hints: Hints) throws {
    let folder = "\(store)/users/\(person.id)"
    try makeDirectory(folder)
    try makeDirectory("\(folder)/chats")
    let words = [person.id, quoted(person.username)]
    try writeFile(models.profile.filled(words), to: "\(folder)/profile.json")
    try writeFile(models.secrets.filled(words), to: "\(folder)/secret.json")
    try hints.write(to: "\(folder)/chats")
    var name = Hints()
    name.add(person.id, named: person.username)
    try name.write(to: "\(store)/names/usernames")
  }

  private func make(_ chat: Chat, of owner: Person, with other: Person) throws {
    let folder = "\(store)/chats/\(chat.id)"
    for directory in ["", "/messages", "/edits", "/cursors"] {
      try makeDirectory(folder + directory)
    }
    let words = [
      chat.id, quoted(chat.name), owner.id, quoted(owner.username), other.id,
      quoted(other.username),
    ]
    try writeFile(models.chat.filled(words), to: "\(folder)/chat.json")
    try writeFile([], to: "\(folder)/lock")
    let segment = "00000000000000000001.jsonl"
    try writeFile(models.messages.filled(words), to: "\(folder)/messages/\(segment)")
    try writeFile([], to: "\(folder)/edits/\(segment)")
  }

  /// An id as chatctl makes them, but the same each time.
  private func id(of text: String) -> String {
    String(SHA256.digest(of: Array(text.utf8)).hexadecimal.prefix(20))
  }
}

/// What is needed of a profile.
private struct Person: Decodable {
  let id: String
  let username: String
}

/// What is needed of a chat's document.
private struct Chat: Decodable {
  let id: String
  let name: String
}

/// The documents by which others are made.
private struct Models {
  let alice: Person
  let profile: Template
  let secrets: Template
  let chat: Template
  let messages: Template

  init(of store: String) throws {
    func documents(_ directory: String, _ file: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "\(store)/\(directory)")
        .map { try readText("\(store)/\(directory)/\($0)/\(file)") }
    }
    func decoded<Value: Decodable>(_ text: String) throws -> Value {
      try JSONDecoder().decode(Value.self, from: Data(text.utf8))
    }
    let profiles = try documents("users", "profile.json")
    let people: [Person] = try profiles.map(decoded)
    let chats = try documents("chats", "chat.json")
    guard let aliceIndex = people.firstIndex(where: { $0.username == Scene.account }),
      let bobIndex = people.firstIndex(where: { $0.username == "bob" }), chats.count == 1
    else { throw Failure("\(store) is not as it was meant to be") }
    let bob = people[bobIndex]
    alice = people[aliceIndex]
    let person = [bob.id, quoted(bob.username)]
    profile = Template(profiles[bobIndex], replacing: person)
    secrets = Template(try documents("users", "secret.json")[bobIndex], replacing: person)
    let ops: Chat = try decoded(chats[0])
    let words = [ops.id, quoted(ops.name), alice.id, quoted(alice.username)] + person
    chat = Template(chats[0], replacing: words)
    messages = Template(
      try documents("chats", "messages/00000000000000000001.jsonl")[0], replacing: words)
  }
}

/// A text in which words are replaced.
private struct Template {
  private enum Part {
    case text(String)
    /// The number of the word that stands here.
    case word(Int)
  }

  private var parts: [Part]

  init(_ text: String, replacing words: [String]) {
    parts = [.text(text)]
    for (number, word) in words.enumerated() {
      parts = parts.flatMap { part in
        guard case .text(let text) = part else { return [part] }
        let pieces = text.components(separatedBy: word).map(Part.text)
        return Array(pieces.flatMap { [.word(number), $0] }.dropFirst())
      }
    }
  }

  func filled(_ words: [String]) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): bytes += text.utf8
      case .word(let number): bytes += words[number].utf8
      }
    }
    return bytes
  }
}

/// Entries of a registry of names: which ids go by a name.
private struct Hints {
  private var ids: [String: [String]] = [:]

  mutating func add(_ id: String, named name: String) { ids[name, default: []].append(id) }

  func write(to registry: String) throws {
    for (name, ids) in ids {
      let file = SHA256.digest(of: Array(name.utf8)).hexadecimal
      let text = #"{"ids":[\#(ids.map(quoted).joined(separator: ","))]}"#
      try writeFile(Array(text.utf8), to: "\(registry)/\(file).json")
    }
  }
}

private func quoted(_ text: String) -> String { "\"\(text)\"" }
