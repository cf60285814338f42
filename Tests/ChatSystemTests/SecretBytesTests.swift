import ChatSystem
import Testing

@Suite struct SecretsTests {
  @Test(
    arguments: [
      ([], [], true), ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false),
      ([0, 2, 3], [1, 2, 3], false), ([1, 2], [1, 2, 3], false), ([0x80], [0], false),
      ([1, 2], [2, 1], false),
    ] as [([UInt8], [UInt8], Bool)])
  func `equal is what has the same bytes`(left: [UInt8], right: [UInt8], equal: Bool) {
    #expect(constantTimeEquals(left, right) == equal)
  }

  @Test(arguments: [0, 1, 32])
  func `a wiped secret is zeros`(count: Int) {
    var secret = [UInt8](repeating: 7, count: count)
    wipe(&secret)
    #expect(secret == [UInt8](repeating: 0, count: count))
  }

  @Test(arguments: [0, 1, 32, 1000])
  func `random bytes are as many as asked for`(count: Int) throws {
    #expect(try randomBytes(count).count == count)
  }

  @Test func `random bytes differ each time`() throws {
    let draws = try (0..<8).map { _ in try randomBytes(32) }
    #expect(Set(draws).count == 8)
  }

  @Test func `bytes are written in lower-case hexadecimal`() {
    #expect(([0, 9, 10, 0x7f, 0xff] as [UInt8]).hexadecimal == "00090a7fff")
  }
}
