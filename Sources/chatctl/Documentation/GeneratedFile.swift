/// A file of the source tree that the program makes of what it knows of itself.
struct GeneratedFile {
  /// Where it stands in the tree, `man/chatctl.1`.
  let path: String
  let contents: String

  /// All of them; `table` is what the commands are described from.
  static func all(for table: CommandTable) -> [GeneratedFile] {
    [
      GeneratedFile(path: "man/chatctl.1", contents: ManualPage(table: table).text + "\n"),
      GeneratedFile(path: "man/chatctl-json.5", contents: JSONManualPage.text + "\n"),
    ]
      + [Guide.store, .bots].map { guide in
        GeneratedFile(
          path: "man/\(guide.name).\(guide.manualSection)", contents: guide.text + "\n")
      }
      + Shell.allCases.map { shell in
        GeneratedFile(
          path: "completions/\(shell.completionFileName)",
          contents: shell.completionScript(for: table) + "\n")
      }
  }
}
