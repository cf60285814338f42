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

  /// A chat list: name, owner, how many, id, date.
  private var chats: Table {
    var table = Table(ids: 3)
    table.row("operations", "alexandra", "12", "0123456789abcdef0123", "30 Nov")
    table.row("日本語日本語日本語日本語", "bob", "3", "fedcba98765432100123", "30 Nov 2025")
    return table
  }

  @Test(
    arguments: [
      (
        80,
        """
        operations                alexandra  12  0123456789abcdef0123  30 Nov
        日本語日本語日本語日本語  bob        3   fedcba98765432100123  30 Nov 2025

        """
      ),
      (
        66,
        """
        operations                alexandra  12  01234567  30 Nov
        日本語日本語日本語日本語  bob        3   fedcba98  30 Nov 2025

        """
      ),
      (
        54,
        """
        operations                alexandra  12  30 Nov
        日本語日本語日本語日本語  bob        3   30 Nov 2025

        """
      ),
      (
        40,
        """
        operations      alexandra 12 30 Nov
        日本語日本語日… bob       3  30 Nov 2025

        """
      ),
      (
        20,
        """
        oper… alex… 12 30 N…
        日本… bob   3  30 N…

        """
      ),
    ])
  func `it fits the terminal, shortening ids first and then what is widest`(
    columns: Int, text: String
  ) throws {
    #expect(try printed(.terminal(columns: columns), chats) == text)
  }

  @Test(arguments: 4...90) func `no line is longer than the terminal is wide`(columns: Int) throws {
    for table in [chats, friends] {
      let lines = try printed(.terminal(columns: columns), table).split(separator: "\n")
      for line in lines where columns > 8 {
        #expect(DisplayWidth.of(String(line)) <= columns, "\(line)")
      }
    }
  }

  @Test func `details are shown whole`() throws {
    var table = Table(showsAll: true)
    table.row("image URL", String(repeating: "x", count: 100))
    #expect(try printed(.terminal(columns: 40), table).utf8.count == 112)
  }

  @Test(arguments: [true, false])
  func `an empty table prints nothing`(isTerminal: Bool) throws {
    #expect(try printed(isTerminal ? .terminal() : .plain, Table()).isEmpty)
  }
}
