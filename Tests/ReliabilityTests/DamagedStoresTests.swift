import TestTools
import Testing

@testable import reliability

/// What damages stores does so as it says.
@Suite(.serialized)
struct DamagedStoresTests {
  @Test func `a few damaged stores are as they ought to be`() throws {
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
