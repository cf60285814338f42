import Foundation
import Testing

/// The corpus of inputs that break programs.
@Suite(.needsCorpus)
struct OddInputTests {
  /// What is no message: not UTF-8, NUL inside, or nothing to see.
  private static let refused: Set = [
    "jsonl_torn_utf8_tail.jsonl", "msg_empty.txt", "msg_invalid_utf8.bin", "msg_nul_inside.bin",
    "msg_only_whitespace.txt", "msg_overlong_utf8_slash.bin", "msg_utf16le_bom.bin",
    "msg_zero_width_only.txt",
  ]

  @Test(arguments: Corpus.oddFiles)
  func `an odd message comes back byte for byte or is refused`(file: String) throws {
    let home = try TestHome()
    try home.makeRoom()
    let bytes = try Corpus.odd(file)
    let outcome = try home.run("send", "r", input: .bytes(bytes))
    guard !Self.refused.contains(file) else {
      expectRefusal(outcome, code: 8)
      #expect(try home.store.messages.isEmpty)
      return
    }
    expectQuietSuccess(outcome)
    let body = Array(try #require(try home.bodies().first).utf8)
    #expect([[], [0x0A], [0x0D, 0x0A]].contains { body + $0 == bytes })
    #expect(try home.store.messages.map { Array($0.body.utf8) } == [body])
    let plain = try home.succeed("log", "r")
    #expect(plain.lines.count == 1)
    #expect(plain.output.count { $0 == UInt8(ascii: "\t") } == 4)
  }

  @Test func `an odd name works, is taken or is refused, and touches nothing but the store`() throws
  {
    let home = try TestHome()
    let names = try Corpus.odd("names.txt").split(separator: UInt8(ascii: "\n"))
    var codes: [Int32: Int] = [:]
    for name in names {
      let outcome = try home.run(
        "signup", "--password-stdin", "--", Array(name), input: .text("pw"))
      codes[outcome.code ?? -1, default: 0] += 1
      if outcome.code != 0 {
        expectRefusal(outcome, code: outcome.code == 5 ? 5 : 8)
        #expect(!outcome.errors.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x202E })
      } else {
        let username = try home.succeed("whoami").text.dropLast()
        try home.succeed("login", String(username), "--password-stdin", input: .text("pw"))
      }
    }
    #expect(codes.keys.sorted() == [0, 5, 8])
    #expect(try home.store.profiles.count == codes[0])
    #expect(try home.entries() == [".local", "bin"])
  }

  @Test func `an odd chat name works or is refused, and touches nothing but the store`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    for name in try Corpus.odd("names.txt").split(separator: UInt8(ascii: "\n")).map(Array.init) {
      let outcome = try home.run("chat", "create", "--public", "--", name)
      if outcome.code == 0 {
        try home.succeed("send", "--", name, "x")
        #expect(try home.succeed("log", "--json", "--", name).messages.map(\.body) == ["x"])
      } else {
        expectRefusal(outcome, code: outcome.code == 5 ? 5 : 8)
      }
    }
    #expect(try home.entries() == [".local", "bin"])
  }

  @Test(arguments: ["jsonl_torn_tail.jsonl", "jsonl_torn_utf8_tail.jsonl"])
  func `a log that ends in another program's torn lines shows everything else`(file: String) throws
  {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "before")
    try home.store.append(try Corpus.odd(file), to: try #require(try home.store.segments.last))
    try home.succeed("send", "r", "after")
    #expect(try home.bodies() == ["before", "after"])
  }
}
