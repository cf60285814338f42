import ChatSystem
import Testing

@testable import chatctl

@Suite struct TableTests {
  private let recorder = OutputRecorder()

  private func printed(_ traits: StreamTraits, _ table: Table) throws -> String {
    var output = recorder.output(results: traits)
    table.print(to: &output)
    try output.flush()
    return recorder.text(on: .output)
  }

  private var friends: Table {
    var table = Table()
    table.row("alice", "alice@example.org", "online\n")
    table.row("日本語", "", "away")
    table.row("e\u{301}", "e@example.org", "")
    table.row("", "", "")
    return table
  }

  @Test func `columns are aligned by display width on a terminal`() throws {
    #expect(
      try printed(.terminal(), friends) == """
        alice   alice@example.org  online\\u{a}
        日本語                     away
        é       e@example.org


        """)
  }

  @Test func `columns are separated by tabs elsewhere`() throws {
    #expect(
      try printed(.plain, friends)
        == "alice\talice@example.org\tonline\\n\n日本語\t\taway\ne\u{301}\te@example.org\t\n\t\t\n")
  }

  @Test(arguments: [true, false])
  func `an empty table prints nothing`(isTerminal: Bool) throws {
    #expect(try printed(isTerminal ? .terminal() : .plain, Table()).isEmpty)
  }
}
