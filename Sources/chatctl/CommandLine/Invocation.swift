/// A parsed command line: a command, its operands and the options given, checked against its data.
struct Invocation: Sendable {
  let command: Command
  /// The words that are no options, in order, up to those that are taken as they are.
  let operands: [String]
  /// The words of the operand that ends the options, as bytes: a shell can pass any but NUL.
  let verbatimWords: [[UInt8]]
  /// Whether `--` ended the options, so that a lone `-` after it is a text, not standard input.
  let optionsEnded: Bool
  /// By long name, in the order given; a flag has empty values.
  let values: [String: [String]]

  /// The operand at `index`, or nil where an optional one was left out.
  func operand(_ index: Int) -> String? {
    operands.indices.contains(index) ? operands[index] : nil
  }

  /// Whether the option was given.
  func has(_ option: CommandOption) -> Bool { values[option.long] != nil }

  /// The value given last, or nil where the option was not given.
  func value(of option: CommandOption) -> String? { values(of: option).last }

  /// All values given, in order.
  func values(of option: CommandOption) -> [String] { values[option.long] ?? [] }
}
