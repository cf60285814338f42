import ChatCore
import ChatSystem

/// Asking on the terminal before something is done that cannot be undone.
enum Confirmation {
  static let option = CommandOption(long: "yes", help: "do not ask")

  /// Asks unless `--yes` was given.
  /// - Parameters:
  ///   - question: what is to be done, without a question mark: `delete the account alice`.
  ///   - warning: what comes of it, in a sentence.
  /// - Throws: `notConfirmed`; `noTerminal` and `mayNotAsk` where nobody can be asked.
  static func require(
    _ question: String, _ invocation: Invocation, _ context: Context, warning: String? = nil
  ) throws(ChatError) {
    if invocation.has(option) { return }
    let (what, spelling) = ("whether to \(question)", option.spellings[0])
    guard context.mayAsk else { throw .mayNotAsk(for: what, option: spelling) }
    let answer: [UInt8]?
    do throws(Errno) {
      let text = Sanitizer.inline("\(question)? \(warning.map { "\($0) " } ?? "")Type 'yes':")
      let traits = context.output.diagnostics
      answer = try Terminal.open().readLine(prompt: "\(traits.wrapped(text)) ")
    } catch {
      if error.isLackOfTerminal { throw .noTerminal(toAsk: what, option: spelling) }
      throw .system(.read, path: "/dev/tty", error)
    }
    if answer != Array("yes".utf8) { throw .notConfirmed }
  }
}
