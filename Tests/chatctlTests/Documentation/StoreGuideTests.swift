import Foundation
import Testing

@testable import ChatCore
@testable import chatctl

/// chatctl-store(5) against what chatctl really keeps.
struct StoreGuideTests {
  private let home: TestHome
  /// The page's words.
  private let page = Guide.store.sections.flatMap(\.blocks).map { "\($0)" }.joined(separator: " ")

  /// A store that has one of everything.
  init() throws {
    home = try TestHome()
    try home.signUp("bob", "alice")
    try home.succeed("friends", "add", "bob", as: "alice")
    try home.succeed("friends", "block", "alice", as: "bob")
    try home.succeed("friends", "unblock", "alice", as: "bob")
    try home.succeed("profile", "--email", "a@example.org", "--username", "alina", as: "alice")
    try home.succeed("profile", "--image-url", "https://example.org/a.png", as: "alina")
    try home.makeChat("ops", of: "alina", with: ["bob"])
    try home.succeed("chat", "create", "town", "--public", as: "alina")
    try home.succeed("chat", "rename", "town", "city", as: "alina")
    try home.succeed("send", "ops", "--key", "k", "one", as: "alina")
    try home.succeed("send", "ops", "--reply-to", "1", "two", as: "bob")
    try home.succeed("edit", "ops", "1", "once", as: "alina")
    try home.succeed("delete", "ops", "1", as: "alina")
    try home.succeed("send", "@bob", "direct", as: "alina")
    try home.succeed("token", "create", "robot", "--expires", "1d", as: "alina")
    _ = try home.run(
      "tail", "ops", "--cursor", "c", "-n", "5", "--no-follow", "--exec", "--retries", "0", "--",
      "false", as: "alina")
  }

  @Test func `every file of a store is told of`() throws {
    var patterns: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: home.store.path) {
      let isDirectory = home.store.folder.appending(path: path).isDirectory
      if isDirectory { continue }
      patterns.insert(
        path.replacing(/[0-9a-f]{20}-[0-9a-f]{32}/, with: "USER-DIGEST")
          .replacing(/(users|chats)\/[0-9a-f]{20}\b/) { "\($0.output.1)/ID" }
          .replacing(/keys\/[0-9a-f]{2}\/[0-9a-f]{62}/, with: "keys/XX/REST")
          .replacing(/[0-9a-f]{64}/, with: "DIGEST")
          .replacing(/\d{20}/, with: "NUMBER")
          .replacing(/names\/(\w+)\/DIGEST.json/) { "names/\($0.output.1)" }
          .replacing(/chats\/ID\/cursors\/USER/, with: "USER"))
    }
    #expect(patterns.count > 10)
    for pattern in patterns.sorted() { #expect(page.contains(pattern)) }
  }

  @Test func `every field of every document and record is told of`() throws {
    var fields = Set(JSONLineScanner.Key.allCases.map(\.rawValue))
    for path in try FileManager.default.subpathsOfDirectory(atPath: home.store.path) {
      let file = home.store.folder.appending(path: path)
      guard path.hasSuffix(".json") || path.hasSuffix(".jsonl") else { continue }
      for line in try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")) {
        fields.formUnion(Self.names(in: try JSONSerialization.jsonObject(with: line)))
      }
    }
    fields.formUnion(
      Self.names(in: try JSONSerialization.jsonObject(with: Data(contentsOf: home.sessions))))
    #expect(fields.count > 40)
    for field in fields.sorted() {
      #expect(page.contains(try Regex(#"\b\#(field)\b"#)), "\(field)")
    }
  }

  /// The names of the members of an object and of what is in it.
  private static func names(in value: Any) -> Set<String> {
    switch value {
    case let object as [String: Any]:
      object.values.map(names).reduce(Set(object.keys)) { $0.union($1) }
    case let array as [Any]: array.map(names).reduce([]) { $0.union($1) }
    default: []
    }
  }

  @Test(.needs("man", "jq")) func `the examples work on a store`() throws {
    let shells = Guide.store.sections.flatMap(\.blocks).compactMap { block in
      if case .shell(let line) = block { line } else { nil }
    }
    #expect(shells.count == 2)
    for line in shells {
      let outcome = try home.shell("cd && \(line)")
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
    let lines = try home.shell("cd && \(shells[0])").lines
    #expect(lines.contains { $0.hasSuffix("\tbob\ttwo") })
    #expect(FileManager.default.fileExists(atPath: "\(home.folder.path)/chatctl-copy/store.json"))
  }

  @Test func `what is typed is not wrapped where man has 80 columns`() {
    for case .shell(let text) in Guide.store.sections.flatMap(\.blocks) {
      for line in text.split(separator: "\n") { #expect(line.count <= 69, "\(line)") }
    }
  }
}
