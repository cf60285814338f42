import ChatCore
import ChatSystem

extension Command {
  /// Writes the generated files of the tree: `swift run chatctl documentation .`
  static func documentation(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "write the manual pages and the completion scripts",
      operands: [
        Operand(
          metavar: "DIRECTORY", help: "where man and completions are made", completion: .directory)
      ],
      needs: .nothing,
      hidden: true,
      run: { invocation, _ throws(ChatError) in
        for directory in invocation.operands {
          for file in GeneratedFile.all(for: .chatctl) {
            try file.write(below: directory)
          }
        }
      })
  }
}

extension GeneratedFile {
  fileprivate func write(below directory: String) throws(ChatError) {
    let path = "\(directory)/\(path)"
    do throws(Errno) {
      try Directory.createAll(parentDirectory(of: path), mode: FileMode(0o755))
      _ = try AtomicFile.replace(path, with: Array(contents.utf8), mode: FileMode(0o644))
    } catch {
      throw .system(.write, path: path, error)
    }
  }
}
