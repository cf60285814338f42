import Foundation
import TestTools
import Testing

/// Many writers and followers of one chat.
@Suite(.serialized)
struct ReplayTests {
  private static let people = 200
  private static let messages = 20_000
  private static let writers = 8
  private static let singleSends = 5

  @Test(.needsCorpus, .timeLimit(.minutes(10)))
  func `a channel's history is replayed by eight writers and seen whole by all`() throws {
    let home = try TestHome()
    try home.makeRoom("owner")
    let history = try Corpus.messages().filter { !$0.body.allSatisfy(\.isWhitespace) }
    let names = try signUpBusiest(of: history, in: home)
    let replayed = history.filter { names.contains($0.name) }.prefix(Self.messages)
    #expect(replayed.count == Self.messages)
    let bodies = Dictionary(grouping: replayed, by: \.name).mapValues { $0.map(\.body) }

    let followers = try (0..<2).map { _ in
      try home.start("tail", "r", "-n", "\(Self.messages)", as: "owner")
    }
    try inParallel(Self.writers) { writer in
      for name in stride(from: writer, to: names.count, by: Self.writers).map({ names[$0] }) {
        try replay(bodies[name] ?? [], as: name, in: home)
      }
    }

    let log = try home.succeed("log", "r", as: "owner").lines
    for follower in followers { #expect(try follower.lines(Self.messages) == log) }
    let printed = try home.succeed("log", "r", "--json", as: "owner").messages
    // Each one's joining has taken a number.
    #expect(printed.map(\.number) == Array(Self.people + 1...Self.people + Self.messages))
    let stored = try home.store.messages
    #expect(stored.map(\.body) == printed.map(\.body))
    #expect(stored.map(\.name) == printed.map(\.username))
    #expect(stored.map(\.date) == stored.map(\.date).sorted())
    #expect(Dictionary(grouping: printed, by: \.username).mapValues { $0.map(\.body) } == bodies)
  }

  /// Signs up those who said most, in eight processes at once.
  /// - Returns: the names that the rules of usernames allow; the next busiest stand in for others.
  private func signUpBusiest(of history: [CorpusMessage], in home: TestHome) throws -> [String] {
    let counts = Dictionary(grouping: history, by: \.name).mapValues(\.count)
    let busiest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    var allowed: [String] = []
    var refused: [String] = []
    for name in busiest where allowed.count < Self.people {
      let words = ["signup", "--password-stdin", "--", name]
      let outcome = try home.run(words, input: .text("pw"))
      if outcome.code == 0 {
        allowed.append(name)
      } else {
        expectRefusal(outcome, code: 8)
        refused.append(name)
      }
    }
    #expect(refused.allSatisfy { $0.contains(/[^A-Za-z0-9._-]/) })
    for name in allowed { try home.succeed("chat", "join", "owner/r", as: name) }
    return allowed
  }

  /// Sends the first few messages one by one and the others through one process.
  private func replay(_ bodies: [String], as name: String, in home: TestHome) throws {
    for body in bodies.prefix(Self.singleSends) {
      try home.succeed("send", "r", "--", body, as: name)
    }
    let lines = bodies.dropFirst(Self.singleSends).map { $0 + "\n" }.joined()
    try home.succeed("send", "r", "--lines", as: name, input: .text(lines))
  }

  @Test(.timeLimit(.minutes(5)))
  func `two hundred followers that start while messages come see each once`() throws {
    let home = try TestHome()
    try home.makeRoom()
    let sender = try home.start("send", "r", "--lines", input: .pipe)
    var followers: [LiveProcess] = []
    for number in 1...200 {
      try sender.write(Array("m\(number)\n".utf8))
      followers.append(try home.start("tail", "r", "-n", "200"))
    }
    expectQuietSuccess(try sender.finish())
    let log = try home.succeed("log", "r").lines
    #expect(log.count == 200)
    for follower in followers { #expect(try follower.lines(200) == log) }
  }
}
