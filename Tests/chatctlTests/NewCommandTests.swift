import Foundation
import Testing

/// The command that README.md adds, in a copy of the tree. All is built there anew.
@Suite(.enabled(if: Host.isAskedForSlowTests, "slow: CHATCTL_SLOW_TESTS=1 asks for it"))
struct NewCommandTests {
  private let home: TestHome
  private let section: Readme.Section

  init() throws {
    home = try TestHome(.absent)
    section = try Readme().section("A new command")
    for name in ["Package.swift", "README.md", "Sources", "Tests", "completions", "man"] {
      try FileManager.default.copyItem(
        at: Checkout.root.appending(path: name), to: home.folder.appending(path: name))
    }
  }

  /// Puts a block of Swift where the text before it says: into a file of its own, or below a line
  /// of one that is there.
  private func add(_ block: Readme.Block) throws {
    let spans = block.introduction.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    let path = try #require(spans.last { $0.hasSuffix(".swift") })
    let file = home.folder.appending(path: path)
    var text = block.text + "\n"
    if let old = try? String(contentsOf: file, encoding: .utf8) {
      let line = try #require(spans.last)
      try #require(old.components(separatedBy: line).count == 2, "\(line) in \(path)")
      text = old.replacing(line, with: "\(line)\n\(block.text)")
    }
    try Data(text.utf8).write(to: file)
  }

  @Test(.timeLimit(.minutes(15))) func `who does as it says has it, its page and its test`() throws
  {
    for block in section.blocks where block.language == "swift" { try add(block) }
    let script =
      ["set -e", "cd"] + section.blocks("sh") + [".build/debug/chatctl chat owner --help"]
    let build = try home.startShell(script.joined(separator: "\n")) { launch in
      launch.environment["PATH"] = ProcessInfo.processInfo.environment["PATH"]
    }
    let outcome = try build.outcome(within: 900)
    try #require(outcome.code == 0, "\((outcome.text + outcome.errors).suffix(2000))")
    #expect(outcome.text.contains(/Test run with 1 test .*passed/))
    #expect(outcome.text.contains("\ntell whose a chat is\n"))
    let page = home.folder.appending(path: "man/chatctl-chat-owner.1")
    #expect(FileManager.default.fileExists(atPath: page.path))
  }
}
