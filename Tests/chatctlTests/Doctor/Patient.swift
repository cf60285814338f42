import Foundation
import TestTools
import Testing

/// A store with something of everything, in a home of its own, to be damaged.
///
/// alice is friends with bob, carol and dave, who deleted his account, and gina is a guest. `r` is
/// of alice, bob and carol, `lobby` is public. In `r` message 3 was deleted, 4 edited, and 6 sent
/// under a key.
struct Patient {
  let home: TestHome
  var store: StoreFiles { home.store }

  private static let original = Result { try makeOriginal() }

  /// What `export --all` gives of it when it is whole.
  static func export() throws -> String { try original.get().export }

  init() throws {
    let original = try Self.original.get().home
    home = try TestHome(.absent)
    let copied = try Launch(
      words: ["/bin/cp", "-a", original.folder.appending(path: ".local").path, home.folder.path]
    ).run()
    guard copied.code == 0 else { throw HarnessError(copied.errors) }
  }

  private static func makeOriginal() throws -> (home: TestHome, export: String) {
    let home = try TestHome()
    // It is never let go of.
    Leftovers.remove(atEnd: home.folder.path)
    try home.makeRoom("alice", "bob", "carol", "dave")
    try home.succeed("chat", "remove", "r", "dave")
    try home.succeed("profile", "--email", "alice@example.org", as: "alice")
    try home.succeed("friends", "add", "alice", as: "bob")
    for text in ["one", "two", "three"] { try home.succeed("send", "r", text) }
    try home.succeed("send", "r", "--key", "k", "once", as: "alice")
    try home.succeed("edit", "r", "2", "one, now")
    try home.succeed("edit", "r", "3", "a secret")
    try home.succeed("delete", "r", "3")
    try home.makeChat("lobby", of: "alice")
    try home.succeed("login", "--guest", "gina")
    try home.succeed("send", "alice/lobby", "hello", as: "~gina")
    try home.succeed("chat", "join", "alice/lobby", as: "dave")
    try home.succeed("cursor", "set", "alice/lobby", "c", "1", as: "dave")
    try home.succeed("account", "delete", "--yes", as: "dave")
    try home.succeed("switch", "alice")
    try home.succeed("send", "@bob", "to bob", as: "alice")
    try home.succeed("send", "@alice", "to alice", as: "bob")
    try home.succeed("send", "@me", "note", as: "alice")
    try home.succeed("cursor", "set", "r", "c", "4", as: "alice")
    try home.succeed("chat", "read", "--all", as: "bob")
    try home.succeed("token", "create", "t", "--chat", "r", as: "alice")
    return (home, try home.succeed("export", "--all", as: "alice").text)
  }

  /// Runs doctor.
  func doctor(_ words: String...) throws -> Outcome { try home.run(["doctor"] + words) }

  // MARK: Where things are

  /// The directory of an account.
  func user(_ name: String) throws -> URL { try directory("users", "profile.json", name) }

  /// The directory of a chat; of a direct one by a text of its log.
  func chat(_ name: String) throws -> URL { try directory("chats", "chat.json", name) }

  /// The first file of a chat's log.
  func log(_ chat: String = "r") throws -> URL { try self.chat(chat).appending(path: Self.segment) }

  /// The index of changes of `r`.
  func index() throws -> URL {
    try chat("r").appending(path: "edits/00000000000000000001.jsonl")
  }

  /// A file below `directory` that holds a text.
  func file(_ directory: String, holding text: String) throws -> URL {
    let folder = store.folder.appending(path: directory)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    for file in paths.map({ folder.appending(path: $0) }) where !file.isDirectory {
      if try String(contentsOf: file, encoding: .utf8).contains(text) { return file }
    }
    throw HarnessError("no file in \(directory) holds \(text)")
  }

  private static let segment = "messages/00000000000000000001.jsonl"

  private func directory(_ parent: String, _ document: String, _ name: String) throws -> URL {
    let folder = store.folder.appending(path: parent)
    for id in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let file = folder.appending(path: "\(id)/\(document)")
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      if text.contains("name\":\"\(name)\"") { return folder.appending(path: id) }
    }
    throw HarnessError("no \(name) in \(parent)")
  }

  // MARK: Damages

  func write(_ text: String, to file: URL) throws {
    try store.overwrite(file, with: Data(text.utf8))
  }

  /// Makes a file as chatctl would.
  func make(_ text: String, at file: URL) throws {
    try Data(text.utf8).write(to: file)
    try setMode(0o600, of: file)
  }

  func remove(_ file: URL) throws { try FileManager.default.removeItem(at: file) }

  func makeDirectory(_ folder: URL) throws {
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  func setMode(_ mode: Int, of file: URL) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  /// Changes the lines of a log.
  func changeLines(of file: URL, _ change: (inout [String]) throws -> Void) throws {
    var lines = try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    try change(&lines)
    try write(lines.map { $0 + "\n" }.joined(), to: file)
  }

  /// Lets the log of `r` go on in a second file from a record on.
  /// - Parameter next: the line that ends the first one.
  /// - Returns: both.
  @discardableResult
  func split(
    at number: Int, next: String = #"{"next":"\#(Patient.name(of: 5))"}"# + "\n"
  ) throws -> (first: URL, second: URL) {
    let first = try log()
    let second = first.deletingLastPathComponent().appending(path: Self.name(of: number))
    var moved: [String] = []
    try changeLines(of: first) { lines in
      moved = Array(lines[(number - 1)...])
      lines.removeSubrange((number - 1)...)
    }
    try store.append(Array(next.utf8), to: first)
    try make(moved.map { $0 + "\n" }.joined(), at: second)
    // Which names no file, as that of someone who was stopped before they could note it.
    try write("", to: chat("r").appending(path: "lock"))
    return (first, second)
  }

  /// The name of the file whose first record has a number.
  static func name(of number: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: 20 - digits.count) + digits + ".jsonl"
  }
}
