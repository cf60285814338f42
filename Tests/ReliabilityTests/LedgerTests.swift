import Testing

@testable import reliability

/// The ledger tells what may be in a store from what may not.
struct LedgerTests {
  private let ledger = Ledger()

  @Test func `what was acknowledged is there once, what was refused never`() {
    ledger.note("a", in: "s", .acknowledged)
    ledger.note("b", in: "s", .refused)
    ledger.note("c", in: "s", .unknown)
    #expect(ledger.judge("s", found: ["a"]) == [])
    #expect(ledger.judge("s", found: ["a", "c"]) == [])
    for found in [[], ["c"], ["a", "a"], ["a", "b"], ["a", "c", "c"], ["c", "a"], ["a", "d"]] {
      #expect(ledger.judge("s", found: found).count == 1, "\(found)")
    }
  }

  @Test func `what was tried again counts by the best that is known`() {
    ledger.note("a", in: "s", .refused)
    ledger.note("a", in: "s", .unknown)
    #expect(ledger.judge("s", found: []) == [])
    #expect(ledger.judge("s", found: ["a"]) == [])
    ledger.note("a", in: "s", .acknowledged)
    ledger.note("a", in: "s", .unknown)
    #expect(ledger.judge("s", found: []) != [])
  }

  @Test func `a place holds what was last set, or may have been`() {
    ledger.set("p", to: "a")
    ledger.set("p", to: "b", .unknown, begun: ledger.now())
    #expect(ledger.values(of: "p") == ["a", "b"])
    ledger.set("p", to: "c", .refused, begun: ledger.now())
    ledger.set("p", to: "d", .acknowledged, begun: ledger.now())
    #expect(ledger.values(of: "p") == ["d"])
    #expect(ledger.judge("p", holds: "d") == [])
    #expect(ledger.judge("p", holds: "b").count == 1)
    #expect(ledger.judge("p", holds: nil).count == 1)
  }

  @Test func `of what was set at the same time either may be there`() {
    let one = ledger.now()
    let other = ledger.now()
    ledger.set("p", to: "a", .acknowledged, begun: one)
    ledger.set("p", to: "b", .acknowledged, begun: other)
    #expect(ledger.values(of: "p") == ["a", "b"])
  }
}
