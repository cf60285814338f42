import Dispatch
import Synchronization
import Testing

@testable import ChatCore

@Suite struct LogRaceTests {
  @Test func `who reads while a log is written and rotated misses nothing`() throws {
    let log = try TestLog(segmentSize: 100_000)
    let count: Int64 = 200
    // Of many pages, so that a batch is seen in parts.
    let text = String(repeating: "x", count: 30_000)
    let failure = Mutex<(any Error)?>(nil)
    let writing = DispatchGroup()
    DispatchQueue.global().async(group: writing) {
      do {
        for _ in 1...count / 2 { try log.send(text, text) }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    var seen: [Int64] = []
    var position = try log.log.start()
    var isDone = false
    while !isDone {
      // One more look after the last was written.
      isDone = writing.wait(timeout: .now()) == .success
      var reader = try log.log.reader(continuing: position)
      while let record = try reader.nextRecord() { seen.append(record.seq) }
      #expect(reader.damage == LogDamage())
      position = reader.position
    }
    try failure.withLock { if let error = $0 { throw error } }
    #expect(seen == Array(1...count))
  }
}
