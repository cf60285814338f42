import ChatCore

extension Command {
  /// What the completion scripts ask: `chatctl candidates -- log --chat o`.
  static func candidates(_ name: CommandName) -> Command {
    Command(
      name: name, summary: "print what the last word of a line may be",
      operands: [
        Operand(
          metavar: "WORD", arity: .any,
          help: "the words after chatctl, the last one as far as it was typed", endsOptions: true)
      ],
      needs: .nothing,
      hidden: true,
      run: { invocation, context throws(ChatError) in
        // What is wrong is told when the line is run; whoever types it is not disturbed.
        guard
          let line = Parser.unfinishedLine(
            arguments: invocation.verbatimWords, table: .chatctl, of: invocation),
          let asked = try? Context(
            line.invocation, output: context.output, environment: context.environment),
          let candidates = try? asked.candidates(for: line)
        else { return }
        for candidate in candidates where !line.others.contains(candidate.word) {
          guard let text = candidate.begun(as: line.word).text else { continue }
          context.output.line(text)
        }
      })
  }
}

/// A word that can stand at the end of a line.
struct Candidate: Equatable, Sendable {
  let word: String
  /// Tells more where the shell has room for it; empty where there is nothing to tell.
  var description = ""

  /// The same with its beginning as it was typed, where only the code points differ, as in é: the
  /// shells compare bytes.
  fileprivate func begun(as typed: String) -> Candidate {
    if word.utf8.starts(with: typed.utf8) || !word.hasPrefix(typed) { return self }
    return Candidate(word: typed + word.dropFirst(typed.count), description: description)
  }

  /// A line for the scripts: the word, a tab and its description; nil where the word would do
  /// something to a terminal.
  fileprivate var text: String? {
    Sanitizer.inline(word) == word ? "\(word)\t\(Sanitizer.inline(description))" : nil
  }
}

extension Context {
  /// What the word may be, of all that whoever types the line may read.
  fileprivate func candidates(for line: UnfinishedLine) throws(ChatError) -> [Candidate] {
    if try tokenMayKeepWaiting { return [] }
    var context = self
    switch line.expected {
    case .login:
      // With a token nobody else can be meant.
      try context.open(Needs(store: .read, account: .none))
      return try context.logins()
    case .live(let kind):
      let right = line.invocation.command.needs.right
      try context.open(Needs(store: .read, account: .required, right: right == nil ? nil : .read))
      let candidates = Candidates(
        store: try context.store, identity: try context.identity, line: line)
      return try candidates.all(kind)
    case .none, .file, .directory, .oneOf, .command, .group:
      return []
    }
  }

  private func logins() throws(ChatError) -> [Candidate] {
    let store = try store
    let sessions = try sessionFile.load()
    let current = sessions.current(in: store)
    return try sessions.all(in: store).map { entry throws(ChatError) in
      Candidate(
        word: try store.username(of: entry), description: entry == current ? "current" : "")
    }.sorted { $0.word < $1.word }
  }
}
