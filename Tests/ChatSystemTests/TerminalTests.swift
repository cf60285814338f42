import Foundation
import Glibc
import Testing

@testable import ChatSystem

@Suite struct TerminalTests {
  @Test func `a secret is not shown, and what is typed afterwards is`() throws {
    let screen = try TestTerminal()
    screen.typeWhenHidden("s3cret \u{E9}\n")
    let secret = try screen.open().readSecret(prompt: "Password: ")
    #expect(secret == Array("s3cret \u{E9}".utf8))
    #expect(screen.echoes)
    #expect(try screen.shown(upTo: "\n") == "Password: \r\n")
  }

  @Test func `a line is shown`() throws {
    let screen = try TestTerminal()
    try screen.type("alice\n")
    #expect(try screen.shown(upTo: "\n") == "alice\r\n")
    let line = try screen.open().readLine(prompt: "Name? ")
    #expect(line == Array("alice".utf8))
    #expect(try screen.shown(upTo: "? ") == "Name? ")
  }

  @Test func `answers can be pasted together, an empty one is an answer, too`() throws {
    let screen = try TestTerminal()
    try screen.type("one\n\ntwo\n")
    let terminal = try screen.open()
    let answers = [
      try terminal.readSecret(prompt: ""), try terminal.readSecret(prompt: ""),
      try terminal.readSecret(prompt: ""),
    ]
    #expect(answers == [Array("one".utf8), [], Array("two".utf8)])
  }

  @Test func `the end of the input is no answer, and ends a line that was begun`() throws {
    let screen = try TestTerminal()
    screen.typeWhenHidden("ab\u{4}\u{4}\u{4}")
    let terminal = try screen.open()
    let answers = [try terminal.readSecret(prompt: ""), try terminal.readSecret(prompt: "")]
    #expect(answers == [Array("ab".utf8), nil])
    #expect(screen.echoes)
  }

  @Test func `a signal takes effect once the terminal shows again what is typed`() async throws {
    let screen = try TestTerminal()
    await #expect(processExitsWith: .signal(SIGTERM)) {
      [path = screen.path as String] in
      let terminal = try Terminal.open(path)
      let asking = pthread_self()
      Thread.detachNewThread {
        waitUntilHidden(path)
        pthread_kill(asking, SIGTERM)
      }
      _ = try terminal.readSecret(prompt: "Password: ")
    }
    #expect(screen.echoes)
  }

  @Test func `what is no terminal is an error`() throws {
    #expect(throws: Errno.noTerminal) { _ = try Terminal.open("/dev/null").readSecret(prompt: "") }
    #expect(throws: Errno.noSuchEntry) { _ = try Terminal.open("/dev/no-terminal") }
    for error in [Errno.noTerminal, .noSuchEntry, Errno(ENXIO), Errno(ENODEV)] {
      #expect(error.isLackOfTerminal)
    }
    for error in [Errno(EIO), .accessDenied, Errno(EMFILE)] { #expect(!error.isLackOfTerminal) }
  }
}

/// A terminal with a test at its keyboard, pty(7).
private final class TestTerminal: Sendable {
  let path: String
  private let keyboard: FileDescriptor
  /// Open all the time, as a terminal that nobody has open forgets its settings.
  private let screen: FileDescriptor

  init() throws {
    var ours: Int32 = -1
    var theirs: Int32 = -1
    var name = [CChar](repeating: 0, count: 64)
    try retrying { openpty(&ours, &theirs, &name, nil, nil) }
    keyboard = FileDescriptor(owning: ours)
    screen = FileDescriptor(owning: theirs)
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  func open() throws -> Terminal { try Terminal.open(path) }

  var echoes: Bool { ChatSystemTests.echoes(screen.raw) }

  func type(_ keys: String) throws { try keyboard.write(Array(keys.utf8)) }

  /// Types as soon as what is typed is not shown.
  func typeWhenHidden(_ keys: String) {
    Thread.detachNewThread { [self] in
      waitUntilHidden(path)
      do { try type(keys) } catch { Issue.record(error) }
    }
  }

  /// What the screen shows, which must come to end in `end`.
  func shown(upTo end: String) throws -> String {
    var shown: [UInt8] = []
    while !shown.suffix(end.utf8.count).elementsEqual(end.utf8) {
      shown += try keyboard.readAvailable(upTo: 4096)
    }
    return String(decoding: shown, as: UTF8.self)
  }
}

private func echoes(_ descriptor: Int32) -> Bool {
  var settings = termios()
  return tcgetattr(descriptor, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
}

private func waitUntilHidden(_ path: String) {
  let descriptor = Glibc.open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
  defer { close(descriptor) }
  while echoes(descriptor) { sched_yield() }
}
