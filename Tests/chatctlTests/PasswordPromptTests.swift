import Foundation
import Glibc
import Testing

/// Passwords typed at a terminal, and the lack of one.
struct PasswordPromptTests {
  @Test func `a password is asked for without showing it`() throws {
    let home = try TestHome()
    let terminal = try PseudoTerminal()
    let signup = try home.start("signup", "alice") { $0.attach(to: terminal) }
    try signup.wait(for: "assword", on: .screen)
    #expect(!terminal.echoes)
    try terminal.type("open sesame\r")
    try signup.wait(for: "gain", on: .screen)
    try terminal.type("open sesame\r")
    let outcome = try signup.outcome()
    #expect(outcome.ending == .exited(0))
    #expect(!outcome.screen.contains("sesame"))
    #expect(terminal.echoes)
    try home.succeed("login", "alice", "--password-stdin", input: .text("open sesame"))
  }

  @Test func `two different passwords are no password`() throws {
    let home = try TestHome()
    let terminal = try PseudoTerminal()
    let signup = try home.start("signup", "alice") { $0.attach(to: terminal) }
    try signup.wait(for: "assword", on: .screen)
    try terminal.type("one\r")
    try signup.wait(for: "gain", on: .screen)
    try terminal.type("two\r")
    #expect(try signup.outcome().ending == .exited(8))
    #expect(try home.store.profiles.isEmpty)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal at the prompt gives the terminal back`(signal: Int32) throws {
    let home = try TestHome()
    let terminal = try PseudoTerminal()
    let login = try home.start("login", "alice") { $0.attach(to: terminal) }
    try login.wait(for: "assword", on: .screen)
    #expect(!terminal.echoes)
    login.signal(signal)
    #expect(try login.outcome().ending == .killed(signal: signal))
    #expect(terminal.echoes)
  }

  @Test func `without a terminal nobody is asked`() throws {
    let home = try TestHome()
    for words in [["signup", "alice"], ["login", "alice"], ["login", "alice", "--no-input"]] {
      for input in [Launch.Input.empty, .closed, .text("pw\n")] {
        expectRefusal(
          try home.run(words, input: input), code: 2, saying: "--password-stdin",
          words.count == 3
            ? "nobody may be asked for the password," : "no terminal to ask for the password")
      }
    }
  }

  @Test(.needsMounts) func `a terminal that cannot be read is told as it is`() throws {
    let home = try TestHome()
    let terminal = home.folder.appending(path: "tty")
    try Data().write(to: terminal)
    let outcome = try home.run("signup", "alice") {
      $0.wrap(
        in: .mounts(
          """
          mount --bind \(terminal.path) /dev/tty
          mount -o remount,bind,ro /dev/tty
          """))
    }
    expectRefusal(outcome, code: 7, saying: "cannot read '/dev/tty': read-only file system")
  }

  @Test func `no-input asks nobody on a terminal either`() throws {
    let home = try TestHome()
    let outcome = try home.onTerminal("signup", "alice", "--no-input")
    #expect(outcome.ending == .exited(2))
    #expect(outcome.screen.contains("--password-stdin"))
  }

  @Test func `password-stdin never speaks of a terminal`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    let outcome = try home.run("login", "alice", "--password-stdin", input: .text("pw"))
    #expect(outcome.ending == .exited(0))
    for word in ["ioctl", "tty", "terminal"] { #expect(!outcome.errors.contains(word)) }
  }

  @Test func `password-stdin on a terminal says what it waits for`() throws {
    let home = try TestHome()
    try home.signUp("alice")
    let terminal = try PseudoTerminal()
    let login = try home.start("login", "alice", "--password-stdin") {
      $0.attach(to: terminal)
      $0.errors = .captured
    }
    try login.wait(for: "assword", on: .errors)
    try terminal.type("pw\r\u{4}")
    #expect(try login.outcome().ending == .exited(0))
  }

  @Test func `a password is no option`() throws {
    let home = try TestHome()
    let outcome = try home.run("signup", "alice", "--password", "pw")
    expectRefusal(outcome, code: 2)
    #expect(!outcome.errors.contains("pw"))
  }

  @Test func `no-input is named as what keeps from asking`() throws {
    let home = try TestHome()
    try home.makeRoom()
    for words in [["login", "alice"], ["account", "delete"], ["passwd", "-q"], ["send", "r"]] {
      let outcome = try home.onTerminal(words[0], words[1], "--no-input")
      #expect(outcome.ending == .exited(2))
      #expect(outcome.screen.contains("--no-input") && !outcome.screen.contains("no terminal"))
    }
  }
}
