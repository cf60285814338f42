import Foundation
import Glibc
import Testing

struct TourTests {
  private let home: TestHome
  private let temporary: URL

  init() throws {
    home = try TestHome(.absent)
    temporary = home.folder.appending(path: "tmp")
    try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: false)
  }

  private func tour(configure: (inout Launch) -> Void = { _ in }) throws -> Outcome {
    try home.run("tour") {
      $0.environment["TMPDIR"] = temporary.path
      configure(&$0)
    }
  }

  /// All that is in the home; at first the executable and the directory for temporary files.
  private var contents: Set<String> {
    get throws { Set(try FileManager.default.subpathsOfDirectory(atPath: home.folder.path)) }
  }

  @Test func `it plays every scene and leaves nothing behind`() throws {
    let before = try contents
    let outcome = try tour()
    expectQuietSuccess(outcome)
    #expect(
      outcome.lines.filter { $0.contains(/^\w+\$\s/) } == [
        "alice$ printf 'the password of alice' | chatctl signup alice --password-stdin",
        "alice$ chatctl whoami",
        "bob$ printf 'the password of bob' | chatctl signup bob --password-stdin",
        "bob$ chatctl whoami",
        "deploybot$ printf 'the password of deploybot' | chatctl signup deploybot --password-stdin",
        "deploybot$ chatctl whoami",
        "alice$ chatctl friends add bob", "alice$ chatctl friends add deploybot",
        "alice$ chatctl friends", "alice$ chatctl chat create ops bob deploybot",
        "bob$ chatctl chat list", "bob$ chatctl tail ops", "alice$ chatctl send ops good morning",
        #"deploybot$ printf 'deployed 2.4\nall tests passed' | chatctl send ops -"#,
        "bob$ chatctl send ops thanks!",
        "bob$ chatctl log ops --from alice", "bob$ chatctl log ops -n 1 --json",
        "bob$ chatctl send opps hello",
      ])
    #expect(
      outcome.lines.filter { $0.hasPrefix("  bob sees: ") }
        .map { $0.split(separator: "\t").dropFirst().joined(separator: " ") } == [
          "ops 1 alice good morning", #"ops 2 deploybot deployed 2.4\nall tests passed"#,
          "ops 3 bob thanks!",
        ])
    #expect(outcome.lines.contains("chatctl: there is no chat 'opps'"))
    #expect(outcome.lines.contains("(exit code 3)"))
    #expect(try contents == before)
  }

  @Test func `nobody's store or login plays a part in it`() throws {
    try home.signUp("alice")
    let before = try (contents, home.store.snapshot())
    let outcome = try tour { $0.environment["CHATCTL_STORE"] = home.store.path }
    expectQuietSuccess(outcome)
    #expect(try (contents, home.store.snapshot()) == before)
  }

  @Test func `it needs neither a home nor a search path`() throws {
    let outcome = try tour {
      $0.environment["HOME"] = "\(temporary.path)/missing"
      $0.environment["PATH"] = nil
    }
    expectQuietSuccess(outcome)
  }

  @Test func `a step that fails ends it with an error, and what it made is removed`() throws {
    let before = try contents
    let outcome = try tour { $0.wrap(in: .shell("ulimit -f 0")) }
    #expect(outcome.code == 7)
    #expect(outcome.errors == "chatctl: the tour stopped at: signup alice --password-stdin\n")
    #expect(try contents == before)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func `a signal ends it before the next command, and what it made is removed`(
    signal: Int32
  ) throws {
    let before = try contents
    let outcome = try tour { $0.wrap(in: .pending(signal)) }
    #expect(outcome.ending == .killed(signal: signal))
    #expect(!outcome.text.contains("$ chatctl"))
    #expect(outcome.errors.isEmpty)
    #expect(try contents == before)
  }

  /// Followers that break, as scripts: one ends by itself, one shows something else.
  private static let brokenFollowers = [
    #"printf '\tgood morning\n\tdeployed 2.4\\nall tests passed\n\tthanks!\n'; exit 0"#,
    #"printf '\tgood morning\n\tdeployed 2.4\n\tthanks!\n'; kill -INT $$"#,
  ]

  @Test(arguments: brokenFollowers)
  func `following that is broken ends it with an error`(script: String) throws {
    let outcome = try tour {
      $0.wrap(in: .replacingItself(with: "[ $1 != tail ] || { \(script); }\nexec $self \"$@\""))
    }
    #expect(outcome.code == 7)
    #expect(outcome.errors == "chatctl: the tour stopped at: tail ops\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path) == [])
  }

  @Test func `of what goes wrong the first is told, not that something is left`() throws {
    let outcome = try tour {
      $0.wrap(
        in: .replacingItself(with: "d=${HOME%/*/*}; mv \"$d\" \"$d~\"; : >\"$d\"; exit 1"))
    }
    #expect(outcome.code == 7)
    #expect(outcome.errors == "chatctl: the tour stopped at: signup alice --password-stdin\n")
  }

  @Test func `without a place for temporary files it does not begin`() throws {
    let missing = "\(temporary.path)/missing"
    let outcome = try tour { $0.environment["TMPDIR"] = missing }
    expectRefusal(outcome, code: 7, saying: "cannot create '\(missing)'")
  }
}
