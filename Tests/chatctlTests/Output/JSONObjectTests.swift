import Foundation
import Testing

@testable import chatctl

@Suite struct JSONObjectTests {
  @Test func `members stand in the order in which they were added`() {
    let object = JSONObject("chat").string("name", "ops").integer("unread", 3)
      .boolean("public", true).strings("participants", ["alice", "bob"]).strings("none", [])
    #expect(
      text(object, isTerminal: false)
        == #"{"type":"chat","name":"ops","unread":3,"public":true,"participants":["alice","bob"],"none":[]}"#
    )
  }

  @Test func `a member without a value is left out`() {
    let object = JSONObject("account").string("email", nil).integer("count", nil)
    #expect(text(object, isTerminal: false) == #"{"type":"account"}"#)
  }

  @Test func `text is raw unless it goes to a terminal`() {
    let object = JSONObject("x").string("y", "\"\\\n\u{1B}\u{7F}\u{9B}\u{202E}é日\u{E0041}")
    #expect(
      text(object, isTerminal: false)
        == #"{"type":"x","y":"\"\\\n\u001b"# + "\u{7F}\u{9B}\u{202E}é日\u{E0041}\"}")
    #expect(
      text(object, isTerminal: true)
        == #"{"type":"x","y":"\"\\\n\u001b\u007f\u009b\u202eé日\udb40\udc41"}"#)
  }

  @Test func `a JSON parser reads every text back from a terminal`() throws {
    for expected in everyScalar {
      let line = text(JSONObject("x").string("y", expected), isTerminal: true)
      let members = try JSONDecoder().decode([String: String].self, from: Data(line.utf8))
      #expect(members["y"].map { Array($0.utf8) } == Array(expected.utf8))
    }
  }

  private func text(_ object: JSONObject, isTerminal: Bool) -> String {
    var bytes: [UInt8] = []
    object.append(to: &bytes, isTerminal: isTerminal)
    return String(decoding: bytes, as: UTF8.self)
  }
}
