import Foundation
import TestTools

/// A file or a directory of a store, and what it is there.
struct StorePart: Sendable {
  /// Below the world's folder.
  let path: String
  /// The same with ids, digests and numbers taken out, `store/chats/ID/chat.json`.
  let kind: String
  /// The same with the names of accounts and chats instead of their ids, the same in every store
  /// that was made alike.
  let title: String
  /// What a file holds; nil for a directory.
  let bytes: [UInt8]?

  var isDirectory: Bool { bytes == nil }
  var isLog: Bool { path.hasSuffix(".jsonl") }
  var isJSON: Bool { isLog || path.hasSuffix(".json") }
  var parent: String { String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) }

  /// Whether it only leads to what is elsewhere: names, lists of chats, the index of changes.
  var isHint: Bool {
    kind.hasPrefix("store/names") || kind.hasPrefix("store/users/ID/chats")
      || kind.hasPrefix("store/chats/ID/edits")
  }

  /// What finds it by name: itself, the directory that it is in, the account or chat that it is of.
  func names(in folder: String) -> [String] {
    var names = ["\(folder)/\(path)"]
    // The store itself only where it is not the beginning of another path.
    names.append(parent == "store" ? "'\(folder)/store'" : "\(folder)/\(parent)")
    let words = path.split(separator: "/")
    if words.count > 2, words[1] == "users" || words[1] == "chats" { names.append("\(words[2])") }
    return names
  }

  /// All of a store, in an order that is the same in every store that was made alike.
  static func all(in tree: FileTree) -> [StorePart] {
    var parts: [StorePart] = []
    let titles = Titles(tree)
    func visit(_ path: String, _ id: Int) {
      let node = tree.nodes[id]
      if path != "store" {
        parts.append(
          StorePart(
            path: path, kind: kind(of: path), title: titles.title(of: path, node.content?.bytes),
            bytes: node.content?.bytes))
      }
      for (name, entry) in node.entries ?? [:] { visit("\(path)/\(name)", entry) }
    }
    if let store = tree.node(at: "store") { visit("store", store) }
    return parts.sorted { ($0.kind, $0.title) < ($1.kind, $1.title) }
  }

  private static func kind(of path: String) -> String {
    path.replacing(/[0-9a-f]{20}-[0-9a-f]{32}/, with: "CURSOR")
      .replacing(/\/\d{20}\.jsonl/, with: "/SEGMENT.jsonl")
      .replacing(/\/[0-9a-f]{62,64}\.json/, with: "/DIGEST.json")
      .replacing(/\/keys\/[0-9a-f]{2}/, with: "/keys/XX")
      .replacing(/\b[0-9a-f]{20}\b/, with: "ID")
  }
}

/// What people call the accounts and chats of a store, by their ids.
private struct Titles {
  private var names: [Substring: String] = [:]

  init(_ tree: FileTree) {
    let entries = { (path: String) in
      tree.node(at: path).flatMap { tree.nodes[$0].entries }?.keys.map { $0 } ?? []
    }
    let document = { (path: String) in
      tree.node(at: path).flatMap { tree.nodes[$0].content }.flatMap { JSONRecord($0.bytes) }
    }
    for id in entries("store/users") {
      names[id[...]] = document("store/users/\(id)/profile.json")?.text("username")
    }
    for id in entries("store/chats") {
      guard let chat = document("store/chats/\(id)/chat.json"), let name = chat.text("name") else {
        continue
      }
      let people = chat.names(ofUsersIn: "participants").compactMap { names[$0[...]] }
      names[id[...]] = name.hasPrefix("@") ? people.sorted().joined(separator: "+") : name
    }
  }

  /// A path with names for ids; the files of keys are called by the numbers of their messages.
  func title(of path: String, _ bytes: [UInt8]?) -> String {
    let title = path.replacing(/\b[0-9a-f]{20}\b/) { names[$0.output] ?? String($0.output) }
    guard path.contains("/keys/") else { return title }
    let number = bytes.flatMap { JSONRecord($0) }?.number("seq") ?? 0
    return title.replacing(/\/keys\/.*/, with: "/keys/#\(number)")
  }
}

extension JSONRecord {
  /// The ids of the users in a list of objects.
  fileprivate func names(ofUsersIn list: String) -> [String] {
    objects(list).compactMap { $0["user"] as? String }
  }
}
