import Testing

@testable import chatctl

struct JSONManualPageTests {
  @Test(.needs("jq")) func `the examples do what they say, as they are written`() throws {
    let home = try TestHome()
    try home.signUp("bob", "alice")
    try home.succeed("friends", "add", "bob", as: "alice")
    try home.makeChat("ops", of: "alice", with: ["bob"])
    try home.succeed("send", "ops", "hi", as: "alice")
    try home.succeed("send", "ops", "hello @alice", as: "bob")
    let shown = try JSONReference.examples.map { example in
      let outcome = try home.shell(example.command)
      #expect(outcome.code == 0, "\(example.command)")
      return outcome.text + outcome.errors
    }
    #expect(
      shown == [
        "alice: hi\nbob: hello @alice\n", "      1 alice\n      1 bob\n", "ops\n", "ops #2\n",
        "edited #3\n", "did you mean 'ops'?\n",
      ])
    #expect(try home.bodies(of: "ops").last == "final")
  }

  @Test(.needs("man"))
  func `it tells every type with its commands and members`() throws {
    let page = try withFile(named: "chatctl-json.5", JSONManualPage.text + "\n") { path in
      try Program(name: "man").run(["-E", "UTF-8", "-l", path])
    }
    let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for text in [
      "sent A message that was stored. Printed by send. chat (string) What names the chat to you:",
      "mentions (array of strings, may be left out) The usernames",
      "SEE ALSO chatctl(1), jq(1)",
    ] {
      #expect(words.contains(text))
    }
    for example in JSONReference.examples { #expect(words.contains(example.command)) }
  }
}
