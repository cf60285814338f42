import ChatCore
import ChatSystem

/// Asking for passwords: on the terminal without echo, or on standard input; never as an argument.
enum PasswordInput {
  static let option = CommandOption(
    long: "password-stdin", help: "read the password from standard input")

  /// Asks for a password that is there already.
  static func current(
    _ invocation: Invocation, _ context: inout Context
  ) throws(ChatError) -> Password {
    if invocation.has(option) { return try readStandardInput(&context) }
    return try Password(try ask("Password: ", context))
  }

  /// Asks for a password that is to be, on a terminal twice.
  static func new(
    _ invocation: Invocation, _ context: inout Context
  ) throws(ChatError) -> Password {
    if invocation.has(option) { return try readStandardInput(&context) }
    let bytes = try ask("New password: ", context)
    let password = try Password(bytes)
    if try ask("The same again: ", context) != bytes { throw .invalidPassword(.mismatch) }
    return password
  }

  private static func readStandardInput(_ context: inout Context) throws(ChatError) -> Password {
    if StandardStream.input.isTerminal {
      context.output.status("type the password, then Enter and Ctrl-D")
    }
    // One more than the longest and its line break, so that what is too long is seen to be.
    let (bytes, _) = try StandardInput.readAll(limit: Password.limit + 3)
    return try Password(bytes.withoutFinalLineBreak)
  }

  private static func ask(_ prompt: String, _ context: Context) throws(ChatError) -> [UInt8] {
    let noTerminal = ChatError.noTerminal(toAsk: "the password", option: "--password-stdin")
    guard context.mayAsk else { throw noTerminal }
    do throws(Errno) {
      return try Terminal.open().readSecret(prompt: prompt) ?? []
    } catch {
      if error.isLackOfTerminal { throw noTerminal }
      throw .system(.read, path: "/dev/tty", error)
    }
  }
}
