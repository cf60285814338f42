import Foundation
import TestTools
import Testing

@testable import reliability

/// What reads bytes that anybody may have written keeps its rules, whatever they are. The full form
/// is the method `fuzzing`.
struct FuzzingTests {
  @Test(arguments: FuzzTarget.allCases)
  func `odd inputs and random changes of them break no rule`(target: FuzzTarget) throws {
    let corpus = Build.root.appending(path: "Tests/Fuzzing/Corpus/\(target.rawValue)")
    let names = try FileManager.default.contentsOfDirectory(atPath: corpus.path).sorted()
    let inputs = try names.map { Array(try Data(contentsOf: corpus.appending(path: $0))) }
    var mutator = Mutator(seed: 1, inputs)
    for input in inputs + (0..<3000).map({ _ in mutator.next() }) {
      #expect(throws: Never.self, "\(input)") { try target.check(input) }
    }
  }

  @Test func `each target has inputs to begin with, and each directory a target`() throws {
    #expect(try Fuzzer.targets() == FuzzTarget.allCases.map(\.rawValue).sorted())
  }
}
