import Foundation
import TestTools

/// Makes the store of a scene, by the commands that people use.
struct SceneMaker {
  let scene: Scene
  let sizes: Sizes

  func make() throws {
    for path in scene.paths { try removeAll(path) }
    try run(["init"], state: scene.state)
    try makePasswordsCheap()
    switch scene {
    case .single: try makeChats(1)
    case .twenty:
      try makeChats(20)
      try chatctl("token create bot --output \(scene.token)")
    case .large:
      try makeChats(1)
      try chatctl("send ops hi", as: "bob")
      try chatctl("send ops welcome")
      var store = try LargeStore(scene.store)
      try store.fill(sizes)
      try require(sizes.ownChats, linesFrom: "chat list")
    case .million: try makeHistory()
    }
  }

  /// Alice and bob, with chats of theirs.
  private func makeChats(_ count: Int) throws {
    try signUp("bob")
    try signUp(Scene.account)
    try chatctl("friends add bob")
    for name in ["ops"] + (1..<count).map({ "chat-\($0)" }) {
      try chatctl("chat create \(name) bob")
      try chatctl("send \(name) hello")
    }
  }

  /// Has many people write a long chat, each some lines at a time.
  private func makeHistory() throws {
    try signUp(Scene.account)
    let authors = (1...sizes.authors).map { "author-\($0)" }
    for author in authors {
      try signUp(author)
      try chatctl("friends add \(author)")
    }
    for name in ["history", "ops"] {
      try chatctl("chat create \(name) \(authors.joined(separator: " "))")
    }
    let lines = try Data(contentsOf: URL(filePath: Texts.file))
    var rest = lines.split(separator: UInt8(ascii: "\n"))[...]
    var turn = 0
    while !rest.isEmpty {
      // The last ones begin a block, and a while later, so that a date tells where they begin.
      let older = rest.count - sizes.recent
      if older == 0 { usleep(10_000) }
      let block = rest.prefix(older > 0 ? min(older, 200) : 200)
      rest = rest.dropFirst(block.count)
      try chatctl(
        "send history --lines", as: authors[turn % authors.count],
        input: Array(block.joined(separator: [UInt8(ascii: "\n")])))
      turn += 1
    }
    try copyHistory()
  }

  /// Writes down the lines of the long chat for programs that read one file, and when the last of
  /// them begin.
  private func copyHistory() throws {
    try writeFile([], to: scene.lines)
    let copy = try FileHandle(forWritingTo: URL(filePath: scene.lines))
    var count = 0
    var last: ArraySlice<Data> = []
    for path in try scene.segments() {
      let segment = try Data(contentsOf: URL(filePath: path))
      var lines = segment.split(separator: UInt8(ascii: "\n"))
      // That of a full segment names the next one.
      let next = lines.last { $0.starts(with: Data(#"{"next""#.utf8)) }
      if next != nil { lines.removeLast() }
      try copy.write(contentsOf: segment[..<(next?.startIndex ?? segment.endIndex)])
      count += lines.count
      last = (last + lines).suffix(sizes.recent)
    }
    try copy.close()
    let first = String(decoding: last.first ?? Data(), as: UTF8.self)
    guard count == sizes.messages, let date = first.firstMatch(of: /"date":"(.*?)"/) else {
      throw Failure("\(scene.store) has \(count) messages in place of \(sizes.messages)")
    }
    try writeFile(Array(date.output.1.utf8), to: scene.since)
    try require(sizes.recent, linesFrom: "log history --since \(date.output.1)")
    try require(1, linesFrom: "search \(Texts.rareWord)")
  }

  private func signUp(_ name: String) throws {
    try run(
      ["signup", name, "--password-stdin"], state: state(of: name),
      input: Array("correct horse".utf8))
  }

  private func makePasswordsCheap() throws {
    let path = "\(scene.store)/store.json"
    let text = try readText(path).replacing(/"passwordCost":\d+/, with: #""passwordCost":1"#)
    try writeFile(Array(text.utf8), to: path)
  }

  /// Makes sure that data is as it was meant to be.
  private func require(_ count: Int, linesFrom command: String) throws {
    let found = try chatctl(command).utf8.count { $0 == UInt8(ascii: "\n") }
    guard found == count else {
      throw Failure("in \(scene.store), '\(command)' prints \(found) lines in place of \(count)")
    }
  }

  /// Runs chatctl on the scene's store.
  /// - Returns: what it prints.
  @discardableResult
  private func chatctl(
    _ command: String, as account: String = Scene.account, input: [UInt8] = []
  ) throws -> String {
    try run(["--as", account] + words(of: command), state: state(of: account), input: input)
  }

  private func state(of account: String) -> String {
    account == Scene.account ? scene.state : scene.othersState
  }

  @discardableResult
  private func run(_ words: [String], state: String, input: [UInt8] = []) throws -> String {
    try Launch(
      ["run/chatctl", "--store", scene.store] + words,
      environment: Stage.environment(state: state)
    ).run(input: input).output
  }
}
