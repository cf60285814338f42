import Foundation
import Testing

@testable import ChatCore

struct IndexRepairTests {
  @Test func `an index of several files is made anew in order, whatever was there`() throws {
    let log = try TestLog()
    try log.send((1...40).map { "m\($0)" })
    let author = Author(user: try userID("a"), name: "alice")
    try log.withLock { lock throws(ChatError) in
      var writer = try LogWriter.open(log.log, under: lock)
      for number in 1...40 {
        let target = MessageReference(number: Int64(number), date: .noon)
        _ = try writer.append(
          [.edit(target, body: "x"), .text("y")], by: author, now: .noon)
      }
    }
    let folder = "\(log.log.directory)/../edits"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let index = MessageLog(directory: folder, segmentSize: 500, isSparse: true)
    for segment in [1, 7, 99] as [Int64] {
      try put(Array("{\n".utf8), into: index.path(of: segment))
    }
    try log.withLock { lock throws(ChatError) in try index.makeIndex(of: log.log, under: lock) }

    #expect(try index.segments().count > 5 && !index.segments().contains(7))
    var reader = try index.reader(at: index.start())
    var numbers: [Int64] = []
    while let copy = try reader.nextRecord() {
      #expect(copy.body == nil && copy.count == Int64(numbers.count + 1))
      numbers.append(copy.seq)
    }
    #expect(reader.damage == LogDamage())
    #expect(numbers == (0..<40).map { 41 + 2 * $0 })
    for number in numbers { #expect(try index.record(number)?.seq == number) }
  }
}
