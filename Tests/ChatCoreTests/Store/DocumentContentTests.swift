import FoundationEssentials
import Testing

@testable import ChatCore

/// What is written into a document is what is read from it.
@Suite struct DocumentContentTests {
  private func readAgain<Content: DocumentContent>(_ content: Content) throws -> Content {
    try Document.decode(
      Content.self, from: Array(try JSONEncoder().encode(content)), at: "document")
  }

  @Test func `no field of any document is lost`() throws {
    let (alice, bob, chatID) = (
      try userID("a"), try userID("b"), try #require(ChatID("0123456789abcdef0123"))
    )
    let manifest = Manifest(
      format: 1, id: "x", created: .noon, passwordCost: 8, unicode: "17.0")
    #expect(try readAgain(manifest) == manifest)
    let account = Account(
      id: alice, username: "älice", formerUsernames: ["a", "b"], email: "a@b",
      imageURL: "https://x",
      friends: [bob], blocked: [alice], created: .noon, deleted: .noon + 1)
    #expect(try readAgain(account) == account)
    let token = Token(
      name: "bot", digest: "d", scope: TokenScope(rights: [.read, .send], chats: [chatID]),
      created: .noon, expires: .noon + 2)
    let secrets = Secrets(
      id: bob, password: "$y$", sessions: [.init(digest: "e", created: .noon)], tokens: [token])
    #expect(try readAgain(secrets) == secrets)
    let chat = Chat(
      id: chatID, name: "r \"s\" \\ \u{1}", renamed: .noon + 3, owner: alice,
      participants: [.init(user: bob, joined: .noon)], banned: [alice], isPublic: true,
      isDirect: true, created: .noon)
    #expect(try readAgain(chat) == chat)
    let claim = KeyClaim(NewMessage("x"), number: 7, by: alice)
    #expect(try readAgain(claim) == claim)
    let cursor = Cursor(name: "c", user: bob, seq: 1 << 52, date: .noon, count: 0)
    #expect(try readAgain(cursor) == cursor)
    let letter = DeadLetter(
      MessageReference(number: 9, date: .noon), failed: .noon + 4, attempts: 4, reason: "it failed")
    #expect(try readAgain(letter) == letter)
  }

  @Test(arguments: [
    (#"{"id":"x"}"#, "it has no 'format'"), (#"{"format":null}"#, "'format' has the wrong type"),
    (#"{"format":"1"}"#, "'format' has the wrong type"),
    (#"{"format":1.5}"#, "'format' is not valid"),
    (#"{"format":1,"id":"x","format":1}"#, "it has 'format' twice"),
    (#"[]"#, "it is no JSON object"), ("", "it is empty"), ("{", "it is not valid JSON"),
  ])
  func `what is wrong is said with its field`(text: String, reason: String) {
    #expect(throws: ChatError.damaged(path: "document", reason: reason)) {
      try Document.decode(FormatField.self, from: Array(text.utf8), at: "document")
    }
  }

  @Test func `what is wrong deep in a document is said with the way there`() {
    let text = #"{"id":"aaaaaaaaaaaaaaaaaaaa","sessions":[{"digest":"x","created":"today"}]}"#
    #expect(throws: ChatError.damaged(path: "secret", reason: "'sessions.created' is not valid")) {
      try Document.decode(Secrets.self, from: Array(text.utf8), at: "secret")
    }
  }
}
