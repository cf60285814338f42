import Foundation
import Testing

/// The layers and habits that the compiler does not see.
struct ArchitectureTests {
  @Test(arguments: [
    ("chatctl", ["ChatCore", "ChatSystem"]),
    ("ChatCore", ["ChatSystem", "FoundationEssentials", "Swift"]),
    ("ChatSystem", ["Glibc", "CCrypt", "CLinux"]),
  ])
  func `a module imports only what is below it`(module: String, allowed: [String]) throws {
    for file in try Checkout.swiftFiles(below: "Sources/\(module)") {
      for line in file.code {
        guard let match = line.text.firstMatch(of: importedModule) else { continue }
        #expect(allowed.contains(String(match.output.1)), "\(file.path):\(line.number)")
      }
    }
  }

  @Test(arguments: [
    #"\btry!"#, #"\bas!"#, #"\bfatalError\("#, #"\bprecondition"#, #"[\w)\]]!([^=\w"'`]|$)"#,
    #"(^|[=(]) *print\("#, #"\b(TODO|FIXME)\b"#,
  ])
  func `a trap or a loose end stands nowhere in the sources`(pattern: String) throws {
    let trap = try Regex(pattern)
    for file in try Checkout.swiftFiles(below: "Sources") {
      for (number, line) in zip(1..., file.lines) where line.contains(trap) {
        Issue.record("\(file.path):\(number): \(line)")
      }
    }
  }

  @Test(arguments: ["chatctl", "ChatCore"])
  func `only Main ends the process`(module: String) throws {
    for file in try Checkout.swiftFiles(below: "Sources/\(module)")
    where !file.path.hasSuffix("/Main.swift") {
      for line in file.code where line.text.contains(/\b(_?exit|exitProcess|die)\(/) {
        Issue.record("\(file.path):\(line.number): \(line.text)")
      }
    }
  }

  @Test func `what another module uses is documented`() throws {
    for file in try Checkout.swiftFiles(below: "Sources") {
      for number in file.lines.indices where needsComment(file.lines[number]) {
        let above = file.lines[..<number].last { !$0.contains(/^ *@/) } ?? ""
        #expect(above.contains(/^ *\/\/\//), "\(file.path):\(number + 1): \(file.lines[number])")
      }
    }
  }

  @Test func `the top level holds what a newcomer expects`() throws {
    let allowed = ["Package.swift", "Sources", "Tests", "README.md", "completions", "man"]
    let found = try FileManager.default.contentsOfDirectory(atPath: Checkout.root.path)
    #expect(found.filter { !$0.hasPrefix(".") && !allowed.contains($0) } == [])
  }

  /// Types, functions and computed properties need a comment. A stored property, an initialiser
  /// that cannot fail and what a protocol of the standard library asks for speak for themselves.
  private func needsComment(_ line: Substring) -> Bool {
    guard let match = line.firstMatch(of: packageDeclaration) else { return false }
    let declaration = match.output.1
    return !declaration.contains(witness)
      && declaration.contains(
        /^(static |mutating |consuming )*(struct|enum|final class|class|protocol|typealias|func|init\?|init.*throws|(var|let) .*\{)/
      )
  }

  private let importedModule = /\bimport (?:(?:struct|enum|class|func|var|let|protocol) )?(\w+)/
  private let packageDeclaration = /^ *(?:@\w+(?:\(.*?\))? )*package (?!import)(.*)/
  private let witness =
    /static func [^\w ]|var (description|debugDescription)\b|func (hash|encode)\(/
}
