import Foundation
import Testing

@testable import ChatCore
@testable import chatctl

/// chatctl-store(5) against what chatctl really keeps.
struct StoreGuideTests {
  private let home: TestHome
  /// The lists of the page.
  private let terms = Guide.store.sections.flatMap(\.blocks).flatMap {
    block -> [(String, String)] in
    if case .terms(let terms) = block { terms } else { [] }
  }

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

  /// The files of the store that hold something, with what the page calls them.
  private func files() throws -> [(URL, name: String)] {
    try FileManager.default.subpathsOfDirectory(atPath: home.store.path).compactMap { path in
      let file = home.store.folder.appending(path: path)
      if file.isDirectory { return nil }
      let name = path.replacing(/[0-9a-f]{20}-[0-9a-f]{32}/, with: "USER-DIGEST")
        .replacing(/(users|chats)\/[0-9a-f]{20}\b/) { "\($0.output.1)/ID" }
        .replacing(/keys\/[0-9a-f]{2}\/[0-9a-f]{62}/, with: "keys/XX/REST")
        .replacing(/[0-9a-f]{64}/, with: "DIGEST")
        .replacing(/\d{20}/, with: "NUMBER")
        .replacing(/(names\/\w+)\/DIGEST.json/) { "\($0.output.1)" }
      return (file, name)
    }
  }

  /// What the page says of a file, that of a term or one beside it.
  private func text(of name: String) -> String? {
    terms.first { $0.0.split(separator: ", ").contains { $0 == name } }?.1
      ?? terms.first { $0.1.contains(" \(name.split(separator: "/").last ?? ""),") }?.1
  }

  @Test func `every file of a store is told of, with each of its fields`() throws {
    let kept = try files()
    #expect(Set(kept.map(\.name)).count > 10)
    for (file, name) in kept {
      let said = try #require(self.text(of: name), "\(name)")
      guard name.hasSuffix(".json") || name.hasPrefix("names/") else { continue }
      let words = Set(said.split { !$0.isLetter }.map(String.init))
      let object = try JSONSerialization.jsonObject(with: Data(contentsOf: file))
      for field in Self.names(in: object).sorted() {
        #expect(words.contains(field), "\(field) of \(name)")
      }
    }
  }

  @Test func `every field of a record is told of, and no other`() throws {
    let records = try #require(Guide.store.sections.first { $0.title == "THE LOG" })
    let fields = records.blocks.flatMap { block -> [String] in
      if case .terms(let terms) = block { terms.map(\.0) } else { [] }
    }
    let told = Set(fields.joined(separator: ",").split { !$0.isLetter }.map(String.init))
    #expect(told == Set(JSONLineScanner.Key.allCases.map(\.rawValue)))
  }

  @Test func `the record that it shows is one, as it would be written`() throws {
    let shown = Guide.store.sections.flatMap(\.blocks).compactMap { block in
      if case .file(_, let text) = block { text.replacing("\n", with: "") } else { nil }
    }
    #expect(shown.count == 1)
    let text = try #require(shown.first)
    let bytes = Array(text.utf8)
    guard case .record(let record) = LogLine(bytes, in: bytes.indices) else {
      Issue.record("\(text)")
      return
    }
    #expect(record.message != nil && record.body == "hello")
    var line: [UInt8] = []
    record.append(to: &line)
    #expect(String(decoding: line, as: UTF8.self) == "\(text)\n")
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

  @Test(.needs("jq")) func `the examples work on a store`() throws {
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
