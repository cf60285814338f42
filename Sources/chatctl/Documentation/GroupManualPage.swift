/// The manual page of a group of commands, such as chatctl-chat(1), in man(7).
struct GroupManualPage {
  let group: CommandGroup

  /// The page, in lines without a final line break.
  var text: String {
    let commands = group.commands.filter { !$0.hidden }
    let names = commands.map { $0.name.words[1] }.joined(separator: ", ")
    let parts = [
      Roff.head(Topic.group(group).pageName, ManualPage.manualSection, "the commands \(names)"),
      Roff.section("SYNOPSIS"),
      [
        commands.map { "\(Roff.bold("chatctl")) \($0.synopsis(.roff))" }.joined(
          separator: "\n.br\n")
      ],
      Roff.paragraphs("DESCRIPTION", [description]),
      Roff.section("COMMANDS") + Roff.list(of: commands),
      Roff.examples(commands.compactMap(\.examples.first)),
      Roff.seeAlso([(ManualPage.name, ManualPage.manualSection)]),
    ]
    return parts.joined().joined(separator: "\n")
  }

  private var description: String {
    let own = "These commands have pages of their own."
    guard let command = group.defaultCommand else { return own }
    return own + " 'chatctl \(group.name)' alone is 'chatctl \(command.fullName)'."
  }
}
