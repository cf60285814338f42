import ChatSystem
import Testing

@testable import ChatCore

@Suite struct ShellWordTests {
  @Test(arguments: [
    ("alice", "alice"), ("/srv/chat/a-b_c.json", "/srv/chat/a-b_c.json"), ("a@b.org", "a@b.org"),
    ("né", "né"), ("a~b", "a~b"), ("", "''"), ("~anna", "'~anna'"), ("a b", "'a b'"),
    ("it's", #"'it'\''s'"#), ("'\u{301};", "''\\''\u{301};'"),
    ("$HOME", "'$HOME'"), ("a\nb", "'a\nb'"), ("x;rm", "'x;rm'"),
  ])
  func `a word is quoted where a shell would read something else`(text: String, word: String) {
    #expect(shellWord(text) == word)
  }

  @Test(arguments: [
    ("alice", "alice"), ("né", "né"), ("a~b", "a~b"), ("", "''"), ("~anna", #"\~anna"#),
    ("a b", #"a\ b"#), ("it's", #"it\'s"#), ("'\u{301};", "\\'\u{301}\\;"),
    ("$HOME", #"\$HOME"#), ("a\nb", "a'\n'b"), (#"a\b"#, #"a\\b"#), ("\"#*", "\\\"\\#\\*"),
  ])
  func `a word is escaped where it stands in quotes among others`(text: String, word: String) {
    #expect(escapedShellWord(text) == word)
  }

  @Test(arguments: [
    "", "~anna", "a b", "it's", "'\u{301};", "$HOME", "a\nb", "a\tb", "\"$(id)`id`\\", "日本 語", "!x",
    "\n", "'", "\\\n",
  ])
  func `a shell reads the same word again`(text: String) throws {
    for word in [shellWord(text), escapedShellWord(text)] {
      let printed = try Self.printed(by: "printf %s \(word)")
      #expect(printed == text)
    }
  }

  @Test func `hints hold command lines that can be copied`() {
    #expect(
      ChatError.readableByOthers("/home/al ice/s.json").hint
        == #"'chmod 600 /home/al\ ice/s.json' makes it yours alone"#)
    #expect(
      ChatError.sessionEnded(username: "$(id)").hint == #"'chatctl login \$\(id\)' logs in"#)
    #expect(
      ChatError.notOwner("it's").hint == #"'chatctl chat show it\'s' shows whose it is"#)
  }

  private static func printed(by script: String) throws -> String {
    let child = try Child.spawn(["/bin/sh", "-c", script].map { Array($0.utf8) }, output: .pipe)
    var output: [UInt8] = []
    while case let bytes = try child.readOutput(upTo: 4096), !bytes.isEmpty { output += bytes }
    _ = try child.wait()
    return String(decoding: output, as: UTF8.self)
  }
}
