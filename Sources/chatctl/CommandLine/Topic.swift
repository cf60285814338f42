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
  /// - Throws: `ChatError.unknownCommand` with what may be meant.
  func topic(named words: [String]) throws(ChatError) -> Topic {
    guard let first = words.first else { return .overview }
    // Not by joined(separator:), which takes a tenth of a send to come up.
    let name = words.dropFirst().reduce(first) { "\($0) \($1)" }
    // The two words of a name are two words of the line.
    if !first.utf8.contains(UInt8(ascii: " ")), let command = command(named: name) {
      return .command(command)
    }
    guard let group = group(named: first) else {
      throw .unknownCommand(
        name, group: "", alternatives: alternatives(to: first, after: .overview))
    }
    guard words.count > 1 else { return .group(group) }
    throw .unknownCommand(
      name, group: first, alternatives: alternatives(to: words[1], after: .group(group)))
  }

  /// What may be meant by a word that is unknown after others, as it is typed: the nearest of what
  /// can follow there; else commands that stand elsewhere, with that last word or, where nothing is
  /// before it, one that is near.
  private func alternatives(to word: String, after topic: Topic) -> [String] {
    var known = suggestions(after: topic)
    // Other programs have a command for it.
    if case .overview = topic { known.append(Suggestion(GlobalOptions.version)) }
    if let nearest = known.spelling(nearestTo: word) { return [nearest] }
    let others = commands.filter { !$0.hidden }
    func names(ending last: String) -> [String] {
      others.filter { $0.name.words.last == last }.map(\.fullName)
    }
    if case .overview = topic {
      return nearestName(to: word, among: others.compactMap(\.name.words.last)).map(names) ?? []
    }
    let found = names(ending: word)
    // Of several, as of `create`, none is meant where another group is named; and help on that is
    // named anyway.
    return found.count == 1 && found != ["help"] ? found : []
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
