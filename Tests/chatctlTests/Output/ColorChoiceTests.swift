import Testing

@testable import chatctl

@Suite struct ColorChoiceTests {
  @Test(arguments: [true, false])
  func `the option beats the environment`(isTerminal: Bool) {
    let environment = ["NO_COLOR": "1", "TERM": "dumb"]
    #expect(ColorChoice.always.resolve(environment: { environment[$0] }, isTerminal: isTerminal))
    let forcing = ["CLICOLOR_FORCE": "1"]
    #expect(!ColorChoice.never.resolve(environment: { forcing[$0] }, isTerminal: isTerminal))
  }

  @Test(
    arguments: [
      ([:], true, true),
      ([:], false, false),
      (["NO_COLOR": "1"], true, false),
      (["NO_COLOR": "0"], true, false),
      (["NO_COLOR": ""], true, true),
      (["CLICOLOR_FORCE": "1"], false, true),
      (["CLICOLOR_FORCE": "0"], false, false),
      (["CLICOLOR_FORCE": ""], false, false),
      (["CLICOLOR_FORCE": "0"], true, true),
      (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], true, false),
      (["TERM": "dumb"], true, false),
      (["TERM": "xterm"], true, true),
      (["TERM": "dumb", "CLICOLOR_FORCE": "1"], false, true),
    ] as [([String: String], Bool, Bool)])
  func `without an option the environment and the stream decide`(
    environment: [String: String], isTerminal: Bool, expected: Bool
  ) {
    let color = ColorChoice.auto.resolve(environment: { environment[$0] }, isTerminal: isTerminal)
    #expect(color == expected)
  }
}
