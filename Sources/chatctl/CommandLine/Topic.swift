import ChatCore

/// What the first words of a command line name, and what there can be help on.
enum Topic: Sendable {
  /// No word was given: chatctl itself.
  case overview
  case group(CommandGroup)
  case command(Command)

  /// The words that name it; none for the overview.
  var words: [String] {
    switch self {
    case .overview: []
    case .group(let group): [group.name]
    case .command(let command): command.name.words
    }
  }

  /// Those words as they are typed.
  var fullName: String { words.joined(separator: " ") }

  /// The command that runs when nothing more is said.
  var command: Command? {
    switch self {
    case .overview: nil
    case .group(let group): group.defaultCommand
    case .command(let command): command
    }
  }

  /// The options accepted here, hidden ones too.
  var options: [CommandOption] { (command?.options ?? []) + GlobalOptions.all }
}

/// The commands that share a first word, such as `chat`.
struct CommandGroup: Sendable {
  let name: String
  let commands: [Command]

  /// What the bare name runs.
  var defaultCommand: Command? { commands.first(where: \.isGroupDefault) }
}

extension CommandTable {
  /// Finds what `words` name.
  /// - Throws: `ChatError.unknownCommand` with the nearest name that there is.
  func topic(named words: [String]) throws(ChatError) -> Topic {
    guard let first = words.first else { return .overview }
    // Not by joined(separator:), which takes a tenth of a send to come up.
    let name = words.dropFirst().reduce(first) { "\($0) \($1)" }
    // The two words of a name are two words of the line.
    if !first.utf8.contains(UInt8(ascii: " ")), let command = command(named: name) {
      return .command(command)
    }
    guard let group = group(named: first) else {
      // Other programs have a command for it.
      let known = suggestions(after: .overview) + [Suggestion(GlobalOptions.version)]
      throw .unknownCommand(
        name, group: "", nearest: known.spelling(nearestTo: first) ?? onlyCommand(ending: first))
    }
    guard words.count > 1 else { return .group(group) }
    let nearest = suggestions(after: .group(group)).spelling(nearestTo: words[1])
    throw .unknownCommand(name, group: first, nearest: nearest)
  }

  /// The command of a group whose second word this is; nil where several groups have one.
  private func onlyCommand(ending word: String) -> String? {
    let found = commands.filter { !$0.hidden && $0.group != nil && $0.name.words.last == word }
    return found.count == 1 ? found[0].fullName : nil
  }

  /// A word that may follow, and what it leads to.
  struct Subcommand: Sendable {
    let word: String
    let summary: String
  }

  /// The words that may follow those which name `topic`, hidden commands left out.
  func subcommands(of topic: Topic) -> [Subcommand] {
    switch topic {
    case .command: []
    case .group(let group):
      group.commands.filter { !$0.hidden }.map {
        Subcommand(word: $0.name.words[1], summary: $0.summary)
      }
    case .overview:
      topics.compactMap { topic in
        switch topic {
        case .overview: nil
        case .group(let group):
          Subcommand(
            word: group.name,
            summary: subcommands(of: topic).map(\.word).joined(separator: ", "))
        case .command(let command):
          command.group == nil ? Subcommand(word: command.fullName, summary: command.summary) : nil
        }
      }
    }
  }

  /// All that can be named, hidden commands left out: the overview, then each group before its
  /// commands.
  var topics: [Topic] {
    var topics = [Topic.overview]
    var groups: Set<String> = []
    for command in commands where !command.hidden {
      if let name = command.group, groups.insert(name).inserted, let group = group(named: name) {
        topics.append(.group(group))
      }
      topics.append(.command(command))
    }
    return topics
  }
}
