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

  @Test func `hints hold command lines that can be copied`() {
    #expect(
      ChatError.readableByOthers("/home/al ice/s.json").hint
        == "'chmod 600 '/home/al ice/s.json'' makes it yours alone")
    #expect(
      ChatError.sessionEnded(username: "$(id)").hint == "'chatctl login '$(id)'' logs in")
  }
}
