import Testing

@testable import ChatCore

@Suite struct MentionsTests {
  private let people: MentionablePeople

  init() throws {
    var usernames: [UserID: String] = [:]
    for (number, name) in ["alice", "alice.b", "Żółw", "~anna", "bob", "太郎"].enumerated() {
      usernames[try #require(UserID("a000000000000000000\(number)"))] = name
    }
    people = MentionablePeople(usernames)
  }

  @Test(arguments: [
    ("@alice", ["alice"]), ("hi @ALICE!", ["alice"]), ("@alice.", ["alice"]),
    ("@alice.b.", ["alice.b"]), ("@alice.c", ["alice"]), ("@alicex", []), ("@alice2", []),
    ("x@alice", []), (".@alice", []), ("@@alice", ["alice"]), ("(@alice,@bob)", ["alice", "bob"]),
    ("@żÓŁW", ["Żółw"]), ("@z\u{307}o\u{301}łw", ["Żółw"]), ("@~anna", ["~anna"]), ("@anna", []),
    ("@太郎、", ["太郎"]), ("@", []), ("@ alice", []), ("@bob@alice", ["bob"]), ("@bob\u{301}", []),
    ("@b\u{200B}ob", []), ("@\u{202E}bob", []), ("@bob\u{200B}", ["bob"]),
    ("@bob'@alice", ["bob", "alice"]),
    ("@alice@alice", ["alice"]), ("a\n@bob", ["bob"]),
  ])
  func `a name after an @ is a mention`(text: String, usernames: [String]) {
    #expect(people.mentions(in: text).map(\.username) == usernames)
    #expect(people.usernames(in: text) ?? [] == usernames)
  }

  @Test func `a mention knows its place`() throws {
    let text = "é 👍 @bob's"
    let mention = try #require(people.mentions(in: text).first)
    #expect(text[mention.range] == "@bob")
  }

  @Test(arguments: ["@", "@a.", "@" + String(repeating: "a.", count: 70) + " "])
  func `no text takes long`(piece: String) {
    let text = String(repeating: piece, count: (1 << 18) / piece.utf8.count)
    #expect(people.mentions(in: text).isEmpty)
  }
}
