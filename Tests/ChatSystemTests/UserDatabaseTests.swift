import Foundation
import Testing

@testable import ChatSystem

@Suite struct UserDatabaseTests {
  @Test func `the superuser is found in the files of this host`() throws {
    #expect(try UserDatabase().user(withID: 0) == .init(name: "root", home: "/root"))
    #expect(try UserDatabase().groupID(named: "root") == 0)
  }

  @Test func `users and groups are found among lines of every kind`() throws {
    try withDatabase(
      passwd: """
        # ann:x:1000:1000::/wrong:/bin/sh
        +nis::::::
        -:x:1000
        root:x:0:0:root:/root:/bin/sh

        ann:x:1000:1000:Ann, \u{E9}:/home/ann:
        twin:x:1000:1000::/other:/bin/sh
        """,
      group: """
        +:::
        staff:x:50:ann,bob
        long:x:51:\(String(repeating: "someone,", count: 20_000))last
        empty:x:52:
        """
    ) { (database: UserDatabase) throws in
      #expect(try database.user(withID: 1000) == .init(name: "ann", home: "/home/ann"))
      #expect(try database.user(withID: 1001) == nil)
      #expect(try database.groupID(named: "staff") == 50)
      #expect(try database.groupID(named: "empty") == 52)
      #expect(try database.groupID(named: "+") == nil)
      #expect(try database.groupID(named: "") == nil)
      #expect(try database.groupID(named: "long") == 51)
      #expect(try database.groupName(withID: 50) == "staff")
      #expect(try database.groupName(withID: 49) == nil)
    }
  }

  @Test func `a host without the files is an error`() {
    #expect(throws: Errno.noSuchEntry) {
      try UserDatabase(directory: "/nonexistent").user(withID: 0)
    }
  }

  private func withDatabase(
    passwd: String, group: String, _ body: (UserDatabase) throws -> Void
  ) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try passwd.write(to: directory.appending(path: "passwd"), atomically: false, encoding: .utf8)
    try group.write(to: directory.appending(path: "group"), atomically: false, encoding: .utf8)
    try body(UserDatabase(directory: directory.path))
  }
}
