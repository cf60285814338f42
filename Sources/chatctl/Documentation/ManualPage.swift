/// The manual page chatctl(1), in man(7).
struct ManualPage {
  static let name = "chatctl"
  static let manualSection = 1

  let table: CommandTable

  /// The page, in lines without a final line break.
  var text: String {
    let parts = [
      head, Roff.paragraphs("DESCRIPTION", Reference.description), commands, globalOptions,
      entries("ENVIRONMENT", Reference.environment, term: Roff.bold),
      entries("FILES", Reference.files, term: Roff.italic), exitStatus,
      Roff.section("EXAMPLES") + Reference.examples.flatMap(Roff.example).dropFirst(),
      Roff.paragraphs("SECURITY", Reference.security),
      Roff.section("SEE ALSO") + [
        Roff.page(JSONManualPage.name, JSONManualPage.manualSection) + ",",
        Roff.page(Guide.store.name, Guide.store.manualSection) + ",",
        Roff.page(Guide.bots.name, Guide.bots.manualSection),
      ],
    ]
    return parts.joined().joined(separator: "\n")
  }

  private var head: [String] {
    Roff.head(Self.name, Self.manualSection, Reference.purpose, from: "the command table") + [
      ".SH SYNOPSIS",
      "\(Roff.bold("chatctl")) [\(Roff.italic("OPTIONS"))] \(Roff.italic("COMMAND"))"
        + " [\(Roff.italic("OPTIONS"))] [\(Roff.italic("OPERAND"))...]",
    ]
  }

  private var commands: [String] {
    Roff.section("COMMANDS")
      + table.families.flatMap { family in
        let commands = family.commands.filter { !$0.hidden }
        return commands.isEmpty
          ? [] : [".SS \(Roff.escaped(family.title))"] + commands.flatMap(lines)
      }
  }

  private func lines(for command: Command) -> [String] {
    var lines = [".TP", command.synopsis(.roff), Roff.escaped(Roff.sentence(command.summary))]
    if let group = command.group, command.isGroupDefault {
      lines.append(Roff.escaped("\(group) alone does the same."))
    }
    lines.append(".RS")
    lines += command.details.flatMap { [".PP", Roff.escaped($0)] }
    for operand in command.operands {
      lines += Roff.item(Roff.italic(operand.metavar), operand.explanation)
    }
    for option in command.shownOptions {
      lines += Roff.item(option.synopsis(.roff), command.explanation(of: option))
    }
    return lines + command.examples.flatMap(Roff.example) + [".RE"]
  }

  private var globalOptions: [String] {
    Roff.section("GLOBAL OPTIONS")
      + GlobalOptions.all.flatMap { Roff.item($0.synopsis(.roff), $0.explanation) }
      + Reference.globalOptions.flatMap { [".PP", Roff.escaped($0)] }
  }

  private var exitStatus: [String] {
    Roff.section("EXIT STATUS")
      + Reference.exitCodes.flatMap { Roff.item(Roff.bold("\($0.code)"), $0.meaning) }
  }

  private func entries(
    _ title: String, _ entries: [Reference.Entry], term: (String) -> String
  ) -> [String] {
    Roff.section(title) + entries.flatMap { Roff.item(term($0.name), $0.purpose) }
  }
}
