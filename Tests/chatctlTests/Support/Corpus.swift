import Foundation

/// A message of the corpus of a public support channel.
struct CorpusMessage: Decodable {
  let name: String
  let body: String
}

/// Data that lies beside the checkout, too large to come with it: `shared/corpus`.
enum Corpus {
  private static let folder = Checkout.root.deletingLastPathComponent()
    .appending(path: "shared/corpus")

  static let isPresent = FileManager.default.fileExists(atPath: folder.path)

  /// The hand-made inputs that break programs, by file name.
  static let oddFiles: [String] = {
    let odd = folder.appending(path: "odd").path
    return (try? FileManager.default.contentsOfDirectory(atPath: odd))?.sorted() ?? []
  }()

  static func odd(_ file: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: "odd").appending(path: file)))
  }

  /// All messages in order of time.
  static func messages() throws -> [CorpusMessage] {
    let archive = folder.appending(path: "ubuntu-irc.jsonl.xz").path
    let outcome = try Launch(words: ["/usr/bin/xz", "-dc", archive]).run()
    let decoder = JSONDecoder()
    return try outcome.output.split(separator: UInt8(ascii: "\n")).map {
      try decoder.decode(CorpusMessage.self, from: Data($0))
    }
  }
}
