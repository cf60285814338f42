import ChatSystem

extension MessageLog {
  /// Makes this index of changes anew of the log that it is of, segment by segment; its directory
  /// is there. Whoever reads it meanwhile may find a change missing or twice, as it holds hints
  /// alone.
  /// - Parameter lock: of the chat.
  func makeIndex(of log: MessageLog, under lock: borrowing ChatLock) throws(ChatError) {
    var reader = try log.reader(at: log.start())
    var made: Set<Int64> = []
    var segment: Int64 = 1
    var bytes: [UInt8] = []
    var count: Int64 = 0
    while let record = try reader.nextRecord() {
      if record.change == nil { continue }
      if bytes.count >= segmentSize {
        try replace(segment, with: bytes + LogLine.next(record.seq), lock.access.fileMode)
        made.insert(segment)
        (segment, bytes) = (record.seq, [])
      }
      count += 1
      record.copy(count).append(to: &bytes)
    }
    try replace(segment, with: bytes, lock.access.fileMode)
    made.insert(segment)
    for old in try segments() where !made.contains(old) {
      let path = path(of: old)
      try attempt(.remove, path) { () throws(Errno) in try removeFile(path) }
    }
    try synchronizeDirectory(directory)
  }

  private func replace(
    _ segment: Int64, with bytes: [UInt8], _ mode: FileMode
  ) throws(ChatError) {
    let path = path(of: segment)
    try synchronizeDirectory(
      try attempt(.replace, path) { () throws(Errno) in
        try AtomicFile.replace(path, with: bytes, mode: mode)
      })
  }
}
