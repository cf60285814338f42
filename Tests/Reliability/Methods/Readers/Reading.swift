import Foundation
import TestTools

/// What a reader has seen of the chat, line by line.
struct Reading: Sendable {
  /// How the reader was started.
  let reader: String
  private(set) var sightings: [Sighting] = []
  /// Lines that are not what anyone wrote.
  private(set) var violations: [String] = []

  init(_ reader: String) { self.reader = reader }

  mutating func note(number: Int?, _ text: String) {
    guard let number, let line = CountedLine(text) else {
      violations.append(
        "\(reader) showed what nobody wrote: \(text.prefix(80)), \(text.utf8.count) bytes")
      return
    }
    sightings.append(Sighting(number: number, name: line.name))
  }

  /// Takes what a command printed in a pipe: five fields a line.
  /// - Parameter last: a message that is none of those that count.
  static func ofFields(_ outcome: Outcome, by reader: String, but last: String) -> Reading {
    var reading = Reading(reader)
    for line in wholeLines(of: outcome.output) {
      let fields = line.split(separator: "\t", maxSplits: 4, omittingEmptySubsequences: false)
      if fields.last.map({ $0 == last }) == true { continue }
      guard fields.count == 5 else {
        reading.note(number: nil, line)
        continue
      }
      reading.note(number: Int(fields[2]), String(fields[4]))
    }
    return reading
  }

  /// Takes what a command printed as JSON.
  static func ofJSON(_ outcome: Outcome, by reader: String, but last: String) -> Reading {
    var reading = Reading(reader)
    for line in wholeLines(of: outcome.output) {
      guard let record = JSONRecord(line.utf8) else {
        reading.note(number: nil, line)
        continue
      }
      guard record.text("type") == "message", record.text("body") != last else { continue }
      reading.note(number: record.number("number"), record.text("body") ?? "nothing")
    }
    return reading
  }

  /// What is wrong with it.
  /// - Parameter truth: all there is, in order.
  /// - Returns: also where that begins which was seen, and what follows it.
  func judge(by truth: [Sighting], at places: [Int: Int]) -> (
    violations: [String], seen: Range<Int>?
  ) {
    if !violations.isEmpty { return (violations, nil) }
    guard let first = sightings.first else { return ([], nil) }
    guard let start = places[first.number] else {
      return (["\(reader) showed #\(first.number), which is not there"], nil)
    }
    let end = min(start + sightings.count, truth.count)
    let difference = zip(sightings, truth[start..<end]).first { $0 != $1 }
    if let (seen, there) = difference {
      return (
        ["\(reader) showed #\(seen.number) \(seen.name) where #\(there.number) \(there.name) is"],
        nil
      )
    }
    if sightings.count > end - start { return (["\(reader) showed more than there is"], nil) }
    return ([], start..<end)
  }
}
