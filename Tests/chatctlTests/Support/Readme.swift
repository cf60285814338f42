import Foundation

/// README.md: its sections, and in them the blocks and tables.
struct Readme {
  /// A part of the text below a heading, up to the next one.
  struct Section {
    let title: String
    let text: String

    /// Its blocks of code.
    var blocks: [Block] {
      // What stands between fences is in turn prose and code.
      let parts = "\n\(text)\n".components(separatedBy: "\n```")
      return zip(parts, parts.dropFirst()).enumerated().filter { $0.offset % 2 == 0 }.map {
        let (prose, code) = $0.element
        let lines = code.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        return Block(
          language: String(lines[0]), text: lines.count > 1 ? String(lines[1]) : "",
          introduction: prose)
      }
    }

    /// The blocks of code in `language`, as a reader copies them.
    func blocks(_ language: String) -> [String] {
      blocks.filter { $0.language == language }.map(\.text)
    }

    /// The rows of its tables without the ones that head them.
    var rows: [String] {
      let lines = text.split(separator: "\n")
      return zip(lines, lines.dropFirst() + [""])
        .filter { line, next in line.hasPrefix("| ") && !next.hasPrefix("|---") }
        .map { String($0.0) }
    }
  }

  /// Code to be copied.
  struct Block {
    let language: String
    let text: String
    /// What is said before it.
    let introduction: String
  }

  let sections: [Section]

  init() throws {
    let text = try String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
    sections = "\n\(text)".split(separator: /\n#+\s/).map { part in
      Section(title: String(part.prefix { $0 != "\n" }), text: String(part))
    }
  }

  /// The crontab that is shown.
  var crontab: String {
    get throws {
      guard let text = sections.lazy.flatMap({ $0.blocks("crontab") }).first else {
        throw HarnessError("README.md has no crontab")
      }
      return text
    }
  }

  /// The section that has this heading.
  func section(_ title: String) throws -> Section {
    guard let section = sections.first(where: { $0.title == title }) else {
      throw HarnessError("README.md has no section '\(title)'")
    }
    return section
  }
}
