import Foundation

/// Reads the file of a log again and again, as anyone may who knows its format.
struct RawReader {
  private let file: URL
  /// What was read of it so far, whole lines only.
  private var published = Data()
  private(set) var reading = Reading("a reader of the file")
  private let last: String

  init(_ file: URL, but last: String) {
    self.file = file
    self.last = last
  }

  /// Looks at it as it is now.
  /// - Returns: what is wrong with it.
  mutating func look() throws -> [String] {
    let bytes = try Data(contentsOf: file)
    let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    guard end >= published.count, bytes.prefix(published.count) == published else {
      return ["what stood in the log's file was changed"]
    }
    let new = bytes[published.count..<end]
    published = bytes.prefix(end)
    var violations: [String] = []
    for line in wholeLines(of: String(decoding: new, as: UTF8.self)) {
      if let record = JSONRecord(line.utf8) {
        if let body = record.text("body"), body != last {
          reading.note(number: record.number("seq"), body)
        }
      } else if let start = line.range(of: #""body":""#)?.upperBound {
        if !CountedLine.isTorn(line[start...]) {
          violations.append("a line is spliced: \(line.prefix(300))")
        }
      } else if line.utf8.count > 300 {
        violations.append("a line is neither whole nor torn: \(line.prefix(300))")
      }
    }
    return violations
  }
}
