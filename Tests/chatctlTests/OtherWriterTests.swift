import Foundation
import Testing

/// A log that another program wrote, or that was damaged: what is there is found all the same.
struct OtherWriterTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    for body in ["zero", "first secret", "café a/b", "last"] {
      try home.succeed("send", "r", body)
    }
    try home.succeed("edit", "r", "2", "second secret")
  }

  /// How another program may write JSON (RFC 8259): the same values in other bytes.
  enum Spelling: String, CaseIterable {
    case spaces, order, escapes, surrogates

    func write(_ record: [String: Any]) throws -> String {
      let text = { (options: JSONSerialization.WritingOptions) in
        let data = try JSONSerialization.data(
          withJSONObject: record, options: options.union(.sortedKeys))
        return String(decoding: data, as: UTF8.self)
      }
      switch self {
      case .spaces:
        return try text(.withoutEscapingSlashes).replacing("\":", with: "\" : ")
      case .order: return try text(.withoutEscapingSlashes)
      case .escapes: return try text([]).replacing("é", with: "\\u00e9")
      case .surrogates:
        return try text(.withoutEscapingSlashes).replacing("secret", with: "\\uD83D\\uDE00secret")
      }
    }
  }

  private func rewrite(as spelling: Spelling) throws {
    let segment = try #require(home.store.segments.first)
    let lines = try Data(contentsOf: segment).split(separator: UInt8(ascii: "\n")).map { line in
      let record = try JSONSerialization.jsonObject(with: line) as? [String: Any]
      return try spelling.write(#require(record)) + "\n"
    }
    try home.store.overwrite(segment, with: Data(lines.joined().utf8))
  }

  @Test(arguments: Spelling.allCases)
  func `a message is erased with its edits however its line is spelled`(
    spelling: Spelling
  ) throws {
    try rewrite(as: spelling)
    #expect(try home.run("log", "r").lines.count == 4)
    try home.succeed("delete", "r", "2")
    let log = try String(contentsOf: #require(home.store.segments.first), encoding: .utf8)
    #expect(!log.contains("secret"))
    #expect(try home.run("log", "r").lines.count == 3)
    #expect(try home.run("doctor").code == 0)
  }

  @Test(arguments: Spelling.allCases)
  func `a text is found however its line is spelled`(spelling: Spelling) throws {
    try rewrite(as: spelling)
    for pattern in ["a/b", "café", "secret", "CAFÉ A/B"] {
      let number = pattern == "secret" ? ["2"] : ["3"]
      let flags = pattern == "CAFÉ A/B" ? ["-i"] : []
      for words in [["search", pattern], ["log", "r", "--grep", pattern]] {
        for order in [[], ["--reverse"], ["-n", "9"]] where words[0] == "log" || order.isEmpty {
          let outcome = try home.run(words + flags + order)
          expectQuietSuccess(outcome)
          #expect(outcome.lines.map { $0.split(separator: "\t")[2] } == number.map { $0[...] })
        }
      }
    }
  }

  @Test func `a text is found that an edit gave it which the index has lost`() throws {
    for change in ["third", "fourth", "third"] { try home.succeed("edit", "r", "1", change) }
    let chat = try #require(home.store.chats.first).deletingLastPathComponent()
    let index = chat.appending(path: "edits/00000000000000000001.jsonl")
    try home.store.overwrite(index, with: Data())
    for (pattern, found) in [("third", ["third"]), ("fourth", []), ("second", ["second secret"])] {
      for words in [
        ["search", pattern], ["search", pattern, "-n", "9"], ["log", "r", "--grep", pattern],
        ["log", "r", "--grep", pattern, "--reverse"], ["log", "r", "--grep", pattern, "-n", "9"],
      ] {
        let outcome = try home.run(words)
        #expect(outcome.lines.map { $0.split(separator: "\t").last.map(String.init) } == found)
        #expect(outcome.errors.contains("edits"))
      }
    }
  }

  @Test func `a date that goes back hides nothing from who reads backwards`() throws {
    let segment = try #require(home.store.segments.first)
    var lines = try String(contentsOf: segment, encoding: .utf8).split(separator: "\n")
    lines[2].replace(/"date":"..../, with: "\"date\":\"2016")
    let log = lines.joined(separator: "\n") + "\n"
    try home.store.overwrite(segment, with: Data(log.utf8))
    let expected = ["zero", "second secret", "last"]
    let words = ["log", "r", "--since", "2020-01-01", "--json"]
    #expect(try home.run(words).messages.map(\.body) == expected)
    #expect(try home.run(words + ["--reverse"]).messages.map(\.body) == expected.reversed())
    #expect(try home.run(words + ["-n", "9"]).messages.map(\.body) == expected)
  }

  @Test func `what could be read is shown before a failure`() throws {
    try home.makeChat("new", of: "alice")
    for body in ["a", "b"] { try home.succeed("send", "new", body) }
    let chat = try #require(
      home.store.chats.first { chat in
        try String(contentsOf: chat, encoding: .utf8).contains(#""new""#)
      })
    try FileManager.default.createDirectory(
      at: chat.deletingLastPathComponent().appending(path: "messages/00000000000000000003.jsonl"),
      withIntermediateDirectories: false)
    let outcome = try home.run("log", "new")
    #expect(outcome.code == 7)
    #expect(outcome.lines.count == 2)
  }

  @Test func `a file that is none of the store's is no chat`() throws {
    for profile in try home.store.profiles {
      let hints = profile.deletingLastPathComponent().appending(path: "chats")
      try Data().write(to: hints.appending(path: ".hidden.json"))
    }
    expectQuietSuccess(try home.run("chat", "list"))
    #expect(try home.run("unread").errors.isEmpty)
  }

  @Test(arguments: [("ſ", "s"), ("K", "k"), ("ı", "i")])
  func `letters are one without regard to case in every form of pattern`(
    body: String, pattern: String
  ) throws {
    try home.succeed("send", "r", "\(body)x")
    for pattern in [pattern + "x", "[\(pattern)]x", pattern + "X"] {
      let outcome = try home.run("search", "-i", pattern)
      #expect(outcome.lines.count == 1, "\(pattern)")
    }
    #expect(try home.run("search", "-i", "-F", pattern + "x").lines.count == 1)
  }
}
