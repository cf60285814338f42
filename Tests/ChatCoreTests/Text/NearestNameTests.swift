import ChatCore
import Testing

struct NearestNameTests {
  @Test(arguments: [
    ("sned", "send"), ("snd", "send"), ("sendd", "send"), ("SEND", "send"), ("Tail", "tail"),
    ("frends", "friends"), ("freinds", "friends"), ("frind", nil), ("", nil), ("s", nil),
    ("xend", "send"), ("xyzd", nil), ("logs", "log"), ("lgo", "log"), ("söarch", "search"),
  ])
  func `a slip of the keys still finds the name`(given: String, nearest: String?) {
    let names = ["send", "tail", "log", "friends", "search"]
    #expect(nearestName(to: given, among: names) == nearest)
  }

  @Test func `the nearest of several wins, then the first`() {
    #expect(nearestName(to: "teem-a", among: ["term-x", "team-a", "teem-b"]) == "team-a")
    #expect(nearestName(to: "abcx", among: ["abcd", "abce"]) == "abcd")
    #expect(nearestName(to: "abcdef", among: ["abcdxy", "abcdex"]) == "abcdex")
  }

  @Test func `a name as long as an argument can be is like none`() {
    #expect(nearestName(to: String(repeating: "a", count: 100_000), among: ["aaa"]) == nil)
  }
}
