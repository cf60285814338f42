import CLinux
import Foundation
import Glibc
import Testing

/// A store that is missing, damaged, full, locked or read-only.
struct StoreFailureTests {
  @Test func `a missing store is said, and how to make one`() throws {
    let home = try TestHome(.absent)
    for words in [["whoami"], ["log", "r"], ["send", "r", "x"], ["friends"], ["chat", "list"]] {
      expectRefusal(try home.run(words), code: 7, saying: home.store.path, "hint:", "signup")
    }
    #expect(!FileManager.default.fileExists(atPath: home.store.path))
  }

  @Test func `a store is made once`() throws {
    let home = try TestHome()
    let before = try home.store.snapshot()
    expectRefusal(try home.run("init"), code: 5, saying: home.store.path)
    #expect(try home.store.snapshot() == before)
  }

  @Test func `a newer format is refused`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.store.replace("\"format\":1", with: "\"format\":99", in: home.store.settings)
    for words in [["log", "r"], ["send", "r", "x"], ["whoami"]] {
      expectRefusal(try home.run(words), code: 7, saying: "99")
    }
  }

  @Test(.needsMounts) func `a store on a read-only mount can be read`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "x")
    let store = home.store.path
    let readOnly = Wrapper.mounts(
      "mount --bind '\(store)' '\(store)'; mount -o remount,bind,ro '\(store)'")
    for words in [["log", "r"], ["tail", "r", "--no-follow"]] {
      let outcome = try home.run(words) { $0.wrap(in: readOnly) }
      expectQuietSuccess(outcome)
      #expect(outcome.lines.count == 1)
    }
    let refused = try home.run("send", "r", "x") { $0.wrap(in: readOnly) }
    expectRefusal(refused, code: 7, saying: "read-only", store)
  }

  @Test func `a store without write permission can be read`() throws {
    let user = geteuid() == 0 ? OSUser(uid: 60001, gid: 60001) : nil
    let home = try TestHome(user: user)
    try home.makeRoom()
    try home.succeed("send", "r", "x")
    let before = try home.store.snapshot()
    _ = try home.shell("chmod -R a-w \(home.store.path)")
    let log = try home.run("log", "r")
    let sent = try home.run("send", "r", "x")
    _ = try home.shell("chmod -R u+w \(home.store.path)")
    expectQuietSuccess(log)
    #expect(log.lines.count == 1)
    expectRefusal(sent, code: 7, saying: home.store.path)
    #expect(try home.store.snapshot() == before)
  }

  @Test func `what is not there yet is said not to be created, not to be read-only`() throws {
    let home = try TestHome()
    try home.makeRoom()
    // Where nobody can make anything, root included.
    for words in [
      ["--store", "/sys/chatctl", "init"], ["--store", "/sys/chatctl/a", "init"],
      ["export", "r", "--output", "/sys/chatctl"],
      ["token", "create", "t", "--output", "/sys/chatctl"],
    ] {
      let outcome = try home.run(words)
      expectRefusal(outcome, code: 7, saying: "cannot create '/sys/chatctl")
      #expect(!outcome.errors.contains("read-only for you"))
    }
    let login = try home.run("login", "alice", "--password-stdin", input: .text("pw")) {
      $0.environment["XDG_STATE_HOME"] = "/sys"
    }
    expectRefusal(login, code: 7, saying: "cannot create '/sys/chatctl'")
  }

  @Test func `a file that is to be made in a directory that is read-only cannot be created`() throws
  {
    let user = geteuid() == 0 ? OSUser(uid: 60001, gid: 60001) : nil
    let home = try TestHome(user: user)
    try home.makeRoom()
    let state = home.sessions.deletingLastPathComponent()
    let names = home.store.folder.appending(path: "names/usernames")
    _ = try home.shell("chmod a-w '\(state.path)' '\(names.path)'")
    let signup = try home.run("signup", "bob", "--password-stdin", input: .text("pw"))
    expectRefusal(signup, code: 7, saying: "'\(home.sessions.path)' is read-only for you: ")
    _ = try home.shell("rm -f '\(state.path)'/*; chmod u+w '\(state.path)'; ")
    let registry = try home.run("signup", "bob", "--password-stdin", input: .text("pw"))
    expectRefusal(registry, code: 7, saying: "cannot create '\(names.path)/")
    for file in ["sessions.lock", "sessions.json"] {
      _ = try home.shell("cd '\(state.path)' && rm -f \(file) && chmod a-w .")
      let login = try home.run("login", "alice", "--password-stdin", input: .text("pw"))
      expectRefusal(login, code: 7, saying: "cannot create '\(state.path)/\(file)': ")
      _ = try home.shell("cd '\(state.path)' && chmod u+w . && touch sessions.lock")
    }
    _ = try home.shell("chmod u+w '\(names.path)'")
  }

  @Test(
    arguments: [
      "", " \n", "{", "[]", "null", "{}", "\u{FEFF}{}", String(repeating: "\0", count: 4096),
    ],
    Document.allCases)
  func `a damaged document is named and left alone`(content: String, document: Document) throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "x")
    let file = try document.file(in: home.store)
    try home.store.overwrite(file, with: Data(content.utf8))
    let before = try home.store.snapshot()
    let outcome = try home.run("send", "r", "y")
    expectRefusal(outcome, code: 7, saying: file.lastPathComponent)
    _ = try home.run("log", "r")
    #expect(try home.store.snapshot() == before)
  }

  enum Document: CaseIterable {
    case settings, profile, secret, chat

    fileprivate func file(in store: StoreFiles) throws -> URL {
      switch self {
      case .settings: store.settings
      case .profile: try #require(try store.profiles.first)
      case .secret: try #require(try store.secrets.first)
      case .chat: try #require(try store.chats.first)
      }
    }
  }

  @Test(
    arguments: [
      Array("{\"seq\":9,\"bo".utf8), Array("{\"seq\":2,\"body\":\"".utf8) + [0xE3, 0x81],
      [UInt8](repeating: 0, count: 4096), Array("\n".utf8), Array("no json\n".utf8),
      Array("[]\nnull\n".utf8),
    ] as [[UInt8]])
  func `a torn or damaged end of a log hides nothing else`(end: [UInt8]) throws {
    let home = try TestHome()
    try home.makeRoom()
    for body in ["one", "two"] { try home.succeed("send", "r", body) }
    let segment = try #require(try home.store.segments.last)
    try home.store.append(end, to: segment)
    #expect(try home.bodies() == ["one", "two"])
    for command in [
      ["log", "r"], ["log", "r", "-1"], ["log", "r", "--reverse"], ["tail", "r", "--no-follow"],
    ] {
      #expect(try home.succeed(command).errors.contains("damaged line"), "\(command)")
    }
    try home.succeed("send", "r", "three")
    let log = try home.succeed("log", "r", "--json")
    #expect(try log.messages.map(\.body) == ["one", "two", "three"])
    #expect(log.errors.split(separator: "\n").count == 1)
    try home.succeed("send", "r", "four")
    #expect(try home.bodies() == ["one", "two", "three", "four"])
  }

  @Test func `a damaged line within a log is read around with a word`() throws {
    let home = try TestHome()
    try home.makeRoom()
    for body in ["one", "two", "three"] { try home.succeed("send", "r", body) }
    let segment = try #require(try home.store.segments.first)
    try home.store.replace("\"two\"", with: "\"tw", in: segment)
    for command in [["log", "r", "--json"], ["tail", "r", "--json", "--no-follow"]] {
      let outcome = try home.succeed(command)
      #expect(try outcome.messages.map(\.body) == ["one", "three"])
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
  }

  @Test(arguments: LostIndex.allCases)
  func `an index of changes that lacks some is told, and what is deleted is not blank`(
    index: LostIndex
  ) throws {
    let home = try TestHome()
    try home.makeRoom()
    for body in ["one", "two", "three"] { try home.succeed("send", "r", body) }
    let edits = try #require(try home.store.chats.first).deletingLastPathComponent()
      .appending(path: "edits")
    let before = try Data(contentsOf: edits.appending(path: LostIndex.segment))
    try home.succeed("edit", "r", "1", "uno")
    try home.succeed("delete", "r", "2")
    try index.lose(edits, before: before)
    let changes = index == .shortened ? 1 : 2
    for command in [
      ["log", "r"], ["log", "r", "-n", "3"], ["log", "r", "--reverse"], ["search", "e"],
      ["log", "r", "--since", "1h"], ["log", "r", "--grep", "three"],
      ["search", "th", "--reverse"], ["search", "uno", "-1"],
      ["tail", "r", "--no-follow"], ["tail", "r", "--no-follow", "--since", "1h"], ["export", "r"],
    ] {
      let errors = try home.succeed(command).errors
      #expect(errors.hasPrefix("chatctl: warning: "), "\(command)")
      #expect(errors.contains("\(edits.path)' lacks \(changes) "), "\(command): \(errors)")
      #expect(errors.split(separator: "\n").count == 1, "\(command): \(errors)")
    }
    for command in [["log", "r"], ["log", "r", "-n", "3"], ["tail", "r", "--no-follow"]] {
      let lines = try home.succeed(command + ["--json"]).lines
      let deleted = try #require(lines.first { $0.contains(#""number":2,"#) })
      #expect(deleted.hasSuffix(#","deleted":true}"#))
      #expect(try home.succeed(command).lines.count == 2)
    }
    // Who reads backwards meets the changes first.
    for command in [["log", "r", "-3"], ["log", "r", "--reverse"], ["tail", "r", "--no-follow"]] {
      #expect(try home.succeed(command).text.contains("\tuno\n"), "\(command)")
    }
    #expect(try home.run("edit", "r", "2", "x").code == 3)
  }

  /// How an index may have lost what it knew.
  enum LostIndex: CaseIterable {
    case gone, emptied, shortened

    static let segment = "00000000000000000001.jsonl"

    fileprivate func lose(_ edits: URL, before: Data) throws {
      let file = edits.appending(path: Self.segment)
      switch self {
      case .gone: try FileManager.default.removeItem(at: edits)
      case .emptied: try before.write(to: file)
      case .shortened:
        let lines = try Data(contentsOf: file)
        try (lines.prefix { $0 != UInt8(ascii: "\n") } + "\n".utf8).write(to: file)
      }
    }
  }

  @Test func `a chat without an index and without changes is read without a word`() throws {
    let home = try TestHome()
    try home.makeRoom()
    for body in ["one", "two"] { try home.succeed("send", "r", body) }
    let chat = try #require(try home.store.chats.first).deletingLastPathComponent()
    try FileManager.default.removeItem(at: chat.appending(path: "edits"))
    for command in [["log", "r"], ["log", "r", "-1"], ["tail", "r", "--no-follow"]] {
      expectQuietSuccess(try home.run(command))
    }
  }

  @Test func `a lock that is held makes writers give up and readers go on`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "x")
    let chat = try #require(try home.store.chats.first).deletingLastPathComponent()
    let lock = try HeldLock(chat.appending(path: "lock"))
    expectRefusal(try home.run("send", "r", "--lock-timeout", "100ms", "y"), code: 6)
    expectRefusal(try home.run("--lock-timeout", "100ms", "send", "r", "y"), code: 6)
    #expect(try home.bodies() == ["x"])
    lock.release()
    try home.succeed("send", "r", "z")
    #expect(try home.bodies() == ["x", "z"])
  }

  @Test(.needsTracing, .timeLimit(.minutes(2))) func `who holds a lock is named`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "x")
    let segment = try #require(try home.store.segments.first).path
    let holder = try home.start("send", "r", "slow") { $0.wrap(in: .slow("pwrite64", on: segment)) }
    var outcome: Outcome
    repeat {
      outcome = try home.run("send", "r", "--lock-timeout", "100ms", "y")
    } while outcome.code == 0
    expectRefusal(outcome, code: 6, saying: "send", ProcessInfo.processInfo.hostName)
    holder.signal(SIGKILL)
    _ = try holder.finish()
    try home.succeed("send", "r", "z")
    #expect(try home.bodies().last == "z")
    #expect(try !home.bodies().contains("slow"))
  }

  @Test func `a held store lock stops changes to accounts, not messages`() throws {
    let home = try TestHome()
    try home.makeRoom()
    let lock = try HeldLock(home.store.folder.appending(path: "lock"))
    let signup = try home.run(
      "signup", "bob", "--lock-timeout", "100ms", "--password-stdin", input: .text("pw"))
    expectRefusal(signup, code: 6)
    try home.succeed("send", "r", "x")
    lock.release()
    #expect(try home.store.profiles.count == 1)
  }

  @Test func `a file size limit stores nothing and damages nothing`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "one")
    let long = String(repeating: "x", count: 100_000)
    let outcome = try home.run("send", "r", input: .text(long)) {
      $0.wrap(in: .shell("ulimit -f 16"))
    }
    expectRefusal(outcome, code: 7)
    try home.succeed("send", "r", "two")
    #expect(try home.bodies() == ["one", "two"])
  }

  @Test func `a message that wants only its line break may turn out to be stored`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "1")
    let segment = try #require(try home.store.segments.first)
    let line = try Data(contentsOf: segment).count
    for (lines, length, words) in [
      (["2"], 2 * line, "may or may not have been stored"),
      (["3", "4", "5"], 4 * line, "only the first message was stored, and perhaps the next:"),
      (["5", "6", "7"], 6 * line - 1, "only the first message was stored:"),
    ] {
      let outcome = try home.run(
        "send", "r", "--lines", input: .text(lines.joined(separator: "\n") + "\n")
      ) {
        $0.wrap(in: .shell("prlimit --pid $$ --fsize=\(length - 1)"))
      }
      expectRefusal(outcome, code: 7, saying: words)
    }
    try home.succeed("send", "r", "7")
    #expect(try home.bodies() == ["1", "2", "3", "4", "5", "7"])
  }

  @Test(.needsMounts) func `a full file system keeps what was there`() throws {
    let home = try TestHome(.absent)
    let outcome = try home.shell(
      """
      mkdir -p "$CHATCTL_STORE" && mount -t tmpfs -o size=128k,mode=700 tmpfs "$CHATCTL_STORE"
      printf pw | chatctl signup alice --password-stdin && chatctl chat create r --public || exit
      message=$(printf 'x%.0s' {1..3000})
      for sent in {0..99}; do chatctl send r "$message" 2>/dev/null || break; done
      chatctl send r "$message"; echo "$?"
      echo "$sent $(chatctl log r | wc -l)"
      find "$CHATCTL_STORE" -name '*tmp*' -o -name '*.new'
      mount -o remount,size=512k "$CHATCTL_STORE"
      chatctl send r "room again" && chatctl log r | tail -1 | cut -f3,5
      """
    ) {
      $0.wrap(in: .mounts("true"))
      $0.environment["CHATCTL_STORE"] = home.store.path
    }
    let lines = outcome.lines
    #expect(lines.count == 3, "\(outcome.text) \(outcome.errors)")
    #expect(lines.first == "7")
    let counts = lines.dropFirst().first?.split(separator: " ") ?? []
    #expect(counts.first == counts.last && counts.first != "0")
    #expect(lines.last?.hasSuffix("\troom again") == true)
  }

  @Test(.needsTracing) func `where the file system has no locks nothing is sent`() throws {
    let home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "x")
    let chat = try #require(try home.store.chats.first).deletingLastPathComponent()
    let lock = chat.appending(path: "lock").path
    let before = try home.store.snapshot()
    for words in [["send", "r", "y"], ["edit", "r", "1", "y"], ["delete", "r", "1"]] {
      let outcome = try home.run(words) {
        $0.wrap(in: .failing("fcntl", with: "ENOLCK", on: lock))
      }
      expectRefusal(outcome, code: 7, saying: lock)
    }
    #expect(try home.store.snapshot() == before)
    #expect(try home.bodies() == ["x"])
  }
}

/// A lock that another process is in the way with, F_OFD_SETLK of fcntl(2).
final class HeldLock {
  private let descriptor: Int32

  init(_ file: URL) throws {
    descriptor = open(file.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw HarnessError("open \(file.path)", code: errno) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    guard fcntl(descriptor, OFD_SETLK, &lock) == 0 else {
      throw HarnessError("fcntl", code: errno)
    }
  }

  func release() { close(descriptor) }
}
