/// What reads bytes that anybody may have written, and the rules that it keeps whatever they are.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// A line of a message log.
  case log
  /// The small documents of a store and of a state directory.
  case documents
  /// The words of a command line.
  case arguments
  /// Times and durations.
  case times
  /// Text on its way to a terminal, a field or JSON.
  case text
  /// Usernames, names of chats, e-mail addresses, image URLs.
  case names

  /// Gives it bytes; it must not trap.
  /// - Throws: ``BrokenRule`` where it does other than it should.
  func check(_ bytes: [UInt8]) throws(BrokenRule) {
    switch self {
    case .log: try checkLogLine(bytes)
    case .documents: try checkDocuments(bytes)
    case .arguments: try checkArguments(bytes)
    case .times: try checkTimes(bytes)
    case .text: try checkText(bytes)
    case .names: try checkNames(bytes)
    }
  }
}

/// What something should have done, in words.
struct BrokenRule: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// Says what is broken where a rule is not kept.
func require(_ isKept: Bool, _ rule: @autoclosure () -> String) throws(BrokenRule) {
  if !isKept { throw BrokenRule(rule()) }
}
