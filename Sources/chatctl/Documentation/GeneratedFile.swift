/// A file of the source tree that is made from a command table.
struct GeneratedFile {
  /// Where it stands in the tree, `man/chatctl.1`.
  let path: String
  let contents: String

  /// All that are made from `table`.
  static func all(for table: CommandTable) -> [GeneratedFile] {
    [GeneratedFile(path: "man/chatctl.1", contents: ManualPage(table: table).text + "\n")]
      + Shell.allCases.map { shell in
        GeneratedFile(
          path: "completions/\(shell.completionFileName)",
          contents: shell.completionScript(for: table) + "\n")
      }
  }
}
