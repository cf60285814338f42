import Foundation
import Testing

/// What a message costs that was changed often, in system calls.
@Suite struct ChangeCostTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice")
    try home.succeed("send", "r", "status", as: "alice")
  }

  @Test(.needsTracing, arguments: [["log", "r"], ["edit", "r", "1", "new"]])
  func `a message is read and edited alike, however often it was edited`(
    words: [String]
  ) throws {
    try edit(times: 4)
    let before = try calls("openat,getdents64", of: words)
    try edit(times: 30)
    #expect(try calls("openat,getdents64", of: words) == before)
  }

  @Test(.needsTracing) func `it costs no more to write after many edits`() throws {
    let words = ["send", "r", "x"]
    try edit(times: 2)
    // Longer than is read at once.
    let text = String(repeating: "x", count: 5000)
    let before = try calls("pread64", of: words)
    for number in 1...20 {
      try home.succeed("edit", "r", "1", "text \(number) \(text)", as: "alice")
    }
    #expect(try calls("pread64", of: words) <= before + 4)
  }

  @Test(.needsTracing)
  func `a deletion syncs and opens as much for many edits as for one`() throws {
    try home.succeed("send", "r", "other", as: "alice")
    try home.succeed("edit", "r", "2", "once", as: "alice")
    try edit(times: 30)
    let often = try calls("openat,getdents64,fdatasync", of: ["delete", "r", "1"])
    let once = try calls("openat,getdents64,fdatasync", of: ["delete", "r", "2"])
    #expect(often == once)
    for segment in try home.store.segments {
      #expect(try !String(contentsOf: segment, encoding: .utf8).contains("text"))
    }
  }

  @Test(.needsTracing) func `messages that answer the same one are looked up for little`() throws {
    // More than is read at once.
    let lines = Array(repeating: String(repeating: "x", count: 500), count: 100)
    try home.succeed(
      "send", "r", "--lines", as: "alice", input: .text(lines.joined(separator: "\n")))
    try home.succeed("send", "r", "--reply-to", "1", "yes", as: "alice")
    let one = try calls("pread64", of: ["export", "r", "--format", "html"])
    for _ in 1...10 { try home.succeed("send", "r", "--reply-to", "1", "yes", as: "alice") }
    let many = try calls("pread64", of: ["export", "r", "--format", "html"])
    #expect(many - one <= 40)
  }

  @Test(.needsTracing) func `a file that is replaced is asked for the size of its ACL first`()
    throws
  {
    try home.signUp("bob")
    let trace = home.folder.appending(path: "trace")
    try home.succeed("friends", "add", "bob", as: "alice") {
      $0.wrap(in: .noting("getxattr", on: [], in: trace.path))
    }
    let lines = try String(contentsOf: trace, encoding: .utf8).split(separator: "\n")
    #expect(!lines.isEmpty)
    for line in lines { #expect(line.contains(#""system.posix_acl_access", NULL, 0)"#)) }
  }

  private func edit(times count: Int) throws {
    for number in 1...count { try home.succeed("edit", "r", "1", "text \(number)", as: "alice") }
  }

  /// How many of these system calls a command makes.
  private func calls(_ calls: String, of words: [String]) throws -> Int {
    let trace = home.folder.appending(path: "trace").path
    try home.succeed(words, as: "alice") {
      $0.wrap(in: .noting(calls, on: [], in: trace))
    }
    return try String(contentsOfFile: trace, encoding: .utf8).split(separator: "\n").count
  }
}
