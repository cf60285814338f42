import Foundation
import Testing

@testable import chatctl

struct GeneratedFileTests {
  @Test func `the tree holds what the command table generates`() throws {
    let tree = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    for file in GeneratedFile.all(for: .chatctl) {
      let contents = try String(
        contentsOf: tree.appendingPathComponent(file.path), encoding: .utf8)
      #expect(
        contents == file.contents,
        "\(file.path) is out of date: run `swift run chatctl documentation .`")
    }
  }
}
