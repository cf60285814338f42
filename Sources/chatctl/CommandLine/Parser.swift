import ChatCore

/// What a command line asks for.
enum ParsedLine: Sendable {
  case invocation(Invocation)
  case help(Topic)
  case version
}

/// Reads a command line in the manner of getopt_long(3), without abbreviations.
struct Parser {
  private let table: CommandTable
  private var rest: ArraySlice<[UInt8]>
  private var topic = Topic.overview
  private var operands: [String] = []
  private var verbatimWords: [[UInt8]] = []
  private var optionsEnded = false
  private var given = GivenOptions()
  /// The option whose value is missing at the end.
  private var openOption: CommandOption?

  /// Reads a whole command line.
  ///
  /// Options stand anywhere before `--` and before the words that are taken as they are.
  /// - Parameter arguments: the words without the program's name, as bytes.
  /// - Returns: help on chatctl for no words at all; for `--help` help on what was named, whatever
  ///   operands are missing.
  /// - Throws: the usage cases of `ChatError`; the command in them is empty where none was named.
  static func parse(
    arguments: [[UInt8]], table: CommandTable
  ) throws(ChatError) -> ParsedLine {
    var parser = Parser(table: table, rest: arguments[...])
    try parser.takeAll()
    return try parser.result()
  }

  /// The command that a line names, up to what is wrong with it.
  static func command(in arguments: [[UInt8]], of table: CommandTable) -> Command? {
    var parser = Parser(table: table, rest: arguments[...])
    do throws(ChatError) {
      try parser.takeAll()
    } catch {
      // It is told of elsewhere.
    }
    return parser.topic.command
  }

  /// Reads a line whose last word is still being typed.
  /// - Parameter asking: the invocation that asks: its options hold for the line, too, as where a
  ///   shell has `chatctl --store DIR` under another name; and it is meant while no command is named.
  /// - Returns: nil where the line makes no sense so far, or takes any word.
  static func unfinishedLine(
    arguments: [[UInt8]], table: CommandTable, of asking: Invocation
  ) -> UnfinishedLine? {
    var parser = Parser(table: table, rest: arguments.dropLast())
    parser.given = asking.given
    do throws(ChatError) {
      try parser.takeAll()
    } catch {
      if parser.openOption == nil { return nil }
    }
    guard let last = arguments.last, parser.verbatimWords.isEmpty else { return nil }
    // The words of a program follow.
    if parser.optionsEnded, let flag = parser.topic.command?.programFlag, parser.given.has(flag) {
      return nil
    }
    return parser.unfinishedLine(String(decoding: last, as: UTF8.self), of: asking.command)
  }

  private func unfinishedLine(_ last: String, of fallback: Command) -> UnfinishedLine? {
    let command = topic.command ?? fallback
    var (word, others): (String, [String]) = (last, [])
    let expected: Completion
    if let openOption {
      expected = openOption.completion
    } else if !optionsEnded, last.utf8.starts(with: [dash, dash]) {
      let long = LongOption(last)
      guard let value = long.value, let option = option(long) else { return nil }
      expected = option.completion
      word = value
    } else if case .command = topic, let operand = command.operand(after: operands.count),
      operand.joinsAlternative || !hasAlternative(to: operand)
    {
      expected = operand.completion
      // What repeats comes last.
      if operand.arity.repeats { others = Array(operands.dropFirst(command.operands.count - 1)) }
    } else {
      return nil
    }
    let invocation = Invocation(
      command: command, operands: operands, verbatimWords: [], optionsEnded: optionsEnded,
      given: given)
    return UnfinishedLine(invocation: invocation, expected: expected, word: word, others: others)
  }

  private init(table: CommandTable, rest: ArraySlice<[UInt8]>) {
    self.table = table
    self.rest = rest
  }

  private mutating func takeAll() throws(ChatError) {
    while let word = rest.popFirst() { try take(word) }
  }

  private mutating func take(_ word: [UInt8]) throws(ChatError) {
    if optionsEnded || word.first != dash || word.count == 1 {
      try takeWord(word)
    } else if word == [dash, dash] {
      optionsEnded = true
      let asksHelp = given.has(GlobalOptions.help) || given.has(GlobalOptions.version)
      if !asksHelp, let missing = topic.command?.operand(after: operands.count), !missing.isProgram,
        topic.command?.operands.contains(where: \.isProgram) == true
      {
        // Else the first word of the program would be taken for it, and the second be run.
        throw .missingOperand("\(missing.metavar) before '--'", command: topic.fullName)
      }
      if let flag = topic.command?.programFlag, given.has(flag) {
        verbatimWords = Array(rest)
        rest = []
      }
    } else if word[1] == dash {
      try takeLongOption(text(of: word))
    } else if let shorthand = topic.command?.numberShorthand,
      word.dropFirst().allSatisfy(isDecimalDigit)
    {
      try take(shorthand, spelled: "-", attached: text(of: word.dropFirst()))
    } else {
      try takeShortOptions(text(of: word))
    }
  }

  private mutating func takeWord(_ word: [UInt8]) throws(ChatError) {
    guard case .command(let command) = topic else {
      topic = try table.topic(named: topic.words + [text(of: word)])
      return
    }
    guard let operand = command.operand(after: operands.count) else {
      throw .unexpectedOperand(try text(of: word), command: command.fullName)
    }
    if operand.endsOptions {
      verbatimWords = [word] + rest
      rest = []
    } else {
      let text = try text(of: word)
      try check(text, against: operand.completion, of: operand.metavar)
      operands.append(text)
    }
  }

  /// Takes `--name` or `--name=value`.
  private mutating func takeLongOption(_ word: String) throws(ChatError) {
    let long = LongOption(word)
    guard let option = option(long) else {
      throw unknownOption("--\(long.name)", meanings(of: long.name))
    }
    try take(option, spelled: "--\(long.name)", attached: long.value)
  }

  private func option(_ long: LongOption) -> CommandOption? {
    topic.options.first { $0.long == long.name }
  }

  /// Takes `-q`, several flags as in `-qh`, and `-n 20` or `-n20`.
  private mutating func takeShortOptions(_ word: String) throws(ChatError) {
    var letters = Substring(word.unicodeScalars.dropFirst())
    while let letter = letters.popFirst() {
      guard let option = topic.options.first(where: { $0.short == letter }) else {
        throw unknownShortOption(letter, in: word)
      }
      let attached = option.metavar == nil || letters.isEmpty ? nil : String(letters)
      try take(option, spelled: "-\(letter)", attached: attached)
      if attached != nil { return }
    }
  }

  /// - Parameter word: what it stands in, which may be a long option with a dash too few.
  private func unknownShortOption(_ letter: Character, in word: String) -> ChatError {
    let name = String(word.dropFirst().prefix { $0 != "=" })
    let meanings = name.count > 1 ? meanings(of: name) : []
    if !meanings.isEmpty { return unknownOption("-\(name)", meanings) }
    return unknownOption(
      "-\(letter)", takesText ? [] : option(meantBy: letter).map { [$0] } ?? [])
  }

  /// The options of which a name is a part, else the option or command that is nearest.
  private func meanings(of name: String) -> [String] {
    let options = topic.options.filter { !$0.hidden }.map(Suggestion.init)
    let shared = options.spellings(sharing: name)
    if !shared.isEmpty { return shared }
    let commands = table.suggestions(after: topic).map {
      Suggestion(name: $0.name, spelling: "chatctl \($0.spelling)")
    }
    return (options + commands).spelling(nearestTo: name).map { [$0] } ?? []
  }

  /// The option that has this letter in the other case, else the only one that begins with it.
  private func option(meantBy letter: Character) -> String? {
    let lowercased = letter.lowercased()
    let options = topic.options.filter { !$0.hidden }
    if let short = options.compactMap(\.short).first(where: { $0.lowercased() == lowercased }) {
      return "-\(short)"
    }
    let named = options.filter { $0.long.hasPrefix(lowercased) }
    return named.count == 1 ? "--\(named[0].long)" : nil
  }

  /// Whether the command takes a text, with which a word may be meant to begin.
  private var takesText: Bool {
    topic.command?.operands.contains(where: \.endsOptions) ?? false
  }

  private func unknownOption(_ spelling: String, _ alternatives: [String]) -> ChatError {
    .unknownOption(
      spelling, command: topic.fullName, alternatives: alternatives, beforeText: takesText)
  }

  private mutating func take(
    _ option: CommandOption, spelled spelling: String, attached: String?
  ) throws(ChatError) {
    guard let metavar = option.metavar else {
      guard attached == nil else { throw .unexpectedValue(option: spelling) }
      return try record("", for: option, spelled: spelling)
    }
    if let attached { return try record(attached, for: option, spelled: spelling) }
    guard let next = rest.popFirst() else {
      openOption = option
      throw .missingValue(option: spelling, metavar: metavar)
    }
    try record(text(of: next), for: option, spelled: spelling)
  }

  private mutating func record(
    _ value: String, for option: CommandOption, spelled spelling: String
  ) throws(ChatError) {
    try check(value, against: option.completion, of: spelling)
    given.add(option, value)
    // An option of a group's default command settles that this command is meant
    if case .group(let group) = topic, let command = group.defaultCommand,
      command.options.contains(where: { $0.long == option.long })
    {
      topic = .command(command)
    }
  }

  /// Whether an option was given instead of an operand.
  private func hasAlternative(to operand: Operand) -> Bool {
    operand.alternative.map(given.has) ?? false
  }

  private func result() throws(ChatError) -> ParsedLine {
    if given.has(GlobalOptions.help) { return .help(topic) }
    if given.has(GlobalOptions.version) { return .version }
    guard let command = topic.command else { return .help(topic) }
    let hasText = command.operands.last?.endsOptions == true && !verbatimWords.isEmpty
    let count = operands.count + (hasText ? 1 : 0)
    let missing = command.operands.dropFirst(count).first { operand in
      operand.arity.isRequired && !hasAlternative(to: operand)
    }
    if let missing {
      let choices =
        [missing.metavar] + (missing.alternative.map { [$0.longSynopsis(.plain)] } ?? [])
      throw .missingOperand(alternatives(choices), command: command.fullName)
    }
    if let flag = command.programFlag, given.has(flag), verbatimWords.isEmpty {
      throw .missingOperand("-- CMD after --\(flag.long)", command: command.fullName)
    }
    return .invocation(
      Invocation(
        command: command, operands: operands, verbatimWords: verbatimWords,
        optionsEnded: optionsEnded, given: given))
  }
}

/// A word `--name` or `--name=value`.
private struct LongOption {
  let name: String
  let value: String?

  init(_ word: String) {
    // By bytes: with a combining mark, a dash or an equals sign is another Character.
    let parts = word.utf8.dropFirst(2).split(
      separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
    name = String(Substring(parts[0]))
    value = parts.count == 2 ? String(Substring(parts[1])) : nil
  }
}

private let dash = UInt8(ascii: "-")

private func text(of word: some Collection<UInt8>) throws(ChatError) -> String {
  guard let text = String(validating: word, as: UTF8.self) else {
    throw .argumentNotUTF8(String(decoding: word, as: UTF8.self))
  }
  return text
}

private func check(
  _ value: String, against completion: Completion, of name: String
) throws(ChatError) {
  guard case .oneOf(let words) = completion, !words.contains(value) else { return }
  throw .invalidValue(value, of: name, expected: alternatives(words))
}
