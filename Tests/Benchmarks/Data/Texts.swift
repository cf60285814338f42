import ChatSystem
import Foundation
import TestTools

/// What the messages say: a public chat history over and over, each time with another suffix, or
/// invented text where there is no history beside the checkout.
struct Texts {
  /// A word that stands in one message only.
  static let rareWord = "kumquatophile"

  /// The file that holds them, a line each.
  static let file = "lines"

  /// Where the texts come from, for whoever reads the numbers.
  let source: String
  private let archive: String?

  init() {
    let name = "shared/corpus/ubuntu-irc.jsonl.xz"
    let path = Build.root.deletingLastPathComponent().appending(path: name).path
    let isPresent = FileManager.default.fileExists(atPath: path)
    archive = isPresent ? path : nil
    source = isPresent ? "grown from ../\(name)" : "of invented text"
  }

  /// Writes so many of them into the file.
  func write(_ count: Int) throws {
    let bodies = try archive.map(history) ?? invented(min(count, 100_000))
    var bytes: [UInt8] = []
    for index in 0..<count {
      let (round, place) = index.quotientAndRemainder(dividingBy: bodies.count)
      bytes += bodies[place].utf8
      if round > 0 { bytes += " (\(round + 1))".utf8 }
      if index == count * 2 / 3 { bytes += " \(Self.rareWord)".utf8 }
      bytes.append(UInt8(ascii: "\n"))
    }
    try writeFile(bytes, to: Self.file)
  }

  private struct Message: Decodable { let body: String }

  private func history(_ archive: String) throws -> [String] {
    let lines = try Launch(["xz", "-dc", archive], environment: ["PATH": Stage.path]).run().output
    let decoder = JSONDecoder()
    return try lines.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let body = try decoder.decode(Message.self, from: Data(line)).body
      let text = String(
        String.UnicodeScalarView(
          body.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
      return text.allSatisfy(\.isWhitespace) ? nil : text
    }
  }

  private func invented(_ count: Int) -> [String] {
    var numbers = Numbers()
    return (0..<count).map { _ in
      (0..<2 + numbers.next(below: 20)).map { _ in numbers.word() }.joined(separator: " ")
    }
  }
}

/// Numbers that look random and are the same each time.
private struct Numbers {
  private var state: UInt64 = 1

  /// As Knuth's MMIX does; the low bits are not used.
  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func word() -> String {
    (0...next(below: 4)).map { _ in
      ["ba", "de", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu"][next(below: 10)]
    }.joined()
  }
}
