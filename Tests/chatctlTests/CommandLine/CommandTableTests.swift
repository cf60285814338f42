import ChatCore
import Testing

@testable import chatctl

/// Rules that every command's data keep, so that parsing and documentation may rely on them.
struct CommandTableTests {
  static let commands = CommandTable.chatctl.commands + CommandTable.sample.commands

  @Test func `no two commands have one name, and none has the name of a group`() {
    for table in [CommandTable.chatctl, .sample] {
      let names = table.commands.map(\.fullName)
      #expect(Set(names).count == names.count)
      #expect(Set(names).isDisjoint(with: table.commands.compactMap(\.group)))
    }
  }

  @Test(arguments: commands.map(\.fullName))
  func `a command's data fit together`(name: String) throws {
    let command = try #require(Self.commands.first { $0.fullName == name })
    #expect((1...2).contains(command.name.words.count))
    let spellings = (command.options + GlobalOptions.all).flatMap(\.spellings)
    #expect(Set(spellings).count == spellings.count)
    #expect(!command.operands.dropLast().contains { $0.arity.repeats || $0.endsOptions })
    let required = command.operands.map(\.arity.isRequired)
    #expect(required == required.sorted { $0 && !$1 })
    for operand in command.operands {
      guard let alternative = operand.alternative else { continue }
      #expect(operand.arity.isRequired || !operand.joinsAlternative)
      #expect(command.options.contains { $0.long == alternative.long })
    }
    if command.isGroupDefault {
      #expect(command.operands.allSatisfy { !$0.arity.isRequired } && command.group != nil)
    }
    if let shorthand = command.numberShorthand {
      #expect(command.options.contains { $0.long == shorthand.long && $0.metavar != nil })
    }
  }

  @Test func `an option that several commands have is one, unless it means another thing`() {
    let options = CommandTable.chatctl.commands.flatMap(\.options)
    let helps = Dictionary(grouping: options, by: \.long).mapValues { Set($0.map(\.help)) }
    #expect(
      helps.filter { $0.value.count > 1 }.keys.sorted() == [
        "all", "count", "from", "output", "public",
      ])
  }

  @Test(arguments: commands.map(\.fullName))
  func `texts are phrases without a full stop, details are sentences`(name: String) throws {
    let command = try #require(Self.commands.first { $0.fullName == name })
    let phrases =
      [command.summary] + command.operands.map(\.help) + command.options.map(\.help)
      + command.examples.map(\.purpose)
    for phrase in phrases {
      #expect(!phrase.isEmpty && !phrase.hasSuffix("."))
      #expect(phrase.first.map { $0.isUppercase } == false)
    }
    #expect(command.details.allSatisfy { $0.hasSuffix(".") })
  }

  @Test(arguments: [
    (["send"], "send"), (["chat"], "chat"), (["chat", "create"], "chat create"), ([], ""),
    (["secret"], "secret"),
  ])
  func `words name a command, a group or nothing yet`(words: [String], name: String) throws {
    #expect(try CommandTable.sample.topic(named: words).fullName == name)
  }

  @Test func `too many words are no command`() {
    #expect(throws: ChatError.unknownCommand("send x", group: "", alternatives: ["send"])) {
      try CommandTable.sample.topic(named: ["send", "x"])
    }
    let unknown = ChatError.unknownCommand(
      "chat create x", group: "chat", alternatives: ["chat create"])
    #expect(throws: unknown) {
      try CommandTable.sample.topic(named: ["chat", "create", "x"])
    }
  }

  @Test func `hidden commands stand in no list`() {
    #expect(!CommandTable.sample.topics.contains { $0.fullName == "secret" })
    #expect(!CommandTable.sample.subcommands(of: .overview).contains { $0.word == "secret" })
  }
}
