import Foundation
import TestTools

/// A program that people trust with what they commit, to see what power cuts do to that.
struct BlockComparison: Sendable {
  let name: String
  /// The program, and what it stores with.
  private let program: String
  /// Commands of the shell, run in a directory on the disk: `$1` is the text that is committed.
  private let setUp: String
  private let commit: String
  /// Prints a line for each text that is there.
  private let list: String

  static let all = [
    BlockComparison(
      name: "SQLite, WAL, synchronous=FULL", program: "sqlite3",
      setUp: "sqlite3 db 'PRAGMA journal_mode=WAL; CREATE TABLE texts (text)'",
      commit: #"sqlite3 db "PRAGMA synchronous=FULL; INSERT INTO texts VALUES ('$1')""#,
      list: "sqlite3 db 'SELECT text FROM texts'"),
    BlockComparison(
      name: "git, its defaults", program: "git",
      setUp: "git init --quiet && git config user.name a && git config user.email a@example.org",
      commit: #"echo "$1" >file && git add file && git commit --quiet --message "$1""#,
      list: "git log --format=%s"),
  ]

  private static let commits = 10

  /// Why there is none; nil where there is.
  var obstacle: String? {
    let isThere = (try? Launch([program], environment: Self.environment).program()) != nil
    return isThere ? nil : "the Debian package \(program) is not installed"
  }

  /// Looks at so many states, and counts those in which something is lost that was acknowledged.
  func run(
    _ goal: Int, seed: UInt64, on bench: DiskBench
  ) throws -> (states: Int, losses: Int) {
    let texts = (1...Self.commits).map { "text \($0)" }
    let recording = try bench.record(on: .ext4) {
      _ = try shell(setUp, in: bench).run()
    } act: { acknowledge in
      for text in texts {
        try shell(commit, text, in: bench).run()
        acknowledge()
      }
    }
    let model = BlockModel(recording, on: .ext4, seed: seed)
    var losses = 0
    let count = try model.survey(goal) { candidate, image, _ in
      let found = try bench.look(at: image, .ext4) { try shell(list, in: bench).finish() }
      let lines = found.code == 0 ? found.output.split(separator: "\n").map(String.init) : []
      let acknowledged = texts.prefix(model.acknowledged(in: candidate))
      if !Set(lines).isSuperset(of: acknowledged) { losses += 1 }
    }
    return (count, losses)
  }

  private func shell(_ script: String, _ text: String = "", in bench: DiskBench) -> Launch {
    let home = bench.mountPoint.path
    return Launch(
      ["sh", "-c", "cd \"$0\" && \(script)", home, text],
      environment: Self.environment.merging(["HOME": home]) { $1 })
  }

  private static let environment = ["PATH": "/usr/bin:/bin"]
}
