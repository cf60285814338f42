/// Whether colour is wanted, as given with `--color`.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never

  /// Decides for one stream. The option beats the environment, and `NO_COLOR` (no-color.org) beats
  /// `CLICOLOR_FORCE` (bixense.com/clicolors); an empty variable counts as unset.
  /// - Parameters:
  ///   - environment: looks a variable up.
  ///   - isTerminal: whether the stream is a terminal.
  /// - Returns: whether escape sequences for colour may be written to the stream.
  func resolve(environment: (String) -> String?, isTerminal: Bool) -> Bool {
    switch self {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    if let noColor = environment("NO_COLOR"), !noColor.isEmpty { return false }
    if let force = environment("CLICOLOR_FORCE"), !force.isEmpty, force != "0" { return true }
    return isTerminal && environment("TERM") != "dumb"
  }
}
