import ChatCore
import ChatSystem
import Testing

@testable import chatctl

@Suite struct TranscriptTests {
  private let recorder = OutputRecorder()
  private let people: Sample

  init() throws { people = try Sample() }

  @Test func `a pipe gets five fields a line whatever a message says`() throws {
    let forged = people.message(
      "alice", "hello\n2026-01-01T00:00:00Z\tops\t1\tadmin\treset \u{202E}")
    let date = forged.date.rfc3339
    #expect(
      try printed([forged, people.message("a\tb", "\u{1B}[2J")], .plain) == """
        \(date)\tops\t42\talice\thello\\n2026-01-01T00:00:00Z\\tops\\t1\\tadmin\\treset \\xe2\\x80\\xae
        \(date)\tops\t42\ta\\tb\t\\x1b[2J

        """)
  }

  @Test func `JSON has the text as it was written`() throws {
    let message = people.message("alice", "a\n\u{9B}\u{202E}b")
    let expected =
      #"{"type":"message","chat":"ops","chatID":"\#(people.chat.id.text)","number":42,"#
      + #""date":"\#(message.date.rfc3339)","userID":"\#(message.user.text)","username":"alice","#
      + #""body":"a\n"# + "\u{9B}\u{202E}b\"}\n"
    #expect(try printed([message], .plain, json: true) == expected)
  }

  @Test func `a plain message is the same JSON the short way`() {
    for text in everyScalar + ["", "\"", "\\n", "hello"] {
      let message = people.message(text, text + "x")
      #expect(message.isPlain)
      var short: [UInt8] = []
      JSONTranscript.append(
        plain: message, after: JSONTranscript.messageHead(of: people.chat), to: &short)
      var long: [UInt8] = []
      JSONTranscript.object(for: .message(message), in: people.chat)
        .append(to: &long, isTerminal: false)
      #expect(short == long)
    }
  }

  @Test func `a run of messages ends when its output fails`() throws {
    var output = recorder.output()
    var transcript = Transcript(
      for: output, viewer: nil, showsChats: false)
    recorder.failure = .brokenPipe
    try transcript.print(.message(people.message("alice", "hello")), in: people.chat, to: &output)
    #expect(throws: ChatError.outputFailed(.brokenPipe)) { try output.flush() }
    #expect(throws: ChatError.outputFailed(.brokenPipe)) {
      try transcript.print(.message(people.message("alice", "hello")), in: people.chat, to: &output)
    }
  }

  private func printed(
    _ messages: [Message], _ traits: StreamTraits, json: Bool = false
  ) throws -> String {
    var output = recorder.output(json: json, results: traits)
    var transcript = Transcript(
      for: output, viewer: nil, showsChats: false)
    for message in messages {
      try transcript.print(.message(message), in: people.chat, to: &output)
    }
    try output.flush()
    return recorder.text(on: .output)
  }
}
