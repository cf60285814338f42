import Testing

@testable import chatctl

struct ManualPageTests {
  @Test(
    .needs("mandoc", "man"),
    arguments: (GeneratedFile.all(for: .chatctl) + GeneratedFile.all(for: .sample))
      .filter { $0.path.hasPrefix("man/") })
  func `mandoc and man read each without a warning`(page: GeneratedFile) throws {
    try withFile(named: "page.man", page.contents) { path in
      #expect(try Program(name: "mandoc").run(["-Tlint", "-W", "warning", path]) == "")
      let script = "man --warnings -E UTF-8 -l \"$1\" 2>&1 >/dev/null"
      let warnings = try Program(name: "sh").run(["-c", script, "sh", path])
      #expect(warnings == "")
    }
  }

  @Test func `every page has examples`() {
    for file in GeneratedFile.all(for: .chatctl) where file.path.hasPrefix("man/") {
      #expect(file.contents.contains(/\.SH EXAMPLES\n(\.PP\n)?[^.]/), "\(file.path)")
    }
  }

  @Test func `there is a page for the overview, each group and each command`() {
    let paths = GeneratedFile.all(for: .sample).map(\.path)
    for page in ["chatctl", "chatctl-chat", "chatctl-chat-create", "chatctl-send"] {
      #expect(paths.contains("man/\(page).1"))
    }
    #expect(!paths.contains { $0.contains("secret") })
  }

  /// The words of the page on a topic of the sample, as man shows them.
  private func words(_ topic: String) throws -> String {
    let table = CommandTable.sample
    let topic = try table.topic(named: topic.split(separator: " ").map(String.init))
    let page = try withFile(named: "page.1", table.manualPage(on: topic) + "\n") { path in
      try Program(name: "man").run(["-E", "UTF-8", "-l", path])
    }
    return page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test(.needs("man"))
  func `texts come out as they stand in the table`() throws {
    let words = try words("send")
    let send = try #require(CommandTable.sample.command(named: "send"))
    for text in send.details + send.examples.map(\.command) {
      #expect(words.contains(text))
    }
    for text in [
      "NAME chatctl-send - send a message SYNOPSIS chatctl send CHAT [OPTIONS] [MESSAGE...]",
      "OPERANDS CHAT The chat. MESSAGE Its words.", "OPTIONS -l, --lines Send each line as one.",
      "SEE ALSO chatctl(1), chatctl-log(1), chatctl-tail(1)",
    ] {
      #expect(words.contains(text))
    }
  }

  @Test(.needs("man"))
  func `the overview lists the pages of commands, and a group those of its own`() throws {
    for topic in ["", "chat"] {
      let words = try words(topic)
      #expect(words.contains("chatctl-chat-list(1) List chats."))
      #expect(!words.contains("secret"))
      #expect(words.contains("chatctl-send(1)") == topic.isEmpty)
      #expect(words.contains("EXIT STATUS") == topic.isEmpty)
    }
    #expect(try words("chat").contains("'chatctl chat' alone is 'chatctl chat list'."))
    #expect(try words("chat list").contains("'chatctl chat' alone does the same."))
  }

  @Test(.needs("man"))
  func `exit codes that few commands have stand on their pages`() throws {
    let table = CommandTable.chatctl
    let page = table.manualPage(on: try table.topic(named: ["ask"]))
    #expect(page.contains(".SH EXIT STATUS\n.TP\n\\fB0\\fR\n"))
    #expect(page.contains("\\fB124\\fR\nNobody has answered in time."))
    #expect(!table.manualPage(on: try table.topic(named: ["whoami"])).contains("EXIT STATUS"))
  }

  @Test(arguments: [
    ("plain", "plain"), (".Dd", "\\&.Dd"), ("'x", "\\&\\(aqx"), ("a.b", "a.b"),
    ("-\\n", "\\-\\en"), ("~^`\"", "\\(ti\\(ha\\(ga\\(dq"), ("é…😀", "\\[u00E9]\\[u2026]\\[u1F600]"),
  ])
  func `roff takes text for text`(text: String, roff: String) {
    #expect(Roff.escaped(text) == roff)
  }
}
