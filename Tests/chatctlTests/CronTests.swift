import Foundation
import Glibc
import Testing

/// Bots that a real cron(8) runs. Each minute is one, so it takes three of them.
@Suite(
  .enabled(if: Host.isAskedForSlowTests, "slow: CHATCTL_SLOW_TESTS=1 asks for it"), .needs("cron"),
  .needsRoot, .needsMounts)
struct CronTests {
  private let home: TestHome

  init() throws {
    home = try TestHome()
    try home.makeRoom()
  }

  private func makeToken(_ name: String, _ words: String...) throws -> String {
    let path = home.folder.appending(path: name).path
    try home.succeed(["token", "create", name, "--chat", "r", "--output", path] + words)
    return path
  }

  /// A poster that runs twice, a reader and a watchdog, each minute.
  private func crontab() throws -> String {
    let chatctl = home.folder.appending(path: "bin/chatctl").path
    let post = "CHATCTL_TOKEN_FILE=\(try makeToken("poster", "--send-only")) \(chatctl)"
    let read = "CHATCTL_TOKEN_FILE=\(try makeToken("reader", "--read-only")) \(chatctl)"
    let watch = "CHATCTL_TOKEN_FILE=\(try makeToken("watchdog")) \(chatctl)"
    let tick = #"send r --key "tick $(date +\%H:\%M)" tick at "$(date +\%H:\%M)""#
    let expect = "expect r --grep '^heartbeat' --within 2m"
    let alarm = "send r --key alarm no heartbeat"
    let files = home.folder.path
    return """
      CHATCTL_STORE=\(home.store.path)
      * * * * * \(post) \(tick) 2>>\(files)/errors
      * * * * * \(post) \(tick) 2>>\(files)/errors
      * * * * * \(read) tail r --cursor digest --no-follow >>\(files)/digest 2>>\(files)/errors
      * * * * * \(watch) \(expect) 2>>\(files)/errors || \(watch) \(alarm) 2>>\(files)/errors
      * * * * * env >\(files)/environment

      """
  }

  /// Starts cron with this crontab of root's and nothing else to run.
  private func startCron(
    _ crontab: String, in wrapper: Wrapper = .mounts(":")
  ) throws -> LiveProcess {
    let table = home.folder.appending(path: "crontab").path
    try Data(crontab.utf8).write(to: URL(filePath: table))
    let passwd = home.folder.appending(path: "passwd").path
    try Data("root:x:0:0::\(home.folder.path):/bin/sh\n".utf8).write(to: URL(filePath: passwd))
    let script = """
      mount -t tmpfs none /var/spool/cron
      mount -t tmpfs none /etc/cron.d
      mount -t tmpfs none /run
      : >"$HOME/nothing"
      mount --bind "$HOME/nothing" /etc/crontab
      mount --bind "\(passwd)" /etc/passwd
      mkdir -m 1730 /var/spool/cron/crontabs
      install -m 600 "\(table)" /var/spool/cron/crontabs/root
      exec /usr/sbin/cron -f
      """
    return try home.startShell(script) { $0.wrap(in: wrapper) }
  }

  @Test(.timeLimit(.minutes(6)))
  func `a poster, a reader and a watchdog do just what they should, for three minutes`() throws {
    let cron = try startCron(try crontab())
    // Three ticks and one alarm, for which a run waits no longer than tests wait for anything.
    var runs = 0
    while try home.bodies().count < 4, runs < 6 {
      _ = try home.run("tail", "r", "-n", "99", "--count", "4", "--timeout", "50s")
      runs += 1
    }
    cron.signal(SIGTERM)
    _ = try cron.outcome()

    let bodies = try home.bodies()
    #expect(bodies.count == 4)
    #expect(bodies.count { $0 == "no heartbeat" } == 1)
    #expect(Set(bodies.filter { $0.wholeMatch(of: /tick at \d\d:\d\d/) != nil }).count == 3)
    let errors = try text("errors")
    #expect(errors.isEmpty)

    // What it had not read yet is what another run reads, and nothing twice.
    let rest = try home.succeed("tail", "r", "--cursor", "digest", "--no-follow").text
    let digest = try text("digest") + rest
    let log = try home.succeed("log", "r").text
    #expect(digest == log)
    #expect(try text("environment").split(separator: "\n").count < 8)
  }

  @Test(.timeLimit(.minutes(3)))
  func `the crontab of the README tells of a failure, less the hour of the night`() throws {
    try home.makeChat("ops", of: "alice")
    try home.makeProgram("backup", "#!/bin/sh\nexit 1")
    let crontab = try Readme().crontab.replacing("0 3 * * *", with: "* * * * *")
    let cron = try startCron(crontab + "\n", in: .host(of: home))
    for _ in 1...2 where try home.bodies(of: "ops").isEmpty {
      _ = try home.run("tail", "ops", "--count", "1", "--timeout", "50s")
    }
    cron.signal(SIGTERM)
    _ = try cron.outcome()
    #expect(try home.bodies(of: "ops") == ["backup failed"])
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: home.folder.appending(path: name), encoding: .utf8)
  }
}
