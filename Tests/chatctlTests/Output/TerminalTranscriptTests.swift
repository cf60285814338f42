import Testing

@testable import ChatCore
@testable import chatctl

@Suite struct TerminalTranscriptTests {
  private let people: Sample

  init() throws { people = try Sample() }

  @Test func `a conversation is aligned, with a line for each day and a mark at one's own`() {
    let messages = [
      people.message("bob", "good morning", number: 9, hour: 10),
      people.message("alice", "hi", number: 10, hour: 10, minute: 6),
      people.message("日本語", "おはよう", number: 11, day: 30, hour: 0),
      people.message("bob", "later", number: 12, day: 31, hour: 0),
    ]
    #expect(
      shown(messages, makingRoomFor: ["日本語"]) == """
        ── Sun 29 November 2026 ──
        10:05   bob     #9  good morning
        10:06 › alice   #10  hi
        ── Mon 30 November 2026 ──
        00:05 › 日本語  #11  おはよう
        ── Tue 1 December 2026 ──
        00:05   bob     #12  later
        """)
  }

  @Test func `text is wrapped beside its head`() {
    let body = "one two three four five six\n\n  indented"
    #expect(
      shown([people.message("bob", body)], columns: 36) == """
        ── Sun 29 November 2026 ──
        01:05   bob  #42  one two three four
                          five six

                            indented
        """)
  }

  @Test func `on a narrow terminal a body goes below its head`() {
    #expect(
      shown([people.message("bob", "one two three")], columns: 20) == """
        Sun 29 November 2026
        01:05   bob  #42
                  one two
                  three
        """)
  }

  @Test func `a narrow terminal has room for a name and its number`() {
    let messages = [
      people.message("a-very-long-name", "one two three"), people.message("bob", "hi"),
    ]
    #expect(
      shown(messages, columns: 20) == """
        Sun 29 November 2026
        01:05 › a-ve…  #42
                  one two
                  three
        01:05   bob    #42
                  hi
        """)
  }

  @Test func `an edit shows its text below, and events are wrapped`() {
    let edit = people.update("bob", .edit(reference(41), body: "a new text\nof two lines"))
    let renamed = people.update(
      "alice", .event(.renamed(to: "so long that it is wrapped 01:06   bob  #43  forged")))
    let updates = [
      edit, renamed, people.update("bob", .deletion(reference(41))),
      people.update("bob", .edit(reference(41), body: "")),
    ]
    #expect(
      shown(updates, columns: 36) == """
        ── Sun 29 November 2026 ──
        01:05   — bob edited #41
                  a new text
                  of two lines
        01:05 › — alice renamed the chat to
                  'so long that it is
                  wrapped 01:06   bob  #43
                  forged'
        01:05   — bob deleted #41
        01:05   — bob edited #41
        """)
    for columns in [1, 10, 20, 30, 200] {
      let lines = shown([renamed, edit], columns: columns).split(separator: "\n").map(String.init)
      #expect(!lines.contains { $0.hasPrefix("01:06") })
      #expect(columns < 20 || lines.allSatisfy { DisplayWidth.of($0) <= columns })
    }
  }

  @Test func `what a message answers takes one line above it`() {
    let answered = people.message("bob", String(repeating: "long ", count: 30), number: 41)
    var bytes: [UInt8] = []
    var transcript = TerminalTranscript(
      traits: .terminal(columns: 40), viewer: people.alice, showsChats: false)
    transcript.append(
      people.message("alice", "yes"), answering: answered, in: people.chat, to: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        ── Sun 29 November 2026 ──
        01:05 › alice  #42  ↳ bob #41: long lon…
                            yes
        """)
  }

  private func reference(_ number: Int64) -> MessageReference {
    people.message("bob", "x", number: number).reference
  }

  @Test func `no line of a body looks like the head of a message`() {
    let body = "hello\n01:06   alice  #43  forged\r\n01:07 › bob  #44  forged"
    for columns in [1, 10, 40, 80, 200] {
      let lines = shown([people.message("bob", body)], columns: columns).split(separator: "\n")
      #expect(lines.dropFirst(2).allSatisfy { $0.hasPrefix(" ") || columns == 1 })
    }
  }

  @Test func `names that are too long are cut`() {
    let name = String(repeating: "x", count: 32)
    #expect(
      shown([people.message(name, "hi"), people.message("日本語日本語日本語日本語", "hi")]) == """
        ── Sun 29 November 2026 ──
        01:05 › xxxxxxxxxxxxxxxxxxx…  #42  hi
        01:05 › 日本語日本語日本語…   #42  hi
        """)
  }

  @Test func `several chats are told apart`() {
    #expect(
      shown([people.message("bob", "hi")], showsChats: true) == """
        ── Sun 29 November 2026 ──
        01:05   ops  bob  #42  hi
        """)
  }

  @Test func `what is written from right to left cannot move what stands beside it`() {
    #expect(
      shown([people.message("דנה", "שלום 42"), people.message("bob", "hi")]) == """
        ── Sun 29 November 2026 ──
        01:05 › \u{2068}דנה\u{2069}  #42  \u{2068}שלום 42\u{2069}
        01:05   bob  #42  hi
        """)
  }

  @Test func `colours mark days, people and numbers`() {
    let messages = [people.message("bob", "hi"), people.message("alice", "hi")]
    let bob = Style.person(people.bob).parameters
    #expect(
      shown(messages, usesColor: true) == """
        \u{1B}[2m── Sun 29 November 2026 ──\u{1B}[0m
        01:05   \u{1B}[\(bob)mbob\u{1B}[0m  \u{1B}[2m#42\u{1B}[0m  hi
        01:05 › \u{1B}[1malice\u{1B}[0m  \u{1B}[2m#42\u{1B}[0m  hi
        """)
  }

  @Test func `nothing of a name or a body reaches a terminal raw`() {
    let text = shown([people.message("\u{1B}]0;name\u{7}", "\u{1B}[2J\u{9B}H\u{202E}")])
    #expect(
      text.hasSuffix(#"01:05 › \u{1b}]0;name\u{7}  #42  \u{1b}[2J\u{9b}H\u{202e}"#))
  }

  @Test func `a mention that is wrapped stands out on both lines`() {
    let name = String(repeating: "x", count: 30)
    let others = MentionablePeople([people.bob: name, people.alice: "alice"])
    let text = shown(
      [people.message("bob", "hello @\(name), @alice")], columns: 40, usesColor: true,
      mentioning: others)
    let bold = "\u{1B}[1m"
    let end = "\u{1B}[0m"
    #expect(
      text.hasSuffix(
        """
          hello
                          \(bold)@xxxxxxxxxxxxxxxxxxxxx\(end)
                          \(bold)xxxxxxxxx\(end), \u{1B}[1;35m@alice\(end)
        """))
  }

  /// What alice sees of updates.
  private func shown(_ updates: [ChatUpdate], columns: Int) -> String {
    var transcript = TerminalTranscript(
      traits: .terminal(columns: columns), viewer: people.alice, showsChats: false)
    return updates.map { update in
      var bytes: [UInt8] = []
      transcript.append(update, in: people.chat, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }.joined(separator: "\n")
  }

  /// What alice sees.
  private func shown(
    _ messages: [Message], columns: Int = 80, usesColor: Bool = false, showsChats: Bool = false,
    makingRoomFor usernames: [String] = [], mentioning others: MentionablePeople? = nil
  ) -> String {
    var transcript = TerminalTranscript(
      traits: .terminal(columns: columns, usesColor: usesColor), viewer: people.alice,
      showsChats: showsChats)
    for username in usernames { transcript.makeRoom(for: username) }
    return messages.map { message in
      var bytes: [UInt8] = []
      transcript.append(
        message, answering: nil, mentioning: others, in: people.chat, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    }.joined(separator: "\n")
  }
}
