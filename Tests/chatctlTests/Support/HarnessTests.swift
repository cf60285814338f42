import Glibc
import Testing

/// What the other tests rely on.
struct HarnessTests {
  private func shell(
    _ script: String, configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> LiveProcess {
    var launch = Launch(words: ["/bin/sh", "-c", script], environment: ["PATH": TestHome.path])
    try configure(&launch)
    return try launch.start()
  }

  @Test func `both pipes are drained, also when they hold more than a pipe can`() throws {
    let script = "head -c 300000 /dev/zero; head -c 300000 /dev/zero >&2; exit 3"
    let outcome = try shell(script).finish()
    #expect(outcome.output.count == 300_000)
    #expect(outcome.errors.utf8.count == 300_000)
    #expect(outcome.ending == .exited(3))
  }

  @Test func `a process starts with default signals and nothing of our environment`() throws {
    let outcome = try shell("env; kill -PIPE $$")
    let ended = try outcome.finish()
    #expect(
      ended.lines.filter { !$0.hasPrefix("PWD=") && !$0.hasPrefix("_=") } == [
        "PATH=\(TestHome.path)"
      ])
    #expect(ended.ending == .killed(signal: SIGPIPE))
  }

  @Test func `input can be written while a process runs`() throws {
    let process = try shell("while read line; do echo \"<$line>\"; done") { $0.input = .pipe }
    try process.write(Array("one\n".utf8))
    #expect(try process.lines(1) == ["<one>"])
    try process.write(Array("two\n".utf8))
    #expect(try process.lines(2) == ["<one>", "<two>"])
    #expect(try process.finish().ending == .exited(0))
  }

  @Test func `input that nobody reads is dropped`() throws {
    let outcome = try shell("exit 0") { $0.input = .bytes([UInt8](repeating: 0, count: 1 << 20)) }
    #expect(try outcome.finish().ending == .exited(0))
  }

  @Test func `a closed output breaks the pipe`() throws {
    let process = try shell("echo one; read line; echo two; echo survived >&2") { $0.input = .pipe }
    _ = try process.lines(1)
    try process.closeOutput()
    let outcome = try process.finish()
    #expect(outcome.errors.isEmpty)
    #expect(outcome.ending == .killed(signal: SIGPIPE))
  }

  @Test func `standard streams can be closed`() throws {
    let outcome = try shell("[ -e /proc/self/fd/0 ] || echo none") { $0.input = .closed }
    #expect(try outcome.finish().text == "none\n")
  }

  @Test func `a terminal has a size, a keyboard and a screen`() throws {
    let terminal = try PseudoTerminal(columns: 66, rows: 10)
    let process = try shell("stty size; read line; echo \"got $line\"; read line") {
      $0.terminal = terminal
      $0.input = .terminal
      $0.output = .terminal
    }
    try process.wait(for: "10 66", on: .screen)
    try terminal.type("word\r")
    try process.wait(for: "got word", on: .screen)
    #expect(terminal.echoes)
    try terminal.type("\u{3}")
    #expect(try process.finish().ending == .killed(signal: SIGINT))
  }

  @Test func `an end without what a test waits for is an error`() throws {
    let process = try shell("echo one")
    #expect(throws: HarnessError.self) { try process.lines(2) }
  }
}
