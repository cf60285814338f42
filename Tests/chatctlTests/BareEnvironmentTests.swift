import Foundation
import Testing

/// As cron and system services start programs: without `HOME`, `USER`, a locale or a terminal.
struct BareEnvironmentTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
    try home.succeed("send", "r", "日本語 😀")
  }

  /// Makes `/etc/passwd` say that root, who one is where one may mount, lives in the throw-away
  /// home.
  private func passwd() throws -> Wrapper {
    let file = home.folder.appending(path: "passwd")
    try Data("root:x:0:0::\(home.folder.path):/bin/sh\n".utf8).write(to: file)
    return .mounts("/bin/mount --bind '\(file.path)' /etc/passwd")
  }

  @Test(.needsMounts) func `the store alone is enough`() throws {
    let passwd = try passwd()
    let store = home.store.path
    let sent = try home.run("send", "r", "from cron") {
      $0.environment = ["CHATCTL_STORE": store]
      $0.wrap(in: passwd)
    }
    expectQuietSuccess(sent)
    let log = try home.run("log", "r", "--json") {
      $0.environment = ["CHATCTL_STORE": store]
      $0.wrap(in: passwd)
    }
    expectQuietSuccess(log)
    #expect(try log.messages.map(\.body) == ["日本語 😀", "from cron"])
  }

  @Test(.needsTracing) func `a host without a free descriptor sends, or says that it cannot`()
    throws
  {
    // Where the words of the command line are found, at first and if need be.
    let places = ["/proc/self/maps", "/proc/self/cmdline"]
    let sent = try home.run("send", "r", "x") {
      $0.wrap(in: .failing("openat", with: "ENFILE", on: places[0]))
    }
    #expect(sent.code == 0)
    #expect(try home.bodies() == ["日本語 😀", "x"])
    let refused = try home.run("send", "r", "y") {
      $0.wrap(in: .failing("openat", with: "ENFILE", on: places[0], places[1]))
    }
    #expect(refused.code == 7)
    #expect(refused.text.isEmpty)
    #expect(try home.bodies() == ["日本語 😀", "x"])
  }

  @Test(.needsMounts, arguments: [nil, "", "relative/home", "."])
  func `a home that is none is taken from passwd`(value: String?) throws {
    let passwd = try passwd()
    let outcome = try home.run("log", "r") {
      $0.environment["HOME"] = value
      $0.wrap(in: passwd)
    }
    expectQuietSuccess(outcome)
    #expect(outcome.lines.count == 1)
  }

  @Test func `a home that does not exist is one clear line and a hint`() throws {
    let nowhere = home.folder.appending(path: "nowhere").path
    let store = home.store.path
    for environment in [[:], ["CHATCTL_STORE": store]] {
      let outcome = try home.run("log", "r") {
        $0.environment = environment.merging(["HOME": nowhere]) { $1 }
      }
      expectRefusal(outcome, code: environment.isEmpty ? 7 : 4)
      #expect(outcome.errors.split(separator: "\n").count <= 2)
    }
    #expect(!FileManager.default.fileExists(atPath: nowhere))
  }

  @Test(.needsMounts) func `a user whom passwd does not know is told what to set`() throws {
    let outcome = try home.run("log", "r") {
      $0.environment = [:]
      $0.wrap(in: .mounts("/bin/mount --bind /dev/null /etc/passwd"))
    }
    expectRefusal(outcome, code: 7, saying: "CHATCTL_STORE")
  }

  @Test func `XDG directories are honoured, relative ones ignored`() throws {
    let data = home.folder.appending(path: "data").path
    let state = home.folder.appending(path: "state").path
    try home.succeed("signup", "bob", "--password-stdin", input: .text("pw")) {
      $0.environment["XDG_DATA_HOME"] = data
      $0.environment["XDG_STATE_HOME"] = state
    }
    for file in ["\(data)/chatctl/store.json", "\(state)/chatctl/sessions.json"] {
      #expect(FileManager.default.fileExists(atPath: file))
    }
    let relative = try home.run("whoami") {
      $0.environment["XDG_DATA_HOME"] = "data"
      $0.environment["XDG_STATE_HOME"] = ""
    }
    #expect(relative.text == "alice\n")
  }

  @Test(arguments: ["CHATCTL_STORE", "XDG_DATA_HOME", "HOME", "TMPDIR"])
  func `a path that holds U+FFFD is one, and what is not UTF-8 is none`(variable: String) throws {
    let place = home.folder.appending(path: "a\u{FFFD}b").path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
    let words = variable == "TMPDIR" ? ["tour"] : ["init"]
    try home.succeed(words) { $0.environment[variable] = place }
    let broken = try home.shell(
      #"export \#(variable)=$'\#(home.folder.path)/a\xFFb'; chatctl \#(words[0])"#)
    expectRefusal(broken, code: 2, saying: "'\(variable)' is not valid UTF-8")
    #expect(try !home.entries().contains { $0.hasPrefix("a\u{FFFD}b") && $0 != "a\u{FFFD}b" })
  }

  @Test func `an option beats the environment`() throws {
    let other = home.folder.appending(path: "other").path
    try home.succeed("--store", other, "init")
    let outcome = try home.run("--store", home.store.path, "whoami") {
      $0.environment["CHATCTL_STORE"] = other
    }
    #expect(outcome.text == "alice\n")
  }

  @Test(arguments: ["C", "POSIX", "de_DE.UTF-8", "ja_JP.EUC-JP", "tr_TR.UTF-8", "nonsense"])
  func `no locale changes a byte`(locale: String) throws {
    let expected = try home.run("log", "r", "--json", "-n", "1")
    let plain = try home.run("log", "r", "-n", "1")
    let inLocale = try home.run("log", "r", "--json", "-n", "1") {
      $0.environment["LC_ALL"] = locale
    }
    expectQuietSuccess(inLocale)
    #expect(inLocale.output == expected.output)
    #expect(
      try home.run("log", "r", "-n", "1") { $0.environment["LC_ALL"] = locale }.output
        == plain.output)
    try home.succeed("send", "r", "İ ı あ", "--lock-timeout") { $0.environment["LC_ALL"] = locale }
    #expect(try home.bodies().last == "İ ı あ --lock-timeout")
  }

  @Test(arguments: ["Asia/Tokyo", "America/New_York", ":/nonexistent", ""])
  func `what scripts read is in UTC`(zone: String) throws {
    let expected = try home.run("log", "r")
    #expect(try home.run("log", "r") { $0.environment["TZ"] = zone }.output == expected.output)
  }

  @Test(.needs("jq")) func `jq reads what is printed and what is stored`() throws {
    let printed = try home.shell("chatctl log r --json | jq -r .body")
    #expect(printed.text == "日本語 😀\n")
    let stored = try home.shell("cat '\(home.store.path)'/chats/*/messages/*.jsonl | jq -r .body")
    #expect(stored.text == printed.text)
  }

  @Test func `the shell's idiom works`() throws {
    let outcome = try home.shell(
      "set -e; false || chatctl send r \"tests failed\"; chatctl log r | wc -l")
    #expect(outcome.text == "2\n")
  }
}
