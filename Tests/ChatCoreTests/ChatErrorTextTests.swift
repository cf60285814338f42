import Testing

@testable import ChatCore

struct ChatErrorTextTests {
  @Test(arguments: [
    ChatError.invalidValue("x", of: "--count", expected: "a number"),
    .credentialsDisagree(username: "alice", owner: "bob"), .fileExists("/f"), .noStore("/s"),
    .noTerminal(toAsk: "for the password", option: "--password-stdin"), .notEmpty("/s"),
    .mayNotAsk(for: "for the password", option: "--password-stdin"), .busyForTest,
    .commandNeedsSession("passwd", token: "--token-file"), .noPattern(for: "--fixed-strings"),
    .badPattern("(", reason: "unmatched"), .messageNotUTF8(offset: 1), .noParticipants,
    .unexpectedValue(option: "--json"), .optionNeeds("--retries", "--exec"),
    .missingValue(option: "--since", metavar: "TIME"), .conflictingOptions("--all", "CHAT"),
    .unknownOption("--sinec", command: "log", alternatives: ["--since"], beforeText: true),
  ])
  func `an option stands in quotes`(error: ChatError) {
    for text in [error.message, error.hint].compactMap({ $0 }) {
      // In a command line, in its quotes.
      for part in text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      where part.offset.isMultiple(of: 2) {
        #expect(!part.element.contains(/(^| )-/), "\(text)")
      }
    }
  }
}

extension ChatError {
  fileprivate static let busyForTest = busy(path: "/l", holder: nil, waited: .seconds(1))
}
