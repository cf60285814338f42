import ChatSystem
import Testing

@Suite struct PasswordHashTests {
  private let password = Array("correct horse".utf8)

  @Test func `a password is verified by the hash made of it, and no other is`() throws {
    let hash = try PasswordHash.make(password: password, cost: 1)
    #expect(try PasswordHash.verify(password: password, hash: hash))
    #expect(try !PasswordHash.verify(password: password + [0x20], hash: hash))
    #expect(try !PasswordHash.verify(password: [], hash: hash))
  }

  @Test func `hashes are yescrypt with a salt of their own and the cost asked for`() throws {
    let hashes = try (0..<3).map { _ in try PasswordHash.make(password: password, cost: 1) }
    #expect(Set(hashes).count == 3)
    #expect(hashes.allSatisfy { $0.hasPrefix("$y$j75$") })
    #expect(try PasswordHash.make(password: password, cost: 2).hasPrefix("$y$j85$"))
  }

  @Test func `a hash made by another program is verified`() throws {
    let hash = "$y$j75$abcdefghijklmnopqrstu/$ALu5fxDP4EnWA/jFugllLSJHRqXcsz0pEI0e2sEjCD2"
    #expect(try PasswordHash.verify(password: password, hash: hash))
    #expect(try !PasswordHash.verify(password: Array("correct horsf".utf8), hash: hash))
  }

  @Test func `every byte of the longest password counts, and a longer one is refused`() throws {
    var longest = [UInt8](repeating: 0xFF, count: PasswordHash.longestPassword)
    let hash = try PasswordHash.make(password: longest, cost: 1)
    longest[longest.count - 1] = 0xFE
    #expect(try !PasswordHash.verify(password: longest, hash: hash))
    #expect(throws: Errno.invalidArgument) {
      try PasswordHash.make(password: longest + [1], cost: 1)
    }
  }

  @Test func `a password with NUL is refused rather than cut off`() throws {
    #expect(throws: Errno.invalidArgument) {
      try PasswordHash.make(password: [97, 0, 98], cost: 1)
    }
  }

  @Test(arguments: [-1, 0, 12, Int.max])
  func `a cost that yescrypt does not have is refused`(cost: Int) {
    #expect(throws: Errno.invalidArgument) {
      try PasswordHash.make(password: password, cost: cost)
    }
  }

  @Test(arguments: ["", "x", "*0", "$y$", "$y$jzzzz", "password\n"])
  func `what is no hash is an error, not a wrong password`(hash: String) {
    #expect(throws: Errno.invalidArgument) {
      try PasswordHash.verify(password: password, hash: hash)
    }
  }
}
