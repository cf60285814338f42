import TestTools
import Testing

@testable import reliability

/// The method finds what it is for; on builds that can have bugs, which are those for tests.
@Suite(.serialized)
struct DamagedStoresTests {
  @Test(
    .slow,
    arguments: [
      ("damage-taken-for-nothing", "store/chats/ID/cursors/CURSOR.json"),
      ("unchecked-cursors", "store/chats/ID/cursors/CURSOR.json"),
    ])
  func `it turns red where there is a bug`(bug: String, place: String) throws {
    var method = DamagedStores()
    method.wanted = 60
    method.place = place
    #expect(try method.run(.quick, on: .built).isClean)
    var target = Target.built
    target.bug = bug
    #expect(!(try method.run(.quick, on: target)).isClean)
  }

  @Test(.slow) func `a few damaged stores are as they ought to be`() throws {
    var method = DamagedStores()
    method.wanted = 20
    #expect(try method.run(.quick, on: .built).violations == [])
  }

  @Test func `members of an object are told apart as they are written`() {
    let text = #"{"a":1,"b":{"c":[1,2],"d":"}"},"e\"":",:","f":[]}"#
    let members = OddField.members(of: Array(text.utf8))
    #expect(
      members.map { String(decoding: $0.name, as: UTF8.self) }
        == [#""a""#, #""b""#, #""e\"""#, #""f""#])
    #expect(OddField.object(members) == Array(text.utf8))
  }
}
