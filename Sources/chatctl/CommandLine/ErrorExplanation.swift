import ChatCore

extension CommandTable {
  /// An error with what helps whoever typed the line: where the flag is missing that makes words a
  /// program, and where the command's help tells what is meant.
  /// - Parameter command: that was to run.
  func explaining(
    _ error: ChatError, of command: Command?, in arguments: [[UInt8]]
  ) -> ChatError {
    switch error {
    case .noChat(let name, _):
      return missingFlag(error, name, of: command, in: arguments) ?? error
    case .unexpectedOperand(let name, let fullName):
      return missingFlag(error, name, of: self.command(named: fullName), in: arguments) ?? error
    case .missingValue, .unexpectedValue, .invalidValue, .conflictingOptions, .optionNeeds,
      .noPattern:
      return .misuse(command: command?.name.text ?? "", error)
    default: return error
    }
  }

  /// The error where a word of a program was taken for something else; nil where it was none.
  private func missingFlag(
    _ error: ChatError, _ word: String, of command: Command?, in arguments: [[UInt8]]
  ) -> ChatError? {
    guard let flag = command?.programFlag?.longSynopsis(.plain),
      let end = arguments.firstIndex(of: Array("--".utf8))
    else { return nil }
    let hasFlag = arguments[..<end].contains(Array(flag.utf8))
    guard !hasFlag, arguments[end...].dropFirst().contains(Array(word.utf8)) else { return nil }
    return .programWithoutFlag(flag, error)
  }
}
