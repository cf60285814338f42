/// A manual page that is written by hand, in sections of prose, lists and things to copy.
struct Guide: Sendable {
  /// Of the page, `chatctl-bots`.
  let name: String
  /// Of the manual, 7 for overviews.
  let manualSection: Int
  /// In a line without a full stop.
  let purpose: String
  let sections: [Section]
  /// Other pages and their sections of the manual.
  let seeAlso: [(name: String, section: Int)]

  /// A section of the page.
  struct Section: Sendable {
    let title: String
    let blocks: [Block]
  }

  /// A part of a section.
  enum Block: Sendable {
    case text(String)
    /// Terms, and what there is to say of each.
    case terms([(String, String)])
    /// What is typed in a shell, with a backslash at the end of a line that goes on.
    case shell(String)
    /// The contents of a file; of a crontab without a user's column.
    case file(String, String)
  }

  /// The page in man(7), in lines without a final line break.
  var text: String {
    let parts =
      [Roff.head(name, manualSection, purpose, from: "the guide of that name")]
      + sections.map(Self.lines) + [Roff.seeAlso(seeAlso)]
    return parts.joined().joined(separator: "\n")
  }

  /// A paragraph right after the title needs no space of its own.
  private static func lines(of section: Section) -> [String] {
    let lines = section.blocks.flatMap(lines)
    return Roff.section(section.title) + (lines.first == ".PP" ? lines.dropFirst() : lines[...])
  }

  /// Each begins with a line that parts it from what stands before.
  private static func lines(of block: Block) -> [String] {
    switch block {
    case .text(let text): [".PP", Roff.escaped(text)]
    case .terms(let terms):
      terms.flatMap { term, text in [".TP", Roff.bold(term), Roff.escaped(text)] }
    case .shell(let line): [".PP"] + Roff.display(line.split(separator: "\n").map(String.init))
    case .file(let name, let text):
      [".PP", "\(Roff.italic(name)):"]
        + Roff.display(
          text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }
}
