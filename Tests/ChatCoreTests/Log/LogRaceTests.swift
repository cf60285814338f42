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
    let hasBeenRead = DispatchSemaphore(value: 0)
    DispatchQueue.global().async(group: writing) {
      do {
        for number in 1...count / 2 {
          try log.send(text, text)
          // So that the reader is there while the others are written.
          if number == 1 { hasBeenRead.wait() }
        }
      } catch {
        failure.withLock { $0 = error }
      }
    }
    var seen: [Int64] = []
    var position = try log.log.start()
    var isDone = false
    var findings = 0
    while !isDone {
      // One more look after the last was written.
      isDone = writing.wait(timeout: .now()) == .success
      var reader = try log.log.reader(continuing: position)
      let before = seen.count
      while let record = try reader.nextRecord() { seen.append(record.seq) }
      if seen.count > before {
        findings += 1
        hasBeenRead.signal()
      }
      #expect(reader.damage == LogDamage())
      position = reader.position
    }
    try failure.withLock { if let error = $0 { throw error } }
    #expect(seen == Array(1...count))
    #expect(findings >= 2)
  }

  @Test(arguments: 0..<3)
  func `who reads backwards while a text is erased takes it for no damage`(shift: Int) throws {
    let log = try TestLog()
    try log.send("one", String(repeating: "x", count: shift) + String(repeating: "あ", count: 9_000))
    let message = try #require(try log.log.record(2)?.message)
    // It has read the end of the text, and reads the rest later: the seam is in a character twice.
    var reader = try log.log.reverseReader()
    let texts = try log.log.texts(of: message.reference, from: log.log.start())
    try log.withLock { lock throws(ChatError) in
      try log.log.eraseTexts(of: message.reference, at: texts.places, under: lock)
    }
    #expect(try reader.nextEntry()?.message?.number == 2)
    #expect(try reader.nextEntry()?.message?.body == "one")
    #expect(reader.damage == LogDamage())
  }
}
