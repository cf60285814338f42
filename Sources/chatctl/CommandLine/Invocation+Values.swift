import ChatCore

/// What the words of a command line stand for, each checked.
extension Invocation {
  /// The file that was given with an option; nil where it was not given. `-` is none, so that
  /// nobody takes it for standard output.
  func file(of option: CommandOption) throws(ChatError) -> String? {
    guard let path = value(of: option) else { return nil }
    if path.isEmpty || path == "-" {
      throw .invalidValue(path, of: option.spellings[0], expected: "a file")
    }
    return path
  }

  /// The whole number that was given with an option; nil where it was not given.
  func number(of option: CommandOption) throws(ChatError) -> Int? {
    guard let text = value(of: option) else { return nil }
    let isWhole = !text.isEmpty && text.utf8.allSatisfy(isDecimalDigit)
    guard isWhole, let number = Int(text) else {
      throw .invalidValue(text, of: option.spellings[0], expected: "a whole number")
    }
    return number
  }

  /// The length of time that was given with an option; nil where it was not given.
  func duration(of option: CommandOption) throws(ChatError) -> Duration? {
    guard let text = value(of: option) else { return nil }
    return try DurationExpression.parse(text, of: option.spellings[0])
  }

  /// The length of time that has to be given with an option.
  func requiredDuration(of option: CommandOption) throws(ChatError) -> Duration {
    guard let duration = try duration(of: option) else {
      throw .missingOperand(option.longSynopsis(.plain), command: command.fullName)
    }
    return duration
  }

  /// The moment that was given with an option; nil where it was not given.
  func time(of option: CommandOption, now: Timestamp) throws(ChatError) -> Timestamp? {
    guard let text = value(of: option) else { return nil }
    return try TimeExpression.parse(text, of: option.spellings[0], now: now)
  }

  /// The number of a message that is an operand.
  func messageNumber(at index: Int) throws(ChatError) -> Int64 {
    try Self.messageNumber(operands[index], of: "NUMBER")
  }

  /// The number of a message that was given with an option; nil where it was not given.
  func messageNumber(of option: CommandOption) throws(ChatError) -> Int64? {
    guard let text = value(of: option) else { return nil }
    return try Self.messageNumber(text, of: option.spellings[0])
  }

  private static func messageNumber(_ text: String, of name: String) throws(ChatError) -> Int64 {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.utf8.allSatisfy(isDecimalDigit), let number = Int64(digits) else {
      throw .invalidValue(text, of: name, expected: "the number of a message")
    }
    return number
  }
}
