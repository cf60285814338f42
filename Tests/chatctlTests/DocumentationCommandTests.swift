import Foundation
import Testing

/// The hidden command that writes what is generated from the command table.
struct DocumentationCommandTests {
  private let home: TestHome
  private let target: URL

  init() throws {
    home = try TestHome(.absent)
    target = home.folder.appending(path: "tree")
  }

  @Test func `it writes the files that the tree holds, and again over them`() throws {
    for _ in 1...2 {
      let outcome = try home.succeed("documentation", target.path)
      expectQuietSuccess(outcome)
      #expect(outcome.output.isEmpty)
      var expected: Set<String> = []
      for directory in ["man", "completions"] {
        let files = try FileManager.default.contentsOfDirectory(
          atPath: Checkout.root.appending(path: directory).path)
        expected.formUnion([directory] + files.map { "\(directory)/\($0)" })
      }
      #expect(
        Set(try FileManager.default.subpathsOfDirectory(atPath: target.path)) == expected)
      for path in expected {
        let file = target.appending(path: path)
        #expect(try mode(of: file) == (file.isDirectory ? 0o755 : 0o644), "\(path)")
        if file.isDirectory { continue }
        #expect(
          try Data(contentsOf: file) == Data(contentsOf: Checkout.root.appending(path: path)),
          "\(path) is out of date: run `swift run chatctl documentation .`")
      }
    }
  }

  @Test func `it makes no store and reads none`() throws {
    try home.succeed("documentation", target.path)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: home.folder.path).sorted()
        == ["bin", "tree"])
  }

  @Test func `a file in the way is named`() throws {
    try Data("mine".utf8).write(to: target)
    let outcome = try home.run("documentation", target.path)
    expectRefusal(outcome, code: 7, saying: "'\(target.path)/man/chatctl.1'")
    #expect(try Data(contentsOf: target) == Data("mine".utf8))
  }

  @Test func `it wants a directory`() throws {
    expectRefusal(
      try home.run("documentation"), code: 2, saying: "'documentation' needs DIRECTORY")
  }
}
