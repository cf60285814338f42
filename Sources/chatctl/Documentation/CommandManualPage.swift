/// The manual page of a command, such as chatctl-send(1), in man(7).
struct CommandManualPage {
  let table: CommandTable
  let command: Command

  /// The page, in lines without a final line break.
  var text: String {
    let parts = [
      Roff.head(Topic.command(command).pageName, ManualPage.manualSection, command.summary),
      synopsis, Roff.paragraphs("DESCRIPTION", [purpose] + command.details), operands, options,
      exitStatus, Roff.examples(command.examples), Roff.seeAlso(seeAlso),
    ]
    return parts.joined().joined(separator: "\n")
  }

  private var synopsis: [String] {
    let line = "\(Roff.bold("chatctl")) \(command.synopsis(.roff))"
    let short = groupOfDefault.map { [".br", Roff.bold("chatctl \($0)")] } ?? []
    return Roff.section("SYNOPSIS") + [line] + short
  }

  private var purpose: String {
    let sentence = Roff.sentence(command.summary)
    return groupOfDefault.map { "\(sentence) 'chatctl \($0)' alone does the same." } ?? sentence
  }

  /// The group whose bare name runs it.
  private var groupOfDefault: String? { command.isGroupDefault ? command.group : nil }

  private var operands: [String] {
    if command.operands.isEmpty { return [] }
    return Roff.section("OPERANDS")
      + command.operands.flatMap { Roff.item(Roff.italic($0.metavar), $0.explanation) }
  }

  private var options: [String] {
    let items = command.shownOptions.flatMap { option in
      Roff.item(option.synopsis(.roff), command.explanation(of: option))
    }
    return Roff.section("OPTIONS") + items + (items.isEmpty ? [] : [".PP"])
      + [Roff.escaped(Reference.elsewhere.options)]
  }

  private var exitStatus: [String] {
    if command.exitCodes.isEmpty { return [] }
    return Roff.exitStatus(command.exitCodes)
      + [".PP", Roff.escaped(Reference.elsewhere.exitCodes)]
  }

  /// The overview, its group or, where it is in none, those beside it, and what its texts and
  /// examples name.
  private var seeAlso: [(name: String, section: Int)] {
    let text = (command.details + command.examples.map(\.command)).joined(separator: "\n")
    let family = table.families.first { $0.entries.contains { $0.name == command.name } }
    let siblings = command.group == nil ? family?.commands.filter { $0.group == nil } ?? [] : []
    let commands = table.commands.filter { other in
      !other.hidden && other.name != command.name
        && (text.names("chatctl \(other.fullName)") || siblings.contains { $0.name == other.name })
    }
    let guides = [
      (name: JSONManualPage.name, section: JSONManualPage.manualSection),
      (Guide.bots.name, Guide.bots.manualSection),
    ].filter { text.contains("\($0.name)(\($0.section))") }
    let pages =
      [ManualPage.name] + (command.group.map { ["\(ManualPage.name)-\($0)"] } ?? [])
      + commands.map { Topic.command($0).pageName }
    return pages.map { ($0, ManualPage.manualSection) } + guides
  }
}

extension String {
  /// Whether `words` stand in it, with no letter after them.
  fileprivate func names(_ words: String) -> Bool {
    ranges(of: words).contains { !(self[$0.upperBound...].first?.isLetter ?? false) }
  }
}
