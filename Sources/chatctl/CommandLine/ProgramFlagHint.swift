import ChatCore

extension CommandTable {
  /// An error with what is missing, where a word of a program was taken for something else.
  /// - Parameter command: that was to run.
  func explaining(
    _ error: ChatError, of command: Command?, in arguments: [[UInt8]]
  ) -> ChatError {
    let word: String
    var command = command
    switch error {
    case .noChat(let name, _): word = name
    case .unexpectedOperand(let name, let fullName):
      word = name
      command = self.command(named: fullName)
    default: return error
    }
    guard let flag = command?.programFlag?.longSynopsis(.plain),
      let end = arguments.firstIndex(of: Array("--".utf8))
    else { return error }
    let hasFlag = arguments[..<end].contains(Array(flag.utf8))
    guard !hasFlag, arguments[end...].dropFirst().contains(Array(word.utf8)) else { return error }
    return .programWithoutFlag(flag, error)
  }
}
