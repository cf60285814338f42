import Foundation
import Glibc
import Testing

/// Searches that take long, or for ever.
struct LongSearchTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  /// An expression that regexec(3) does not come to an end with in a message of ours.
  private static let pattern = #"(a|aa)+\1b"#

  private static let endless = [
    ["search", pattern], ["log", "r", "--grep", pattern], ["log", "r", "-1", "--grep", pattern],
    ["tail", "r", "--grep", pattern],
  ]

  private func sendWhatNeverEnds() throws {
    try home.succeed("send", "r", String(repeating: "a", count: 5000))
  }

  @Test(arguments: endless, [SIGINT, SIGTERM])
  func `a signal ends what no expression does`(words: [String], signal: Int32) throws {
    try sendWhatNeverEnds()
    let process = try home.start(words)
    try process.waitUntilBusy()
    process.signal(signal)
    #expect(try process.outcome().ending == .killed(signal: signal))
  }

  @Test(arguments: endless) func `so does Ctrl-C, where a pager may come`(words: [String]) throws {
    try sendWhatNeverEnds()
    let terminal = try PseudoTerminal()
    let process = try home.start(words) { $0.attach(to: terminal) }
    try process.waitUntilBusy()
    try terminal.type("\u{3}")
    #expect(try process.outcome().ending == .killed(signal: SIGINT))
  }

  @Test(.needs("less")) func `so does Ctrl-C when the pager has been left`() throws {
    let lines = (1...1000).map { "m \($0) b" + String(repeating: "x", count: 60) }
    try home.succeed("send", "r", "--lines", input: .text(lines.joined(separator: "\n")))
    try sendWhatNeverEnds()
    let terminal = try PseudoTerminal()
    let process = try home.start("log", "r", "--grep", Self.pattern + "|m") {
      $0.attach(to: terminal)
      $0.environment["PAGER"] = "less -RX; echo the pager is left"
    }
    try process.wait(for: "m 5", on: .screen)
    // To the end, as far as there is one.
    try terminal.type("G")
    try process.waitUntilBusy()
    try terminal.type("\u{3}q")
    try process.wait(for: "the pager is left", on: .screen)
    // As long as the pager is not gone for good, it is the pager's.
    try waitUntil("it has ended") {
      try terminal.type("\u{3}")
      _ = try home.run("--version")
      return process.hasEnded
    }
    #expect(try process.outcome().ending == .killed(signal: SIGINT))
  }

  @Test(.needsTracing, arguments: [["--no-pager"], []])
  func `a log that is searched for long tells how far it is`(words: [String]) throws {
    try home.succeed("send", "r", "one")
    try home.succeed("send", "r", "two")
    let segment = try #require(try home.store.segments.first).path
    let process = try home.start(["log", "r", "--grep", "t[w]o", "--color", "never"] + words) {
      $0.attach(to: try PseudoTerminal())
      $0.environment["PAGER"] = "sed 's/^/> /'"
      $0.wrap(in: .slow("pread64", on: segment, seconds: 1))
    }
    let screen = try process.outcome().screen
    let progress = try #require(screen.range(of: "searched 0 MB"), "\(screen)")
    let result = try #require(screen.range(of: "two"))
    #expect(progress.upperBound < result.lowerBound)
    #expect(screen[progress.upperBound...].hasPrefix("\r             \r"))
  }
}
