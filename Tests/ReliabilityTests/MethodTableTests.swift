import Testing

@testable import chatctl
@testable import reliability

/// What the programme and the manual say of each other.
struct MethodTableTests {
  @Test func `chatctl-store(5) names every method at a promise, and no other`() {
    let named = Guide.store.sections.first { $0.title == "PROMISES" }?.blocks.flatMap { block in
      if case .terms(let terms) = block { terms.map(\.1) } else { [String]() }
    }
    let words = (named ?? []).flatMap { text in
      text.matches(of: /\(([a-z;, -]+)\)$/).flatMap { $0.output.1.split { ";, ".contains($0) } }
    }
    let methods = MethodTable.methods.map(\.name)
    #expect(Set(words.map(String.init)) == Set(methods + ["tests", "benchmarks"]))
  }

  @Test func `every method has a bug that it finds`() {
    #expect(Set(PlantedTrial.all.map(\.method)) == Set(MethodTable.methods.map(\.name)))
  }
}
