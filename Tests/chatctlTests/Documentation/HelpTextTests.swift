import Testing

@testable import chatctl

struct HelpTextTests {
  private func help(_ words: String...) throws -> String {
    let table = CommandTable.sample
    return HelpText(table: table).text(for: try table.topic(named: words))
  }

  @Test(arguments: [
    ("log", "take numbers of their own"), ("edit", "in a shell, # begins a comment"),
    ("delete", "in a shell, # begins a comment"), ("tail", "is shown as it comes"),
    ("chat list", "what names it to you"), ("unread", "the exit code is then 7"),
    ("unread", "what your tokens sent does"),
    ("account delete", "behind which a terminal shows ' (deleted)'"),
  ])
  func `what users stumble over is told where they look`(command: String, text: String) throws {
    let table = CommandTable.chatctl
    let topic = try table.topic(named: command.split(separator: " ").map(String.init))
    let words = HelpText(table: table).text(for: topic).split(whereSeparator: \.isWhitespace)
    #expect(words.joined(separator: " ").contains(text))
  }

  @Test func `help on a command tells its operands, options and examples`() throws {
    #expect(
      try help("tail") == """
        usage: chatctl tail CHAT... [OPTIONS]

        follow chats

          CHAT...         a chat
          -n, --number N  show N messages, also as -N

        global options: see 'chatctl help'
        """)
    #expect(
      try help("send") == """
        usage: chatctl send CHAT [OPTIONS] [MESSAGE...]

        send a message

        .dots, 'quotes', "double ones", back\\slashes, ^carets, `ticks` and naïve
        --dashes.

          CHAT           the chat
          [MESSAGE...]   its words
          -l, --lines    send each line as one
              --key KEY  send once for KEY

        examples
          make || chatctl send ops -- -\\n  tell of a failure

        global options: see 'chatctl help'
        """)
  }

  @Test func `a synopsis shows what may be given instead of an operand`() throws {
    let line = try #require(try help("chat", "create").split(separator: "\n").first)
    #expect(line == "usage: chatctl chat create NAME (FRIEND... | --public [FRIEND...]) [OPTIONS]")
  }

  @Test func `help on a group lists its commands`() throws {
    #expect(
      try help("chat") == """
        usage: chatctl chat COMMAND [OPTIONS] [OPERAND...]

          chat list    list chats
          chat create  create a chat: with friends

        'chatctl chat' alone is 'chatctl chat list'

        more: 'chatctl help chat COMMAND'
        """)
  }

  @Test func `help on a title of the overview lists all commands below it`() throws {
    let family = try #require(CommandTable.sample.family(named: ["bots"]))
    #expect(
      HelpText(table: .sample).text(for: family) == """
        usage: chatctl COMMAND [OPTIONS] [OPERAND...]

          token create  create a token
          run           report on a program

        more: 'chatctl help COMMAND'
        """)
    for family in CommandTable.chatctl.families {
      let words = [family.title]
      let isKnown = (try? CommandTable.chatctl.topic(named: words)) != nil
      #expect(isKnown || CommandTable.chatctl.family(named: words) != nil)
    }
    // A command or a group that says as much comes first.
    for title in ["friends", "help"] { #expect(CommandTable.chatctl.family(named: [title]) == nil) }
  }

  @Test func `the overview shows common commands and names the others`() throws {
    let commands = """
      usage: chatctl [OPTIONS] COMMAND [OPTIONS] [OPERAND...]

      messages, also: tail
        send         send a message
        log          show history
      chats, also: chat ...
        chat create  create a chat: with friends
      bots: token ..., run
      help: shell, help

      """
    #expect(
      HelpText(table: .sample).shortText(for: .overview) == commands + """

        more: 'chatctl COMMAND --help', 'chatctl help COMMAND', 'man chatctl'
        global options: 'chatctl help'; to begin: 'chatctl signup USERNAME'
        """)
    let lines = try help().split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix { $0 != "global options" }.joined(separator: "\n") == commands)
    #expect(lines.last == "more: 'chatctl help COMMAND', 'chatctl COMMAND --help', 'man chatctl'")
  }

  @Test func `short help leaves out prose, and examples that have no room`() throws {
    let table = CommandTable.sample
    #expect(
      HelpText(table: table).shortText(for: try table.topic(named: ["send"])) == """
        usage: chatctl send CHAT [OPTIONS] [MESSAGE...]
        send a message

          CHAT           the chat
          [MESSAGE...]   its words
          -l, --lines    send each line as one
              --key KEY  send once for KEY

        examples
          make || chatctl send ops -- -\\n  tell of a failure

        more: 'chatctl help send'; global options: 'chatctl help'
        """)
    let tail = try CommandTable.chatctl.topic(named: ["tail"])
    #expect(!HelpText(table: .chatctl).shortText(for: tail).contains("examples"))
  }

  @Test(arguments: CommandTable.chatctl.commands.map(\.fullName))
  func `all operands and options stand in short help, each on a line`(name: String) throws {
    let command = try #require(CommandTable.chatctl.command(named: name))
    let lines = HelpText(table: .chatctl).shortText(for: .command(command)).split(separator: "\n")
    let rows =
      command.operands.map { ($0.synopsis(.plain), $0.explanation) }
      + command.shownOptions.map { ($0.synopsis(.plain), command.explanation(of: $0)) }
    for (term, text) in rows {
      let isThere = lines.contains { line in
        line.trimmingPrefix { $0 == " " }.hasPrefix("\(term)  ") && line.hasSuffix("  \(text)")
      }
      #expect(isThere, "\(term)")
    }
    #expect(lines.last?.contains("'chatctl help \(name)'") == true)
  }

  @Test func `what exit codes a command has of its own is told`() throws {
    let table = CommandTable.chatctl
    let text = HelpText(table: table).text(for: try table.topic(named: ["search"]))
    #expect(text.contains("\nexit codes\n  1  nothing was found\n"))
  }

  @Test func `the words of a choice and long terms are told`() throws {
    #expect(try help("shell").contains("  [SHELL]  which: a or b\n"))
    let lines = try help("token", "create").split(separator: "\n")
    #expect(lines.contains("      --chat CHAT    only for CHAT"))
    #expect(lines.contains("  chatctl token create --chat operations --output key"))
    #expect(lines.contains(String(repeating: " ", count: 48) + "for a program that watches"))
  }

  @Test(arguments: CommandTable.chatctl.topics.map(\.fullName), [40, 60])
  func `help fits narrow terminals, too, and says the same`(name: String, columns: Int) throws {
    let table = CommandTable.chatctl
    let topic = try table.topic(named: name.split(separator: " ").map(String.init))
    let text = HelpText(table: table, columns: columns).text(for: topic)
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    let short = HelpText(table: table, columns: columns).shortText(for: topic)
    for line in "\(text)\n\(short)".split(separator: "\n") {
      #expect(line.count <= columns, "\(line)")
    }
    let whole = HelpText(table: table).text(for: topic)
    #expect(words(text).joined() == words(whole).joined())
    // What is broken inside a word is longer than a line.
    if columns == 60 { #expect(words(text) == words(whole)) }
  }

  @Test(arguments: CommandTable.chatctl.topics.map(\.fullName))
  func `help fits a terminal of 80 columns, short help one of 24 lines`(name: String) throws {
    let table = CommandTable.chatctl
    let topic = try table.topic(named: name.split(separator: " ").map(String.init))
    let help = HelpText(table: table)
    for text in [help.text(for: topic), help.shortText(for: topic)] {
      #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
    #expect(
      help.shortText(for: topic).split(separator: "\n", omittingEmptySubsequences: false).count
        <= 23)
  }
}
