/// Help as plain text.
struct HelpText {
  /// How many lines a terminal shows at once beside the next prompt, where nobody has changed that.
  static let lineLimit = 23

  let table: CommandTable
  /// How wide it may be, in columns; more than 80 are not used.
  var columns = StreamTraits.defaultColumns

  /// Tells what there is to know of `topic`, in lines without a final line break.
  func text(for topic: Topic) -> String {
    let lines =
      switch topic {
      case .overview: overview
      case .group(let group): lines(for: group)
      case .command(let command): lines(for: command)
      }
    return text(of: lines)
  }

  /// Tells of `topic` what fits on a terminal of 24 lines and 80 columns.
  func shortText(for topic: Topic) -> String {
    let lines =
      switch topic {
      case .overview: shortOverview
      case .group(let group): lines(for: group)
      case .command(let command): shortLines(for: command)
      }
    return text(of: lines)
  }

  /// What there is to know of a family, by the title that the overview has.
  func text(for family: Family) -> String {
    let lines =
      ["usage: chatctl COMMAND [OPTIONS] [OPERAND...]", ""] + summaries(of: family.commands)
      + ["", "more: 'chatctl help COMMAND'"]
    return text(of: lines)
  }

  /// Lines, those that are too long on several.
  private func text(of lines: [String]) -> String {
    lines.flatMap { line in
      let start = line.prefix { $0 == " " }.count
      return wrapped(String(line.dropFirst(start)), from: start, indent: start + 2)
    }.joined(separator: "\n")
  }

  /// A text that begins at a column, on lines that are indented after the first.
  private func wrapped(_ text: String, from start: Int, indent: Int) -> [String] {
    if start + text.count <= columns { return [String(repeating: " ", count: start) + text] }
    let lines = TextWrap(columns: columns, indent: indent).lines(of: text, from: start)
    return lines.enumerated().map { index, line in
      String(repeating: " ", count: index == 0 ? start : indent) + line
    }
  }

  private func summaries(of commands: [Command]) -> [String] {
    definitions(commands.filter { !$0.hidden }.map { ($0.fullName, $0.summary) })
  }

  private var overview: [String] {
    commonCommands + ["", "global options"]
      + definitions(GlobalOptions.all.map { row($0, $0.explanation) })
      + ["", "more: 'chatctl help COMMAND', 'chatctl COMMAND --help', 'man chatctl'"]
  }

  private var shortOverview: [String] {
    commonCommands + [
      "", "more: 'chatctl COMMAND --help', 'chatctl help COMMAND', 'man chatctl'",
      "global options: 'chatctl help'; to begin: 'chatctl signup USERNAME'",
    ]
  }

  /// A family's title stands before its common commands and beside the names of the others.
  private var commonCommands: [String] {
    let column = table.commands.filter(\.isCommon).map(\.fullName.count).max() ?? 0
    var lines = ["usage: chatctl [OPTIONS] COMMAND [OPTIONS] [OPERAND...]", ""]
    for family in table.families {
      let others = otherNames(in: family).joined(separator: ", ")
      let common = family.commands.filter(\.isCommon)
      lines.append(
        others.isEmpty
          ? family.title
          : family.title + (common.isEmpty ? ": " : ", also: ") + others)
      lines += definitions(common.map { ($0.fullName, $0.summary) }, column: column)
    }
    return lines
  }

  /// First words of the commands that are not common, `chat ...` for those of a group.
  private func otherNames(in family: Family) -> [String] {
    var names: [String] = []
    for command in family.commands where !command.isCommon && !command.hidden {
      let name = command.group.map { "\($0) ..." } ?? command.fullName
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  private func lines(for group: CommandGroup) -> [String] {
    var lines = ["usage: chatctl \(group.name) COMMAND [OPTIONS] [OPERAND...]", ""]
    lines += summaries(of: group.commands)
    if let command = group.defaultCommand {
      lines += ["", "'chatctl \(group.name)' alone is 'chatctl \(command.fullName)'"]
    }
    return lines + ["", "more: 'chatctl help \(group.name) COMMAND'"]
  }

  private func lines(for command: Command) -> [String] {
    var lines = ["usage: chatctl \(command.synopsis(.plain))", "", command.summary]
    let wrap = TextWrap(columns: min(columns, StreamTraits.defaultColumns), indent: 0)
    for paragraph in command.details {
      lines += [""] + wrap.lines(of: paragraph, from: 0).map(String.init)
    }
    let rows = rows(of: command)
    if !rows.isEmpty { lines += [""] + definitions(rows) }
    if !command.exitCodes.isEmpty {
      lines +=
        ["", "exit codes"] + definitions(command.exitCodes.map { ("\($0.code)", $0.meaning) })
    }
    return lines + examples(command.examples) + ["", "global options: see 'chatctl help'"]
  }

  private func shortLines(for command: Command) -> [String] {
    let rows = rows(of: command)
    let head =
      ["usage: chatctl \(command.synopsis(.plain))", command.summary]
      + (rows.isEmpty ? [] : [""] + definitions(rows))
    let more = "more: 'chatctl help \(command.fullName)'; global options: 'chatctl help'"
    let end = head.count + 2 > Self.lineLimit ? [more] : ["", more]
    let room = Self.lineLimit - head.count - end.count
    let choices = [2, 1].map { examples(command.examples.prefix($0)) }
    return head + (choices.first { $0.count <= room } ?? []) + end
  }

  /// Operands and options.
  private func rows(of command: Command) -> [(term: String, text: String)] {
    command.operands.map { ($0.synopsis(.plain), $0.explanation) }
      + command.shownOptions.map { row($0, command.explanation(of: $0)) }
  }

  private func examples(_ examples: some Collection<Example>) -> [String] {
    if examples.isEmpty { return [] }
    return ["", "examples"] + definitions(examples.map { ($0.command, $0.purpose) }, widest: 44)
  }

  private func row(_ option: CommandOption, _ explanation: String) -> (term: String, text: String) {
    ((option.short == nil ? "    " : "") + option.synopsis(.plain), explanation)
  }

  /// Lines of terms with their texts beside them.
  /// - Parameter widest: the widest term that has its text on the same line.
  private func definitions(
    _ rows: [(term: String, text: String)], widest: Int = 28
  ) -> [String] {
    definitions(rows, column: min(widest, rows.map(\.term.count).max() ?? 0))
  }

  private func definitions(
    _ rows: [(term: String, text: String)], column: Int
  ) -> [String] {
    // A narrow terminal keeps most of its room for the texts.
    let column = columns < StreamTraits.defaultColumns ? min(column, columns / 3) : column
    return rows.flatMap { term, text in
      let indent = column + 4
      let texts = wrapped(text, from: indent, indent: indent)
      guard term.count <= column else { return wrapped(term, from: 2, indent: 4) + texts }
      let padding = String(repeating: " ", count: column - term.count)
      return ["  \(term)\(padding)\(texts[0].dropFirst(indent - 2))"] + texts.dropFirst()
    }
  }
}
