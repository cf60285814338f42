import ChatCore

/// What a word that is unknown may have been meant as.
struct Suggestion: Sendable {
  /// What the word is compared with, `since`.
  let name: String
  /// How it is typed, `--since`.
  let spelling: String
}

extension Suggestion {
  /// - Parameter option: by its long name.
  init(_ option: CommandOption) {
    self.init(name: option.long, spelling: "--\(option.long)")
  }
}

extension [Suggestion] {
  /// How that one is typed which the word was most likely meant as; nil where none is near.
  func spelling(nearestTo word: String) -> String? {
    let name = nearestName(to: word, among: lazy.map(\.name))
    return first { $0.name == name }?.spelling
  }

  /// How those are typed of which the word is one or the beginning, or which it goes on after a
  /// dash.
  func spellings(sharing word: String) -> [String] {
    if word.isEmpty { return [] }
    return filter { suggestion in
      suggestion.name.hasPrefix(word) || word.hasPrefix("\(suggestion.name)-")
        || suggestion.name.split(separator: "-").contains { $0 == word }
    }.map(\.spelling)
  }
}

extension CommandTable {
  /// The commands that may follow the words which name `topic`.
  func suggestions(after topic: Topic) -> [Suggestion] {
    subcommands(of: topic).map {
      Suggestion(name: $0.word, spelling: (topic.words + [$0.word]).joined(separator: " "))
    }
  }
}
