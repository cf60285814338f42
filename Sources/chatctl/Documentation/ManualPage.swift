/// The manual page chatctl(1), in man(7).
struct ManualPage {
  let table: CommandTable

  /// The page, in lines without a final line break.
  var text: String {
    let parts = [
      head, paragraphs("DESCRIPTION", Reference.description), commands, globalOptions,
      entries("ENVIRONMENT", Reference.environment, term: Roff.bold),
      entries("FILES", Reference.files, term: Roff.italic), exitStatus,
      json,
      section("EXAMPLES") + Reference.examples.flatMap(example).dropFirst(),
      paragraphs("SECURITY", Reference.security),
    ]
    return parts.joined().joined(separator: "\n")
  }

  private var head: [String] {
    [
      ".\\\" made by `chatctl documentation` from the command table",
      ".TH CHATCTL 1 \(versionDate) \"chatctl \(version)\"",
      ".SH NAME",
      "chatctl \\- \(Roff.escaped(Reference.purpose))",
      ".SH SYNOPSIS",
      "\(Roff.bold("chatctl")) [\(Roff.italic("OPTIONS"))] \(Roff.italic("COMMAND"))"
        + " [\(Roff.italic("OPTIONS"))] [\(Roff.italic("OPERAND"))...]",
    ]
  }

  private var commands: [String] {
    section("COMMANDS")
      + table.families.flatMap { family in
        let commands = family.commands.filter { !$0.hidden }
        return commands.isEmpty
          ? [] : [".SS \(Roff.escaped(family.title))"] + commands.flatMap(lines)
      }
  }

  private func lines(for command: Command) -> [String] {
    var lines = [".TP", command.synopsis(.roff), Roff.escaped(sentence(command.summary))]
    if let group = command.group, command.isGroupDefault {
      lines.append(Roff.escaped("\(group) alone does the same."))
    }
    lines.append(".RS")
    lines += command.details.flatMap { [".PP", Roff.escaped($0)] }
    for operand in command.operands {
      lines += item(Roff.italic(operand.metavar), operand.explanation)
    }
    for option in command.shownOptions {
      lines += item(option.synopsis(.roff), command.explanation(of: option))
    }
    return lines + command.examples.flatMap(example) + [".RE"]
  }

  private var globalOptions: [String] {
    section("GLOBAL OPTIONS")
      + GlobalOptions.all.flatMap { item($0.synopsis(.roff), $0.explanation) }
  }

  private var exitStatus: [String] {
    section("EXIT STATUS")
      + Reference.exitCodes.flatMap { item(Roff.bold("\($0.code)"), $0.meaning) }
  }

  private var json: [String] {
    paragraphs("JSON", Reference.json)
      + JSONReference.types.flatMap { type in
        item(Roff.bold(type.name), type.purpose) + [".RS"]
          + type.members.flatMap { member in
            item(
              Roff.italic(member.name),
              member.meaning + (member.isOptional ? "; may be left out" : ""))
          } + [".RE"]
      }
  }

  private func section(_ title: String) -> [String] { [".SH \(title)"] }

  private func paragraphs(_ title: String, _ texts: [String]) -> [String] {
    section(title) + texts.flatMap { [".PP", Roff.escaped($0)] }.dropFirst()
  }

  private func entries(
    _ title: String, _ entries: [Reference.Entry], term: (String) -> String
  ) -> [String] {
    section(title) + entries.flatMap { item(term($0.name), $0.purpose) }
  }

  /// A term, already in roff, and what it means.
  private func item(_ term: String, _ text: String) -> [String] {
    [".TP", term, Roff.escaped(sentence(text))]
  }

  private func example(_ example: Example) -> [String] {
    [".PP", Roff.escaped(sentence(example.purpose, end: ":"))]
      + [".RS 4", ".EX", Roff.escaped(example.command), ".EE", ".RE"]
  }

  /// The texts of the table are phrases; a manual page has sentences.
  private func sentence(_ phrase: String, end: String = ".") -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst() + end
  }
}
