/// The manual page chatctl-bots(7), in man(7).
enum BotsManualPage {
  static let name = "chatctl-bots"
  static let manualSection = 7

  /// The page, in lines without a final line break.
  static var text: String {
    let parts =
      [Roff.head(name, manualSection, BotsGuide.purpose, from: "the guide for bots")]
      + BotsGuide.sections.map(lines) + [
        Roff.section("SEE ALSO") + [
          Roff.page(ManualPage.name, ManualPage.manualSection) + ",",
          Roff.page(JSONManualPage.name, JSONManualPage.manualSection) + ",",
          Roff.page("crontab", 5) + ",", Roff.page("flock", 1) + ",",
          Roff.page("systemd.timer", 5),
        ]
      ]
    return parts.joined().joined(separator: "\n")
  }

  private static func lines(of section: BotsGuide.Section) -> [String] {
    Roff.section(section.title) + section.blocks.flatMap(lines).dropFirst()
  }

  private static func lines(of block: BotsGuide.Block) -> [String] {
    switch block {
    case .text(let text): [".PP", Roff.escaped(text)]
    case .shell(let line): [".PP"] + Roff.display(line.split(separator: "\n").map(String.init))
    case .file(let name, let text):
      [".PP", "\(Roff.italic(name)):"]
        + Roff.display(
          text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
  }
}
