import Testing

@testable import ChatCore

struct MessageTests {
  @Test func `a message is not plain that says more than every message`() throws {
    let plain = try message()
    #expect(plain.isPlain)
    var edited = plain
    edited.edit("bye", on: .noon)
    var deleted = plain
    deleted.delete()
    let others = [
      try message(token: "backup"), try message(reply: plain.reference),
      try message(isAutomatic: true), edited, deleted,
    ]
    for other in others {
      #expect(!other.isPlain)
      #expect(other != plain)
    }
  }

  private func message(
    token: String? = nil, reply: MessageReference? = nil, isAutomatic: Bool = false
  ) throws -> Message {
    Message(
      number: 42, date: .noon, user: try userID("a"), name: "alice", token: token, reply: reply,
      isAutomatic: isAutomatic, body: "hello")
  }
}
