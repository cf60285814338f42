import Foundation
import Testing

/// Editing, deleting and answering messages.
@Suite struct ChangeTests {
  private let home: TestHome

  /// `one` by alice and `two` by bob,.
  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.succeed("send", "r", "one", as: "alice")
    try home.succeed("send", "alice/r", "two", as: "bob")
  }

  @Test func `nothing of a deleted message stays, also where the index has lost an edit of it`()
    throws
  {
    for text in ["first edit", "second edit", "third edit"] {
      try home.succeed("edit", "r", "1", text, as: "alice")
    }
    let chat = try #require(try home.store.chats.first).deletingLastPathComponent()
    let index = chat.appending(path: "edits/00000000000000000001.jsonl")
    let copies = try String(contentsOf: index, encoding: .utf8).split(separator: "\n")
    #expect(copies.count == 3)
    try home.store.overwrite(index, with: Data("\(copies[0])\n\(copies[2])\n".utf8))
    try home.succeed("delete", "r", "1", as: "alice")
    for segment in try home.store.segments {
      #expect(try !String(contentsOf: segment, encoding: .utf8).contains(" edit"))
    }
  }

  @Test func `another spelling of the same characters is another text`() throws {
    try home.succeed("send", "r", "cafe\u{301}")
    let number = try #require(
      try home.succeed("log", "r", "--json", "-n", "1").messages.last?.number)
    try home.succeed("edit", "r", String(number), "caf\u{E9}")
    let body = try #require(try home.bodies().last)
    #expect(body.utf8.elementsEqual("caf\u{E9}".utf8))
  }

  @Test(
    arguments: [
      (["edit", "r", "2"], "message #2 is not yours"), (["edit", "r", "9"], "no message #9"),
      (["edit", "r", "3"], "message #3 of 'r' was deleted"),
      (["send", "r", "--reply-to", "9"], "no message #9"),
      (["send", "r", "--reply-to", "3"], "was deleted"),
      (["send", "@carol"], "'carol' has blocked you"), (["ask", "@carol"], "has blocked you"),
    ] as [([String], String)])
  func `nobody types a text that has nowhere to go`(words: [String], reason: String) throws {
    try home.signUp("carol")
    try home.succeed("friends", "add", "carol", as: "alice")
    try home.succeed("send", "@carol", "hello", as: "alice")
    try home.succeed("friends", "block", "alice", as: "carol")
    try home.succeed("send", "r", "three", as: "alice")
    try home.succeed("delete", "r", "3", as: "alice")
    let process = try home.start(["--as", "alice"] + words) {
      $0.attach(to: try PseudoTerminal())
    }
    try process.wait(for: reason, on: .screen)
    let outcome = try process.outcome()
    #expect(!outcome.screen.contains("type the message"), "\(outcome.screen)")
  }

  @Test func `an edited message has its new text everywhere, and the old one nowhere`() throws {
    try home.succeed("edit", "r", "1", "--", "-uno", "dos", as: "alice")
    for command in [["log"], ["log", "-2"], ["log", "--reverse"], ["tail", "--no-follow"]] {
      let outcome = try home.succeed(command + ["r"], as: "alice")
      #expect(outcome.text.contains("\t-uno dos\n"))
      #expect(!outcome.text.contains("\tone\n"))
      #expect(outcome.lines.count == 2)
    }
    try home.succeed("edit", "r", "#1", as: "alice", input: .text("from\nstandard input\n"))
    #expect(try home.bodies() == ["from\nstandard input", "two"])
  }

  @Test func `a deleted message is gone from lines, said in JSON, and gone from the disk`() throws {
    try home.succeed("edit", "r", "1", "uno", as: "alice")
    try home.succeed("delete", "r", "1", as: "alice")
    #expect(try home.succeed("log", "r", as: "alice").lines.map { $0.hasSuffix("\ttwo") } == [true])
    let log = try home.succeed("log", "r", "--json", as: "alice").lines
    #expect(log.count == 2)
    #expect(log[0].hasSuffix(#""username":"alice","deleted":true}"#))
    for segment in try home.store.segments {
      let text = try String(contentsOf: segment, encoding: .utf8)
      #expect(!text.contains("one") && !text.contains("uno"))
    }
    // Once more changes nothing.
    let again = try home.succeed("delete", "r", "1", "--json", as: "alice")
    #expect(again.text.contains(#""changed":false"#))
  }

  @Test(.needsTracing, arguments: [true, false])
  func `the log is read to its end before a deletion keeps others waiting`(
    isRepeated: Bool
  ) throws {
    // More than is read at once.
    let lines = (1...300).map { "m \($0)" + String(repeating: " x", count: 500) }
      .joined(separator: "\n")
    try home.succeed("send", "r", "--lines", as: "alice", input: .text(lines))
    try home.succeed("edit", "r", "1", "uno", as: "alice")
    let chat = try #require(try home.store.chats.first).deletingLastPathComponent()
    if isRepeated {
      try home.succeed("delete", "r", "1", as: "alice")
    } else {
      try FileManager.default.removeItem(at: chat.appending(path: "edits"))
    }
    let segment = try #require(try home.store.segments.first).path
    let lock = chat.appending(path: "lock").path
    let trace = home.folder.appending(path: "trace").path
    try home.succeed("delete", "r", "1", as: "alice") {
      $0.wrap(in: .noting("pread64,fcntl", on: [segment, lock], in: trace))
    }
    let calls = try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n")
    let locked = try #require(calls.firstIndex { $0.contains("F_OFD_SETLK") })
    let isReading = { (call: Substring) in call.contains("pread64") && call.contains(segment) }
    let bytesRead = { (calls: ArraySlice<Substring>) in
      calls.filter(isReading).compactMap { Int($0.split(separator: " ").last ?? "") }
        .reduce(0, +)
    }
    let size = try Data(contentsOf: URL(filePath: segment)).count
    #expect(bytesRead(calls[..<locked]) > size / 2)
    #expect(bytesRead(calls[locked...]) < size / 2)
    let text = try String(contentsOfFile: segment, encoding: .utf8)
    #expect(!text.contains("one") && !text.contains("uno"))
  }

  @Test func `the owner of a chat deletes what others wrote`() throws {
    try home.succeed("delete", "r", "2", as: "alice")
    #expect(try home.succeed("log", "r").lines.map { $0.hasSuffix("\tone") } == [true])
  }

  @Test func `what cannot be changed is refused, each with its word, and stays`() throws {
    let before = try home.store.segments.map { try Data(contentsOf: $0) }
    func refused(_ words: String..., as user: String, code: Int32, saying: String) throws {
      expectRefusal(try home.run(words, as: user), code: code, saying: saying)
    }
    try refused("edit", "alice/r", "1", "x", as: "bob", code: 4, saying: "#1 is not yours")
    try refused("delete", "alice/r", "1", as: "bob", code: 4, saying: "#1 is not yours")
    try refused("delete", "r", "9", as: "alice", code: 3, saying: "no message #9")
    try refused("delete", "r", "x", as: "alice", code: 2, saying: "NUMBER")
    try refused("delete", "r", "-1", as: "alice", code: 2, saying: "-1")
    #expect(try home.store.segments.map { try Data(contentsOf: $0) } == before)
    expectRefusal(try home.run("edit", "r", "1", " ", as: "alice"), code: 8, saying: "blank")
    expectRefusal(
      try home.run("send", "r", "--reply-to", "9", "x", as: "alice"), code: 3, saying: "#9")
    #expect(try home.store.segments.map { try Data(contentsOf: $0) } == before)
    try home.succeed("delete", "r", "1", as: "alice")
    expectRefusal(try home.run("edit", "r", "1", "x", as: "alice"), code: 3, saying: "deleted")
  }

  @Test func `an answer tells what it answers`() throws {
    try home.succeed("send", "alice/r", "--reply-to", "1", "yes", as: "bob")
    let last = try #require(try home.succeed("log", "r", "--json", as: "alice").lines.last)
    #expect(last.contains(#""replyTo":1,"body":"yes""#))
    let screen = try home.onTerminal("log", "r", "--color", "never")
    #expect(screen.screen.contains("↳ alice #1: one"))
  }

  @Test func `who follows on a terminal sees at once what others change`() throws {
    let follower = try home.start("tail", "r", "--color", "never", as: "bob") {
      $0.attach(to: try PseudoTerminal())
    }
    try follower.wait(for: "two", on: .screen)
    try home.succeed("edit", "r", "1", "uno", as: "alice")
    let screen = try follower.wait(for: "uno", on: .screen)
    #expect(screen.contains("— alice edited #1"))
    try home.succeed("delete", "r", "1", as: "alice")
    try follower.wait(for: "— alice deleted #1", on: .screen)
  }

  @Test func `history on a terminal marks what was edited or deleted`() throws {
    func screen() throws -> String {
      try home.onTerminal("log", "r", "--color", "never", "--as", "alice").screen
    }
    #expect(try !screen().contains(/[✎✗]/))
    try home.succeed("edit", "r", "1", "uno", as: "alice")
    #expect(try screen().contains(/#1 ✎ +uno/))
    try home.succeed("delete", "r", "1", as: "alice")
    let deleted = try screen()
    #expect(deleted.contains(/#1 ✗ +deleted/))
    #expect(!deleted.contains("uno") && deleted.contains(/#2 +two/))
  }
}
