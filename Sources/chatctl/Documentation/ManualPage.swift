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
      Roff.examples(Reference.examples), Roff.paragraphs("SECURITY", Reference.security),
      Roff.seeAlso([
        (JSONManualPage.name, JSONManualPage.manualSection),
        (Guide.store.name, Guide.store.manualSection),
        (Guide.bots.name, Guide.bots.manualSection),
      ]),
    ]
    return parts.joined().joined(separator: "\n")
  }

  private var head: [String] {
    Roff.head(Self.name, Self.manualSection, Reference.purpose) + [
      ".SH SYNOPSIS",
      "\(Roff.bold("chatctl")) [\(Roff.italic("OPTIONS"))] \(Roff.italic("COMMAND"))"
        + " [\(Roff.italic("OPTIONS"))] [\(Roff.italic("OPERAND"))...]",
    ]
  }

  private var commands: [String] {
    Roff.paragraphs("COMMANDS", [Reference.commands])
      + table.families.flatMap { family in
        let commands = family.commands.filter { !$0.hidden }
        return commands.isEmpty
          ? [] : [".SS \(Roff.escaped(family.title))"] + Roff.list(of: commands)
      }
  }

  private var globalOptions: [String] {
    Roff.section("GLOBAL OPTIONS")
      + GlobalOptions.all.flatMap { Roff.item($0.synopsis(.roff), $0.explanation) }
      + Reference.globalOptions.flatMap { [".PP", Roff.escaped($0)] }
  }

  private var exitStatus: [String] { Roff.exitStatus(Reference.exitCodes) }

  private func entries(
    _ title: String, _ entries: [Reference.Entry], term: (String) -> String
  ) -> [String] {
    Roff.section(title) + entries.flatMap { Roff.item(term($0.name), $0.purpose) }
  }
}

extension Topic {
  /// What its page of the manual is called, `chatctl-chat-create`.
  var pageName: String { ([ManualPage.name] + words).joined(separator: "-") }
}

extension CommandTable {
  /// The manual page on `topic`, in lines without a final line break.
  func manualPage(on topic: Topic) -> String {
    switch topic {
    case .overview: ManualPage(table: self).text
    case .group(let group): GroupManualPage(group: group).text
    case .command(let command): CommandManualPage(table: self, command: command).text
    }
  }
}

extension Roff {
  /// The pages of commands, and what these do.
  static func list(of commands: [Command]) -> [String] {
    let items = commands.flatMap { command in
      [
        ".TP 28", page(Topic.command(command).pageName, ManualPage.manualSection),
        escaped(sentence(command.summary)),
      ]
    }
    return [".PD 0"] + items + [".PD"]
  }

  static func exitStatus(_ exitCodes: [ExitMeaning]) -> [String] {
    section("EXIT STATUS") + exitCodes.flatMap { item(bold("\($0.code)"), $0.meaning) }
  }
}
