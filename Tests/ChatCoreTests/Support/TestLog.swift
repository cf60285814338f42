import ChatSystem
import Foundation
import Testing

@testable import ChatCore

/// A log in a directory of its own.
struct TestLog {
  let log: MessageLog
  private let author: Author
  private let directory: TemporaryDirectory

  init(segmentSize: Int64 = 8 << 20) throws {
    author = Author(user: try userID("a"), name: "alice")
    directory = try TemporaryDirectory()
    log = MessageLog(directory: "\(directory.path)/messages", segmentSize: segmentSize)
    try FileManager.default.createDirectory(
      atPath: log.directory, withIntermediateDirectories: false)
    try put([], into: log.path(of: 1))
  }

  /// Runs `body` under the lock of the log.
  /// - Parameter hint: the segment that whoever had it before noted as the last.
  func withLock<Result: ~Copyable>(
    hint: Int64? = nil, _ body: (borrowing ChatLock) throws(ChatError) -> Result
  ) throws -> Result {
    let path = "\(directory.path)/lock"
    let client = Client(command: "test", lockTimeout: .seconds(60)) { .noon }
    let file = try client.waitForLock(path, creating: Access.secretMode)
    file.leave(LockNote(holder: client.holder, segment: hint))
    let lock = try ChatLock.take(file, path: path, holder: client.holder, .owner)
    return try body(lock)
  }

  /// Sends as a command does: a writer for each batch.
  @discardableResult
  func send(
    _ bodies: String..., at now: Timestamp = .noon, hint: Int64? = nil
  ) throws -> Receipt {
    try send(bodies, at: now, hint: hint)
  }

  @discardableResult
  func send(_ bodies: [String], at now: Timestamp = .noon, hint: Int64? = nil) throws -> Receipt {
    try withLock(hint: hint) { lock throws(ChatError) in
      var writer = try LogWriter.open(log, under: lock)
      let (receipt, failure) = try writer.append(
        bodies.map(NewRecord.text), by: author, now: now)
      if let failure { throw failure }
      return receipt
    }
  }

  /// Puts `bytes` at the end of a segment.
  func append(_ bytes: [UInt8], to segment: Int64 = 1) throws {
    try put(self.bytes(of: segment) + bytes, into: log.path(of: segment))
  }

  func bytes(of segment: Int64 = 1) throws -> [UInt8] { try contents(of: log.path(of: segment)) }

  /// A record that is no message.
  func record(seq: Int64) -> LogRecord {
    LogRecord(seq: seq, date: .noon, user: author.user, name: author.name)
  }

  func remove(_ segment: Int64) throws {
    try FileManager.default.removeItem(atPath: log.path(of: segment))
  }

  /// Every record and the damage between them, read onwards from the beginning.
  func readForwards() throws -> (records: [LogRecord], damage: LogDamage) {
    var reader = try log.reader(at: log.start())
    var records: [LogRecord] = []
    while let record = try reader.nextRecord() { records.append(record) }
    return (records, reader.damage)
  }

  /// The same, read backwards from the end and turned round.
  func readBackwards() throws -> (records: [LogRecord], damage: LogDamage) {
    var reader = try log.reverseReader()
    var records: [LogRecord] = []
    while let line = try reader.nextLine() {
      if case .record(let record) = line { records.append(record) }
    }
    return (records.reversed(), reader.damage)
  }
}

/// An id of one digit again and again.
func userID(_ digit: Character) throws -> UserID {
  try #require(UserID(String(repeating: digit, count: 20)))
}

extension LogRecord {
  /// The record as a line without its line break.
  var line: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes.dropLast()
  }
}

extension LogLine {
  init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.indices) }
  init(_ text: String) { self.init(Array(text.utf8)) }
}

extension NewRecord {
  /// A message of this text.
  static func text(_ body: String) -> NewRecord {
    .message(NewMessage(body), reply: nil, key: nil)
  }
}
