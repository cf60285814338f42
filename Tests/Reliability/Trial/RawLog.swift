import Foundation
import TestTools

/// A chat's log as its files hold it, read without chatctl, and what is wrong with it.
struct RawLog {
  /// The records of its messages, edits, deletions and events, in order.
  private(set) var records: [JSONRecord] = []
  /// The lines that are none.
  private(set) var torn: [String] = []
  /// What no log may hold.
  private(set) var violations: [String] = []
  /// All of its bytes.
  private(set) var bytes = Data()

  /// Reads the log of a chat of a store.
  /// - Parameter chatID: names its directory.
  init(of chatID: String, in world: World) throws {
    let directory = world.store.appending(path: "chats/\(chatID)/messages")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    var reading = Reading()
    for name in names.filter({ $0.hasSuffix(".jsonl") }).sorted() {
      let segment = try Data(contentsOf: directory.appending(path: name))
      bytes += segment
      // What follows the last line break is not published.
      for line in wholeLines(of: Array(segment)) { note(line, &reading) }
    }
  }

  /// What is known of the lines so far.
  private struct Reading {
    var seq = 0
    var count = 0
    var date = ""
    var tornLines = 0
    var keys: Set<String> = []
  }

  private mutating func note(_ line: ArraySlice<UInt8>, _ reading: inout Reading) {
    guard let record = JSONRecord(line), let date = record.text("date"), record.text("user") != nil,
      let seq = record.number("seq")
    else {
      if JSONRecord(line)?.text("next") == nil {
        torn.append(String(decoding: line, as: UTF8.self))
        reading.tornLines += 1
      }
      return
    }
    records.append(record)
    if seq != reading.seq + reading.tornLines + 1 {
      violations.append(
        "#\(seq) follows #\(reading.seq) and \(reading.tornLines) lines that are no records")
    }
    if date < reading.date { violations.append("#\(seq) is of \(date), after \(reading.date)") }
    if let count = record.number("n") {
      if count != reading.count + 1 {
        violations.append("#\(seq) is message \(count), after message \(reading.count)")
      }
      reading.count = count
    } else if let total = record.number("total"), total != reading.count {
      violations.append("#\(seq) tells of \(total) messages, there are \(reading.count)")
    }
    if let key = record.text("key"), !reading.keys.insert(key).inserted {
      violations.append("#\(seq) has a key that an earlier message has")
    }
    reading.seq = seq
    reading.date = date
    reading.tornLines = 0
  }
}
