/// How the parts of a synopsis look, in plain text or with markup.
struct SynopsisStyle {
  /// Renders what is typed as it stands, `--since`.
  let literal: (String) -> String
  /// Renders what stands for something else, `TIME`.
  let metavar: (String) -> String

  /// Plain text, for a terminal.
  static var plain: SynopsisStyle { SynopsisStyle(literal: { $0 }, metavar: { $0 }) }
}

extension Operand {
  /// Its metavar, in brackets where it may be left out, with dots where it repeats: `[FRIEND...]`.
  func synopsis(_ style: SynopsisStyle) -> String {
    let repeated = style.metavar(metavar) + (arity.repeats ? "..." : "")
    return arity.isRequired ? repeated : "[\(repeated)]"
  }
}

extension CommandOption {
  /// How it is typed: `-n` and `--number`.
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(long)"] }

  /// Its spellings and its value: `-n, --number N`.
  func synopsis(_ style: SynopsisStyle) -> String {
    spellings.map(style.literal).joined(separator: ", ")
      + (metavar.map { " " + style.metavar($0) } ?? "")
  }

  /// Its long spelling and its value: `--number N`.
  func longSynopsis(_ style: SynopsisStyle) -> String {
    style.literal("--\(long)") + (metavar.map { " " + style.metavar($0) } ?? "")
  }

  /// What it does, with the values it accepts.
  var explanation: String {
    help + choices(of: completion) + (repeats ? "; may be given several times" : "")
  }
}

extension Operand {
  /// What it is, with the words it accepts.
  var explanation: String { help + choices(of: completion) }
}

extension Command {
  /// Its name and operands, the options that it needs, and where others may stand:
  /// `send CHAT [OPTIONS] MESSAGE...`.
  func synopsis(_ style: SynopsisStyle) -> String {
    var parts = [style.literal(fullName)]
    parts += operands.prefix { !$0.endsOptions }.map { part($0, style) }
    parts += shownOptions.filter(\.isRequired).map { $0.longSynopsis(style) }
    if !shownOptions.allSatisfy(\.isRequired) { parts.append("[\(style.metavar("OPTIONS"))]") }
    parts += operands.drop { !$0.endsOptions }.map { part($0, style) }
    if programFlag != nil { parts.append("[-- \(style.metavar("CMD"))...]") }
    return parts.joined(separator: " ")
  }

  /// An operand, and the option that may be given instead: `(CHAT... | --all)`; beside it as well:
  /// `(FRIEND... | --public [FRIEND...])`.
  private func part(_ operand: Operand, _ style: SynopsisStyle) -> String {
    let word = operand.synopsis(style)
    guard let alternative = operand.alternative else { return word }
    let option = alternative.longSynopsis(style)
    return "(\(word) | \(option)\(operand.joinsAlternative ? " [\(word)]" : ""))"
  }

  /// Its own options without the hidden ones.
  var shownOptions: [CommandOption] { options.filter { !$0.hidden } }

  /// What one of its options does, with the shorthand `-N` where there is one.
  func explanation(of option: CommandOption) -> String {
    guard let metavar = option.metavar, numberShorthand?.long == option.long else {
      return option.explanation
    }
    return option.explanation + ", also as -\(metavar)"
  }
}

private func choices(of completion: Completion) -> String {
  guard case .oneOf(let words) = completion else { return "" }
  return ": " + alternatives(words)
}

/// Joins words that exclude each other: `auto, always or never`.
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.joined() }
  return words.dropLast().joined(separator: ", ") + " or " + last
}
