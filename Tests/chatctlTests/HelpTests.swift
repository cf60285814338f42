import Foundation
import Testing

@testable import chatctl

/// Help on a terminal.
struct HelpTests {
  private let home: TestHome

  init() throws {
    home = try TestHome(.absent)
  }

  /// Starts chatctl on a terminal that pagers work on.
  private func start(
    _ words: [String], on terminal: PseudoTerminal? = nil,
    configure: (inout Launch) throws -> Void = { _ in }
  ) throws -> LiveProcess {
    try home.start(words) { launch in
      launch.attach(to: try terminal ?? PseudoTerminal())
      launch.environment["TERM"] = "xterm"
      try configure(&launch)
    }
  }

  @Test(arguments: CommandTable.chatctl.topics.map(\.words))
  func `--help fits on a terminal`(words: [String]) throws {
    let terminal = try PseudoTerminal(columns: 80)
    let outcome = try start(words + ["--help"], on: terminal).outcome()
    #expect(outcome.ending == .exited(0))
    let lines = outcome.screen.split(separator: "\r\n", omittingEmptySubsequences: false)
    // The last one is where the cursor is.
    #expect(lines.count - 1 <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(outcome.screen)")
  }
}
