/// A file of the source tree that the program makes of what it knows of itself.
struct GeneratedFile: Sendable {
  /// Where it stands in the tree, `man/chatctl.1`.
  let path: String
  let contents: String

  /// All of them; `table` is what the commands are described from.
  static func all(for table: CommandTable) -> [GeneratedFile] {
    table.topics.map { topic in
      GeneratedFile(
        path: "man/\(topic.pageName).\(ManualPage.manualSection)",
        contents: table.manualPage(on: topic) + "\n")
    }
      + [GeneratedFile(path: "man/chatctl-json.5", contents: JSONManualPage.text + "\n")]
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
