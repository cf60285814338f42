import Foundation
import TestTools

/// An object that chatctl printed, or a line of a file of its store.
struct JSONRecord {
  private let members: [String: Any]

  /// - Returns: nil for what is no object of JSON.
  init?(_ line: some Collection<UInt8>) {
    guard let value = try? JSONSerialization.jsonObject(with: Data(line)),
      let members = value as? [String: Any]
    else { return nil }
    self.members = members
  }

  /// What a command printed with `--json`.
  static func all(in output: String) throws(Failure) -> [JSONRecord] {
    var records: [JSONRecord] = []
    for line in wholeLines(of: Array(output.utf8)) {
      guard let record = JSONRecord(line) else {
        throw Failure("no line of JSON: \(String(decoding: line.prefix(200), as: UTF8.self))")
      }
      records.append(record)
    }
    return records
  }

  func text(_ name: String) -> String? { members[name] as? String }
  func number(_ name: String) -> Int? { members[name] as? Int }
  func texts(_ name: String) -> [String]? { members[name] as? [String] }
  func objects(_ name: String) -> [[String: Any]] { members[name] as? [[String: Any]] ?? [] }
}
