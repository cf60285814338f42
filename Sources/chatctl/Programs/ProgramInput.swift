import ChatSystem

/// What commands that run others have in common.
enum ProgramInput {
  static let operand = Operand(
    metavar: "CMD", arity: .many, help: "the command to run and its arguments, best after '--'",
    endsOptions: true, isProgram: true)

  /// How a program is named in errors.
  static func name(of words: [[UInt8]]) -> String {
    String(decoding: words.first ?? [], as: UTF8.self)
  }
}
