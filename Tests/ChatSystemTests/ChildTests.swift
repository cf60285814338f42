import Glibc
import Testing

@testable import ChatSystem

@Suite struct ChildTests {
  @Test(
    arguments: [
      ("exit 0", .exited(0)), ("exit 7", .exited(7)), ("kill -TERM $$", .killed(signal: SIGTERM)),
      ("kill -PIPE $$", .killed(signal: SIGPIPE)),
    ] as [(String, Child.ExitStatus)])
  func `how a program ended is told`(script: String, status: Child.ExitStatus) throws {
    let child = try Child.spawn(shell(script))
    let ended = try child.wait()
    #expect(ended == status)
  }

  @Test func `what a program writes is read as it comes, output and errors together`() throws {
    var child = try Child.spawn(
      shell("echo one; echo two >&2; read line; echo \"$line\""), input: .pipe, output: .pipe,
      error: .pipe)
    var early: [UInt8] = []
    while early.count < 8 { early += try child.readOutput(upTo: 100) }
    #expect(early.elementsEqual("one\ntwo\n".utf8))
    try child.write(Array("three\n".utf8))
    child.closeInput()
    #expect(try child.allOutput().elementsEqual("three\n".utf8))
    let ended = try child.wait()
    #expect(ended == .exited(0))
  }

  @Test func `an input that ended stays closed`() throws {
    var child = try Child.spawn(["/bin/cat".bytes], input: .pipe, output: .pipe)
    child.closeInput()
    #expect(try child.allOutput().isEmpty)
    let failure = #expect(throws: Errno.self) { try child.writeAfterEnd() }
    #expect(failure == .brokenPipe)
    let ended = try child.wait()
    #expect(ended == .exited(0))
  }

  @Test(arguments: ["cat >/dev/null", "head -c 3"])
  func `that a program has read all that it was given is known`(script: String) throws {
    var child = try Child.spawn(shell(script), input: .pipe, output: .null)
    try child.narrowInput()
    try child.write([1, 2, 3])
    #expect(try child.hasReadAll())
    child.closeInput()
    _ = try child.wait()
  }

  @Test func `that a program ended without reading all of its input is known`() throws {
    let child = try Child.spawn(shell("exec sleep 1000"), input: .pipe)
    try child.narrowInput()
    try child.write([1, 2, 3])
    #expect(try child.isReading())
    try child.send(.terminate)
    #expect(try !child.hasReadAll())
    #expect(try !child.isReading())
    _ = try child.wait()
  }

  @Test func `arguments arrive byte for byte`() throws {
    let odd: [[UInt8]] = [[], [0xFF, 0xFE], "two words".bytes, "-n".bytes, "\n".bytes]
    let child = try Child.spawn(["printf".bytes, "[%s]".bytes] + odd, output: .pipe)
    let expected = odd.flatMap { [UInt8(ascii: "[")] + $0 + [UInt8(ascii: "]")] }
    #expect(try child.allOutput() == expected)
    _ = try child.wait()
  }

  @Test func `a program gets the environment given, and otherwise ours`() throws {
    let given = try Child.spawn(
      ["/usr/bin/env".bytes], environment: ["A=1".bytes, [0x42, 0x3D, 0xFF]], output: .pipe)
    #expect(try given.allOutput() == "A=1\nB=".bytes + [0xFF, 0x0A])
    _ = try given.wait()
    let ours = try Child.spawn(shell("printf %s \"$PATH\""), output: .pipe)
    #expect(try ours.allOutput() == getenv("PATH").map { String(cString: $0).bytes })
    _ = try ours.wait()
  }

  @Test func `a stream may be nothing or any descriptor`() throws {
    let file = try FileDescriptor.open("/etc/passwd", .readOnly)
    let child = try Child.spawn(
      shell("head -c 5; echo lost >&2"), input: .descriptor(file.raw), output: .pipe, error: .null)
    #expect(try child.allOutput() == "root:".bytes)
    _ = try child.wait()
  }

  @Test func `a program has no descriptors but the three streams`() throws {
    let file = try FileDescriptor.open("/etc/passwd", .readOnly)
    let child = try Child.spawn(
      shell("ls -l /proc/self/fd | grep -c passwd"), input: .pipe, output: .pipe, error: .pipe)
    #expect(try child.allOutput() == "0\n".bytes)
    _ = try child.wait()
    withExtendedLifetime(file.raw) {}
  }

  @Test(arguments: ["/nonexistent/program", "no-such-program-anywhere"])
  func `a program that does not exist is an error at once`(program: String) {
    #expect(throws: Errno.noSuchEntry) { _ = try Child.spawn([program.bytes]) }
  }

  @Test func `a program that may not be run is an error at once`() {
    #expect(throws: Errno.accessDenied) { _ = try Child.spawn(["/etc/passwd".bytes]) }
  }

  @Test func `no program and strings with NUL are refused`() {
    #expect(throws: Errno.invalidArgument) { _ = try Child.spawn([]) }
    #expect(throws: Errno.invalidArgument) { _ = try Child.spawn(["echo".bytes, [97, 0, 98]]) }
    #expect(throws: Errno.invalidArgument) {
      _ = try Child.spawn(["echo".bytes], environment: [[97, 0]])
    }
  }

  @Test func `signals that are blocked or ignored here work in a program`() async {
    await #expect(processExitsWith: .success) {
      ignoreWriteSignals()
      let signals = try SignalSource.catching([.interrupt, .terminate])
      for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM] {
        let ended = try Child.spawn(shell("kill -\(signal) $$")).wait()
        #expect(ended == .killed(signal: signal))
      }
      withExtendedLifetime(signals.raw) {}
    }
  }

  @Test func `a signal that was ignored from the start stays ignored in a program`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGHUP, SIG_IGN)
      let ended = try Child.spawn(shell("kill -HUP $$; exit 5")).wait()
      #expect(ended == .exited(5))
    }
  }
}

private func shell(_ script: String) -> [[UInt8]] { ["/bin/sh", "-c", script].map(\.bytes) }

extension String {
  fileprivate var bytes: [UInt8] { Array(utf8) }
}

extension Child {
  /// Everything that comes until the program closes its output.
  fileprivate func allOutput() throws(Errno) -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let bytes = try readOutput(upTo: 4096)
      if bytes.isEmpty { return all }
      all += bytes
    }
  }

  fileprivate func writeAfterEnd() throws(Errno) { try write([0]) }
}
