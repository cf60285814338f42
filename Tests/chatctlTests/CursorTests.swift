import Foundation
import Glibc
import Testing

/// Following from where one has come before.
struct CursorTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom("alice", "bob")
    try send("one", "two")
  }

  private func send(_ texts: String...) throws {
    for text in texts { try home.succeed("send", "r", text, as: "alice") }
  }

  /// What is new since the last run.
  private func news(_ words: String...) throws -> [String] {
    let outcome = try home.run(["tail", "r", "--cursor", "c", "--no-follow"] + words)
    expectQuietSuccess(outcome)
    return outcome.lines.bodies
  }

  @Test func `without following it is what is new since the last run`() throws {
    #expect(try news() == ["one", "two"])
    #expect(try news() == [])
    try send("three", "four")
    #expect(try news() == ["three", "four"])
    #expect(try news() == [])
  }

  @Test func `the first use is where -n says, and later ones are not`() throws {
    #expect(try news("-n", "1") == ["two"])
    try send("three", "four")
    #expect(try news("-n", "1") == ["three", "four"])
  }

  @Test func `of a chat that was empty at the first run, everything is new`() throws {
    try home.makeChat("s", of: "alice", with: ["bob"])
    let words = ["tail", "s", "--cursor", "c", "--no-follow"]
    #expect(try home.succeed(words).lines.isEmpty)
    let texts = (1...15).map(String.init)
    try home.succeed("send", "s", "--lines", input: .text(texts.joined(separator: "\n")))
    #expect(try home.succeed(words).lines.bodies == texts)
    #expect(try home.succeed(words).lines.isEmpty)
  }

  @Test func `what else happened is told once, too`() throws {
    _ = try news()
    try home.succeed("chat", "rename", "r", "s")
    let words = ["tail", "s", "--cursor", "c", "--no-follow", "--json"]
    #expect(try home.succeed(words).lines.count == 1)
    #expect(try home.succeed(words).lines.isEmpty)
  }

  @Test(arguments: [["r"], ["--all"]])
  func `it does not move over what could not be read`(chats: [String]) throws {
    let words = ["tail", "--cursor", "c", "--no-follow"] + chats
    #expect(try home.succeed(words).lines.bodies == ["one", "two"])
    try send("three")
    try home.succeed("edit", "r", "3", "third", as: "alice")
    try send("four")
    // The index of what was changed cannot be read for a while.
    let chat = try #require(try home.store.chats.first).deletingLastPathComponent()
    let index = chat.appending(path: "edits/00000000000000000001.jsonl")
    let aside = home.folder.appending(path: "index")
    try FileManager.default.moveItem(at: index, to: aside)
    try FileManager.default.createDirectory(at: index, withIntermediateDirectories: false)
    expectRefusal(try home.run(words), code: 7, saying: index.path)
    try FileManager.default.removeItem(at: index)
    try FileManager.default.moveItem(at: aside, to: index)
    #expect(try home.succeed(words).lines.bodies == ["third", "four"])
  }

  @Test func `messages that a filter hides are passed over for good`() throws {
    _ = try news("--grep", "x")
    #expect(try news() == [])
  }

  @Test func `a follower that is killed goes on where it was, and leaves nothing out`() throws {
    var seen: [String] = []
    let first = try home.start("tail", "r", "--cursor", "c")
    seen += try first.lines(2).bodies
    try send("three")
    _ = try first.lines(3)
    first.signal(SIGKILL)
    _ = try first.outcome()
    try send("four")
    let second = try home.start("tail", "r", "--cursor", "c", "--until-match", "four")
    let again = try second.outcome().lines.bodies
    // What was shown just before it was killed may come again.
    #expect(again.last == "four")
    #expect(Set(seen + ["three"] + again) == ["one", "two", "three", "four"])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal lets it be saved first`(signal: Int32) throws {
    let follower = try home.start("tail", "r", "--cursor", "c")
    _ = try follower.lines(2)
    try send("three")
    _ = try follower.lines(3)
    follower.signal(signal)
    #expect(try follower.outcome().ending == .killed(signal: signal))
    #expect(try news() == [])
  }

  @Test func `a signal ends it also when nobody reads what it writes`() throws {
    try home.succeed("send", "r", "--lines", input: .text(String(repeating: "x\n", count: 9999)))
    let pipe = home.folder.appending(path: "pipe").path
    let process = try home.startShell(
      "mkfifo \"\(pipe)\"; exec 3<>\"\(pipe)\"; exec chatctl tail r -n 9999 --cursor c >&3")
    try home.waitForFullPipe(of: process)
    kill(process.pid, SIGTERM)
    #expect(try process.outcome().ending == .killed(signal: SIGTERM))
  }

  @Test func `it does not move over what was not written out`() throws {
    let outcome = try home.run("tail", "r", "--cursor", "c", "--no-follow") {
      $0.output = .file("/dev/full")
    }
    #expect(outcome.code == 7)
    #expect(try news() == ["one", "two"])
  }

  @Test func `a cursor in use makes a second process exit 6`() throws {
    let follower = try home.start("tail", "r", "--cursor", "c")
    _ = try follower.lines(2)
    let second = try home.run("tail", "r", "--cursor", "c", "--lock-timeout", "0")
    expectRefusal(second, code: 6, saying: "chatctl tail")
    for words in [["set", "r", "c"], ["remove", "r", "c"]] {
      expectRefusal(try home.run(["cursor"] + words + ["--lock-timeout", "0"]), code: 6)
    }
    // Another one, another chat and another account are free.
    try home.succeed("tail", "r", "--cursor", "d", "--no-follow")
    try home.succeed("tail", "r", "--cursor", "c", "--no-follow", as: "bob")
  }

  @Test func `who waits for a cursor that is forgotten meanwhile uses a new one`() throws {
    let first = try home.start("tail", "r", "--cursor", "c")
    _ = try first.lines(2)
    try waitUntil("it is saved") { try !home.succeed("cursor", "list", "r").text.isEmpty }
    let second = try home.start("tail", "r", "--cursor", "c", "-n", "1", "--json")
    let cursors = try #require(try home.store.chats.first).deletingLastPathComponent()
      .appending(path: "cursors").path
    let files = try FileManager.default.contentsOfDirectory(atPath: cursors)
      .filter { !$0.hasSuffix(".new") }.map { "\(cursors)/\($0)" }
    try waitUntil("it waits") { try files.contains(where: isWaitedFor) }
    // As 'cursor remove' does, which waits until it is not in use.
    for file in files { try FileManager.default.removeItem(atPath: file) }
    first.signal(SIGKILL)
    #expect(try second.lines(1)[0].contains("two"))
    let third = try home.run("tail", "r", "--cursor", "c", "--lock-timeout", "0")
    expectRefusal(third, code: 6, saying: "chatctl tail")
  }

  @Test(arguments: [["r"], ["--all"]])
  func `a chat that is deleted while a command runs ends for itself`(chats: [String]) throws {
    let words = ["tail", "--cursor", "c", "-n", "1", "--exec"] + chats
    let script = "jq -r .body; chatctl --as alice chat delete r --yes >&2"
    if chats == ["r"] {
      let outcome = try home.run(words + ["--", "sh", "-c", script], as: "bob")
      #expect(outcome.code == 3)
      #expect(
        outcome.errors.contains("'alice/r' was deleted") || outcome.errors.contains("'r' was"))
    } else {
      try home.makeChat("s", of: "alice", with: ["bob"])
      let follower = try home.start(words + ["--", "sh", "-c", script], as: "bob")
      _ = try follower.wait(for: "was deleted", on: .errors)
      try home.succeed("send", "s", "still here", as: "alice")
      #expect(try follower.lines(2).last == "still here")
    }
  }

  @Test func `a store that is away when its cursor is to be saved is waited for`() throws {
    let store = home.store.path
    // Away for longer than a chat, or its cursor, is waited for.
    let script = """
      jq -r .body
      test -e moved && exit
      touch moved
      mv '\(store)' aside
      (sleep 2; mv aside '\(store)') >/dev/null 2>&1 &
      """
    let follower = try home.start(
      ["tail", "r", "--cursor", "c", "-n", "1", "--exec", "--", "sh", "-c", "cd; " + script],
      as: "bob")
    _ = try follower.lines(1)
    try waitUntil("it is back") { try home.run("send", "r", "three", as: "alice").code == 0 }
    #expect(try follower.lines(2) == ["two", "three"])
  }

  @Test func `all chats have cursors of their own, also those that come later`() throws {
    _ = try home.succeed("tail", "--all", "--cursor", "c", "--no-follow")
    try home.makeChat("s", of: "alice", with: ["bob"])
    try home.succeed("send", "s", "new")
    try send("three")
    let outcome = try home.succeed("tail", "--all", "--cursor", "c", "--no-follow")
    #expect(Set(outcome.lines.bodies) == ["new", "three"])
    #expect(try home.succeed("tail", "--all", "--cursor", "c", "--no-follow").lines.isEmpty)
  }

  @Test func `a token uses the cursors of its account`() throws {
    let token = home.folder.appending(path: "token").path
    try home.succeed("token", "create", "bot", "--read-only", "--output", token)
    _ = try home.succeed("tail", "r", "--cursor", "c", "--no-follow", "--token-file", token)
    #expect(try news() == [])
  }

  @Test func `cursors are listed, put elsewhere and forgotten`() throws {
    _ = try news()
    #expect(try home.succeed("cursor", "list", "r").text == "r\tc\t2\t0\t0\n")
    try send("three")
    #expect(try home.succeed("cursor", "list", "r").text == "r\tc\t2\t1\t0\n")
    try home.succeed("cursor", "set", "r", "c", "0")
    #expect(try home.succeed("cursor", "list", "r").text == "r\tc\t0\t3\t0\n")
    #expect(try news() == ["one", "two", "three"])
    try home.succeed("cursor", "set", "r", "c", "1")
    #expect(try news() == ["two", "three"])
    try home.succeed("cursor", "set", "r", "c", "1")
    try home.succeed("cursor", "set", "r", "c")
    #expect(try news() == [])
    try home.succeed("cursor", "remove", "r", "c")
    #expect(try home.succeed("cursor", "list", "r").text.isEmpty)
    expectRefusal(try home.run("cursor", "remove", "r", "c"), code: 3, saying: "'c'")
    expectRefusal(try home.run("cursor", "set", "r", "c", "99"), code: 3, saying: "#99")
  }

  @Test(arguments: ["read", "", "a b", "../x", "-x"])
  func `a name that is none is refused`(name: String) throws {
    for words in [
      ["tail", "r", "--no-follow", "--cursor=\(name)"], ["cursor", "set", "r", "--", name],
    ] {
      let outcome = try home.run(words)
      expectRefusal(outcome, code: 8, saying: "cursor name")
    }
  }

  @Test func `the read mark is no cursor to be set, and the hint tells what moves it`() throws {
    let outcome = try home.run("cursor", "set", "r", "read")
    expectRefusal(outcome, code: 8, saying: "hint:", "'chatctl chat read CHAT'")
  }

  @Test(.needsMounts) func `a cursor that cannot be written is an error, and nothing is shown`()
    throws
  {
    let store = home.store.path
    let outcome = try home.run("tail", "r", "--cursor", "c", "--no-follow") {
      $0.wrap(
        in: .mounts("mount --bind '\(store)' '\(store)'; mount -o remount,ro,bind '\(store)'"))
    }
    expectRefusal(outcome, code: 7, saying: "read-only")
    #expect(try news() == ["one", "two"])
  }

  @Test func `a log that is put back while it is followed does not end it`() throws {
    let segment = try #require(try home.store.segments.first)
    let backup = try Data(contentsOf: segment)
    let follower = try home.start("tail", "r", "--cursor", "c")
    _ = try follower.lines(2)
    try send("three")
    _ = try follower.lines(3)
    try home.store.overwrite(segment, with: backup)
    try send("other three")
    #expect(try follower.lines(4).bodies.last == "other three")
    follower.signal(SIGTERM)
    #expect(try follower.outcome().ending == .killed(signal: SIGTERM))
  }

  @Test func `in a log that was put back from a backup it goes on after the last older message`()
    throws
  {
    let segment = try #require(try home.store.segments.first)
    let backup = try Data(contentsOf: segment)
    try send("three")
    #expect(try news() == ["one", "two", "three"])
    try home.store.overwrite(segment, with: backup)
    try send("other three")
    #expect(try news() == ["other three"])
  }
}

/// Whether a process waits for a lock on a file, proc_locks(5).
private func isWaitedFor(_ path: String) throws -> Bool {
  let attributes = try FileManager.default.attributesOfItem(atPath: path)
  let inode = try #require(attributes[.systemFileNumber] as? Int)
  return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n")
    .contains { $0.contains(" -> ") && $0.contains(":\(inode) ") }
}
