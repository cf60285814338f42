import ChatCore
import ChatSystem
import Testing

@testable import chatctl

@Suite struct OutputTests {
  private let recorder = OutputRecorder()

  @Test func `results wait until they are flushed`() throws {
    var output = recorder.output()
    output.line("one")
    output.line("two")
    #expect(recorder.writes.isEmpty)
    try output.flush()
    #expect(recorder.writes.map(\.text) == ["one\ntwo\n"])
    try output.flush()
    #expect(recorder.writes.count == 1)
  }

  @Test func `many results are written as they gather`() throws {
    var output = recorder.output()
    let line = String(repeating: "x", count: 999)
    for _ in 0..<100 { output.line(line) }
    #expect(recorder.text(on: .output).utf8.count >= 64 << 10)
    try output.flush()
    #expect(recorder.text(on: .output).utf8.count == 100_000)
  }

  @Test func `what comes on both streams keeps its order`() throws {
    var output = recorder.output()
    output.line("result")
    output.status("done")
    output.line("more")
    output.warning("odd")
    output.line("last")
    output.error(.notLoggedIn)
    let order = recorder.writes.prefix(6).map(\.stream)
    #expect(order == [.output, .error, .output, .error, .output, .error])
  }

  @Test func `a failed write is thrown by the next flush and by every later one`() {
    var output = recorder.output()
    recorder.failure = Errno(28)
    output.line("lost")
    output.status("still said")
    recorder.failure = nil
    output.line("not written after a gap")
    #expect(throws: ChatError.outputFailed(Errno(28))) { try output.check() }
    #expect(throws: ChatError.outputFailed(Errno(28))) { try output.flush() }
    #expect(throws: ChatError.outputFailed(Errno(28))) { try output.flush() }
    #expect(recorder.text(on: .output).isEmpty)
    #expect(recorder.text(on: .error) == "still said\n")
  }

  @Test func `a reader that went away is told apart`() {
    var output = recorder.output()
    recorder.failure = .brokenPipe
    output.line("unread")
    #expect(throws: ChatError.outputFailed(.brokenPipe)) { try output.flush() }
  }

  @Test func `quiet leaves out what was done, not warnings`() {
    var output = recorder.output(quiet: true)
    output.status("sent #42")
    output.warning("the clock is a day ahead")
    #expect(recorder.text(on: .error) == "chatctl: warning: the clock is a day ahead\n")
  }

  @Test func `standard error is sanitised`() {
    var output = recorder.output()
    output.status("joined \u{1B}[2Jroom\nchatctl: forged")
    #expect(recorder.text(on: .error) == #"joined \u{1b}[2Jroom\u{a}chatctl: forged"# + "\n")
  }

  @Test func `labels on standard error have colour where it has`() {
    var output = recorder.output(diagnostics: .terminal(usesColor: true))
    output.warning("odd")
    #expect(recorder.text(on: .error) == "chatctl: \u{1B}[1;33mwarning:\u{1B}[0m odd\n")
  }

  @Test func `an error is a line with a hint after it`() throws {
    var output = recorder.output()
    output.error(.notLoggedIn)
    let hint = try #require(ChatError.notLoggedIn.hint)
    #expect(recorder.text(on: .error) == "chatctl: you are not logged in\nhint: \(hint)\n")
  }

  @Test func `a name in an error is sanitised`() {
    var output = recorder.output()
    output.error(.noAccount("bo\u{1B}b\nhint: forged"))
    #expect(recorder.text(on: .error).contains(#"'bo\u{1b}b\u{a}hint: forged'"#))
  }

  @Test func `with JSON all of standard error is JSON`() throws {
    var output = recorder.output(json: true)
    output.status("sent #42")
    output.warning("odd")
    output.error(.notLoggedIn)
    let lines = recorder.text(on: .error).split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0] == #"{"type":"status","message":"sent #42"}"#)
    #expect(lines[1] == #"{"type":"warning","message":"odd"}"#)
    #expect(lines[2].hasPrefix(#"{"type":"error","message":"you are not logged in","hint":""#))
    #expect(lines[2].hasSuffix(#","code":4}"#))
  }

  @Test(arguments: [true, false])
  func `an object is a line, without controls on a terminal`(isTerminal: Bool) throws {
    var output = recorder.output(json: true, results: isTerminal ? .terminal() : .plain)
    output.object(JSONObject("chat").string("name", "\u{9B}"))
    try output.flush()
    let name = isTerminal ? #"\u009b"# : "\u{9B}"
    #expect(recorder.text(on: .output) == #"{"type":"chat","name":"\#(name)"}"# + "\n")
  }
}
