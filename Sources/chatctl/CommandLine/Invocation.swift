/// A parsed command line: a command, its operands and the options given, checked against its data.
struct Invocation: Sendable {
  let command: Command
  /// The words that are no options, in order, up to those that are taken as they are.
  let operands: [String]
  /// The words of the operand that ends the options, as bytes: a shell can pass any but NUL.
  let verbatimWords: [[UInt8]]
  /// Whether `--` ended the options, so that a lone `-` after it is a text, not standard input.
  let optionsEnded: Bool
  let given: GivenOptions

  /// The operand at `index`, or nil where an optional one was left out.
  func operand(_ index: Int) -> String? {
    operands.indices.contains(index) ? operands[index] : nil
  }

  /// Whether the option was given.
  func has(_ option: CommandOption) -> Bool { given.has(option) }

  /// The value given last, or nil where the option was not given.
  func value(of option: CommandOption) -> String? { values(of: option).last }

  /// All values given, in order.
  func values(of option: CommandOption) -> [String] { given.values(of: option) }
}

/// The options of a line, in the order given. There are few: a dictionary would take longer to come
/// up than all look-ups here.
struct GivenOptions: Sendable {
  /// By long name; a flag has an empty value.
  private(set) var all: [(long: String, value: String)] = []

  /// Notes an option that was given, with its value.
  mutating func add(_ option: CommandOption, _ value: String) {
    all.append((option.long, value))
  }

  /// Whether an option was given.
  func has(_ option: CommandOption) -> Bool { all.contains { $0.long == option.long } }

  /// The values that were given with an option, in their order.
  func values(of option: CommandOption) -> [String] {
    all.filter { $0.long == option.long }.map(\.value)
  }
}
