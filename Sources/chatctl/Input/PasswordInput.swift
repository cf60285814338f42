import ChatCore
import ChatSystem

/// Asking for passwords: on the terminal without echo, or on standard input; never as an argument.
enum PasswordInput {
  static let option = CommandOption(
    long: "password-stdin", help: "read the password from standard input")

  /// For the details of the commands that read one password.
  static let details =
    "--password-stdin reads one line; a password with a line break in it is refused."

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

  /// Asks for the old password and the new one, the new one on a terminal twice.
  /// - Parameter prove: checks the old one, before a terminal asks for the new one.
  static func change<Proof>(
    _ invocation: Invocation, _ context: inout Context,
    _ prove: (Password) throws(ChatError) -> Proof
  ) throws(ChatError) -> (old: Proof, new: Password) {
    guard invocation.has(option) else {
      let proof = try prove(try Password(try ask("Old password: ", context)))
      return (proof, try new(invocation, &context))
    }
    let bytes = try readStandardInput(2, "the old password, Enter, the new one", &context)
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count == 2 else { throw .invalidPassword(.notTwoLines) }
    let old = try Password((Array(lines[0]) + [UInt8(ascii: "\n")]).withoutFinalLineBreak)
    let new = try Password(Array(lines[1]))
    return (try prove(old), new)
  }

  private static func readStandardInput(_ context: inout Context) throws(ChatError) -> Password {
    try Password(try readStandardInput(1, "the password", &context))
  }

  /// Reads so many passwords, each on a line, without the last line break.
  private static func readStandardInput(
    _ count: Int, _ what: String, _ context: inout Context
  ) throws(ChatError) -> [UInt8] {
    if StandardStream.input.isTerminal {
      context.output.status("type \(what), then Enter and Ctrl-D")
    }
    // One more than the longest and its line break, so that what is too long is seen to be.
    let (bytes, _) = try StandardInput.readAll(limit: count * (Password.limit + 3))
    return bytes.withoutFinalLineBreak
  }

  private static func ask(_ prompt: String, _ context: Context) throws(ChatError) -> [UInt8] {
    let (what, spelling) = ("for the password", option.spellings[0])
    guard context.mayAsk else { throw .mayNotAsk(for: what, option: spelling) }
    do throws(Errno) {
      return try Terminal.open().readSecret(prompt: prompt) ?? []
    } catch {
      if error.isLackOfTerminal { throw .noTerminal(toAsk: what, option: spelling) }
      throw .system(.read, path: "/dev/tty", error)
    }
  }
}
