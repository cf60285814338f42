import Foundation

/// The project's own tree.
enum Checkout {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The Swift files below `folder`, by their paths in the tree.
  static func swiftFiles(below folder: String) throws -> [SourceFile] {
    let manager = FileManager.default
    let base = root.appending(path: folder)
    return try manager.subpathsOfDirectory(atPath: base.path)
      .filter { $0.hasSuffix(".swift") }
      .sorted()
      .map { path in
        let text = try String(contentsOf: base.appending(path: path), encoding: .utf8)
        return SourceFile(path: "\(folder)/\(path)", text: text)
      }
  }
}

/// A file of Swift.
struct SourceFile {
  /// From the root of the tree, `Sources/chatctl/Main.swift`.
  let path: String
  let text: String

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// The lines without comments that stand on lines of their own, numbered from 1.
  var code: [(number: Int, text: Substring)] {
    zip(1..., lines).filter { !$1.drop { $0 == " " }.hasPrefix("//") }.map { ($0, $1) }
  }
}
