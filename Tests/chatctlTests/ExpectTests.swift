import Foundation
import Testing

/// Telling whether a message came lately.
struct ExpectTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    try home.succeed("send", "r", "backup done")
  }

  @Test(
    arguments: [
      ([], 0), (["--grep", "d[eo]ne"], 0), (["--grep", "failed"], 1), (["--from", "alice"], 0),
      (["--from", "bob"], 1), (["--grep", "DONE"], 1), (["--grep", "DONE", "-i"], 0),
      (["--grep", "d.ne", "-F"], 1), (["--from", "alice", "--grep", "done"], 0),
      (["--mentions"], 1),
    ] as [([String], Int32)])
  func `the exit code tells whether such a message came`(words: [String], code: Int32) throws {
    let outcome = try home.run(["expect", "r", "--within", "1h"] + words)
    #expect(outcome.code == code)
    #expect(outcome.output.isEmpty)
    #expect(outcome.errors.isEmpty)
  }

  @Test func `what came before does not count`() throws {
    let segment = try #require(try home.store.segments.first)
    let date = try #require(try home.succeed("log", "r", "--json").messages.first?.date)
    try home.store.replace(date, with: "2001-01-01T00:00:00.000Z", in: segment)
    #expect(try home.run("expect", "r", "--within", "52w").code == 1)
    #expect(try home.run("expect", "r", "--within", "99999w").code == 0)
  }

  @Test func `a deleted message does not count`() throws {
    let number = try #require(try home.succeed("log", "r", "--json").messages.first?.number)
    try home.succeed("delete", "r", String(number))
    #expect(try home.run("expect", "r", "--within", "1h").code == 1)
  }

  @Test func `as JSON it is the last such message`() throws {
    try home.succeed("send", "r", "backup done again")
    let outcome = try home.run("expect", "r", "--within", "1h", "--grep", "done", "--json")
    #expect(try outcome.messages.map(\.body) == ["backup done again"])
  }

  @Test(arguments: [
    (["r"], "--within"), (["r", "--within", "soon"], "--within"),
    (["r", "--within", "1h", "--grep", "("], "regular expression"), (["--within", "1h"], "CHAT"),
  ])
  func `what it cannot understand is refused`(words: [String], word: String) throws {
    expectRefusal(try home.run(["expect"] + words), code: 2, saying: word)
  }

  @Test func `an unknown chat or author is another exit code, so the alarm is raised`() throws {
    expectRefusal(try home.run("expect", "x", "--within", "1h"), code: 3, saying: "'x'")
    expectRefusal(
      try home.run("expect", "r", "--from", "nobody", "--within", "1h"), code: 3, saying: "nobody")
  }

  @Test func `a huge duration is one like others`() throws {
    #expect(try home.run("expect", "r", "--within", "9223372036854775807ms").code == 0)
  }
}
