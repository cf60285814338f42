/// Reads the index of a log beside it, both being in the order of numbers.
struct IndexReader: ~Copyable {
  private var reader: MessageReader?
  private var next: LogRecord?

  init(_ index: MessageLog) throws(ChatError) {
    reader = try index.segments().isEmpty ? nil : index.reader(at: index.start())
  }

  /// Goes on to the copies of a record that changes a message.
  /// - Returns: whether there is one, and the numbers of copies up to there that are of nothing.
  mutating func findCopy(of record: LogRecord) throws(ChatError) -> (isKnown: Bool, wrong: [Int64])
  {
    var isKnown = false
    var wrong: [Int64] = []
    while let copy = try peek(), copy.seq <= record.seq {
      if copy.seq == record.seq, copy.change == record.change {
        isKnown = true
      } else {
        wrong.append(copy.seq)
      }
      next = nil
    }
    return (isKnown, wrong)
  }

  /// The numbers of the copies that are left, of records that are not there.
  mutating func rest() throws(ChatError) -> [Int64] {
    var numbers: [Int64] = []
    while let copy = try peek(), numbers.count < 1000 {
      numbers.append(copy.seq)
      next = nil
    }
    return numbers
  }

  private mutating func peek() throws(ChatError) -> LogRecord? {
    if next == nil { next = try reader?.nextRecord() }
    return next
  }
}
