import Foundation
import Glibc
import Testing

/// Following that ends by itself.
struct FollowBoundTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    for text in ["one", "two", "three"] { try home.succeed("send", "r", text) }
  }

  @Test func `it ends after so many messages, the first ones among them`() throws {
    let outcome = try home.run("tail", "r", "--count", "2")
    expectQuietSuccess(outcome)
    #expect(outcome.lines.bodies == ["one", "two"])
  }

  @Test func `it waits for the rest of them`() throws {
    let follower = try home.start("tail", "r", "-n", "1", "--count", "2")
    _ = try follower.lines(1)
    try home.succeed("send", "r", "four")
    let outcome = try follower.outcome()
    expectQuietSuccess(outcome)
    #expect(outcome.lines.bodies == ["three", "four"])
  }

  @Test func `it ends after the message that matches`() throws {
    let follower = try home.start("tail", "r", "-n", "1", "--until-match", "^fo+ur$")
    _ = try follower.lines(1)
    try home.succeed("send", "r", "--lines", input: .text("fur\nfour\nfive\n"))
    let outcome = try follower.outcome()
    expectQuietSuccess(outcome)
    #expect(outcome.lines.bodies == ["three", "fur", "four"])
  }

  @Test func `a message that is shown first may match`() throws {
    #expect(try home.run("tail", "r", "--until-match", "two").lines.bodies == ["one", "two"])
  }

  @Test func `what is waited for is plain text with -F, in any case with -i`() throws {
    try home.succeed("send", "r", "--lines", input: .text("Four (4\nfive\n"))
    for flags in [["-Fi", "--grep", "(4"], ["-F", "-i"]] {
      let outcome = try home.run(["tail", "r", "--until-match", "four ("] + flags)
      expectQuietSuccess(outcome)
      #expect(outcome.lines.bodies.last == "Four (4")
    }
    let other = try home.run("tail", "r", "--until-match", "four (", "-F", "--timeout", "100ms")
    #expect(other.code == 124)
  }

  @Test(arguments: [["--count", "9"], ["--until-match", "never"], []])
  func `when the time is over the exit code is 124`(words: [String]) throws {
    let outcome = try home.run(["tail", "r", "--timeout", "100ms"] + words)
    #expect(outcome.code == 124)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.lines.bodies == ["one", "two", "three"])
  }

  @Test func `the bounds hold for several and for all chats`() throws {
    try home.makeChat("s", of: "alice", with: ["bob"])
    for chats in [["r", "s"], ["--all"]] {
      let follower = try home.start(["tail", "-n", "1", "--until-match", "end"] + chats)
      _ = try follower.lines(1)
      try home.succeed("send", "s", "end")
      #expect(try follower.outcome().lines.bodies.last == "end")
    }
  }

  @Test(
    arguments: [
      (["--count", "0"], "--count"), (["--count", "x"], "--count"),
      (["--timeout", "soon"], "--timeout"),
      (["--until-match", "("], "regular expression"),
      (["--no-follow", "--timeout", "1s"], "--timeout"),
      (["--no-follow", "--until-match", "x"], "--until-match"),
    ] as [([String], String)])
  func `a bound that means nothing is refused`(words: [String], word: String) throws {
    expectRefusal(try home.run(["tail", "r"] + words), code: 2, saying: word)
  }
}
