import Testing

@testable import chatctl

struct ManualPageTests {
  @Test(Program.installed("mandoc", "man"))
  func `mandoc and man read each without a warning`() throws {
    for page in [
      ManualPage(table: .chatctl).text, ManualPage(table: .sample).text, JSONManualPage.text,
    ] {
      try withFile(named: "page.man", page + "\n") { path in
        #expect(try Program(name: "mandoc").run(["-Tlint", "-W", "warning", path]) == "")
        let script = "man --warnings -E UTF-8 -l \"$1\" 2>&1 >/dev/null"
        let warnings = try Program(name: "sh").run(["-c", script, "sh", path])
        #expect(warnings == "")
      }
    }
  }

  @Test(Program.installed("man"))
  func `texts come out as they stand in the table`() throws {
    let page = try withFile(named: "chatctl.1", ManualPage(table: .sample).text + "\n") { path in
      try Program(name: "man").run(["-E", "UTF-8", "-l", path])
    }
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let send = try #require(CommandTable.sample.command(named: "send"))
    for text in send.details + send.examples.map(\.command) {
      #expect(words.contains(text))
    }
    #expect(words.contains("send CHAT [OPTIONS] [MESSAGE...]"))
    #expect(words.contains("EXIT STATUS"))
    #expect(words.contains("chat alone does the same."))
    #expect(!words.contains("secret"))
  }

  @Test(arguments: [
    ("plain", "plain"), (".Dd", "\\&.Dd"), ("'x", "\\&\\(aqx"), ("a.b", "a.b"),
    ("-\\n", "\\-\\en"), ("~^`\"", "\\(ti\\(ha\\(ga\\(dq"), ("é…😀", "\\[u00E9]\\[u2026]\\[u1F600]"),
  ])
  func `roff takes text for text`(text: String, roff: String) {
    #expect(Roff.escaped(text) == roff)
  }
}
