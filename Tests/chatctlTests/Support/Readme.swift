import Foundation

/// README.md: its sections, and in them the blocks and tables.
struct Readme {
  /// A part of the text below a heading, up to the next one.
  struct Section {
    let title: String
    let text: String

    /// The blocks of code in `language`, as a reader copies them.
    func blocks(_ language: String) -> [String] {
      text.components(separatedBy: "\n```\(language)\n").dropFirst()
        .compactMap { $0.components(separatedBy: "\n```").first }
    }

    /// The rows of its tables without the ones that head them.
    var rows: [String] {
      let lines = text.split(separator: "\n")
      return zip(lines, lines.dropFirst() + [""])
        .filter { line, next in line.hasPrefix("| ") && !next.hasPrefix("|---") }
        .map { String($0.0) }
    }
  }

  let sections: [Section]

  init() throws {
    let text = try String(contentsOf: Checkout.root.appending(path: "README.md"), encoding: .utf8)
    sections = "\n\(text)".split(separator: /\n#+\s/).map { part in
      Section(title: String(part.prefix { $0 != "\n" }), text: String(part))
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
