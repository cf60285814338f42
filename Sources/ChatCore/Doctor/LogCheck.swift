import ChatSystem

/// The log of a chat, read line by line from its beginning, and the index of its changes beside it:
/// numbers, dates and counts, how its files hang together, and whether what was deleted is gone.
///
/// Both are read as streams, so that a log of any length takes little memory; kept are only which
/// messages were deleted, and who wrote.
struct LogCheck {
  let log: MessageLog
  let index: MessageLog
  let chat: ChatLayout
  let store: Store
  let files: FileCheck
  let progress: (Int) -> Void
  private(set) var findings = Findings()

  /// The last record, and what came after it.
  private var last: LogRecord?
  /// How many messages there are up to it; nil where it does not tell.
  private var count: Int64? = 0
  /// How many numbers were lost since then: lines that are none, and gaps.
  private var lost: Int64 = 0
  /// How many of them are lines.
  private var lostLines: Int64 = 0
  private var isDisordered = false
  /// Of the index: whether it has lines that are none, or such as no crash leaves, and whether its
  /// copies are out of order.
  private var isIndexDamaged = false
  private var isIndexForeign = false
  private var isIndexDisordered = false
  /// The messages that were deleted, as far as the index tells.
  private var deleted: Set<MessageReference> = []
  /// Those of them that still have a text.
  private var unerased: Set<MessageReference> = []
  /// Deletions that the index does not tell of.
  private var unindexed: Set<MessageReference> = []
  /// The people of the lines so far.
  private var people: Set<UserID> = []

  init(
    _ log: MessageLog, index: MessageLog, chat: ChatLayout, store: Store, files: FileCheck,
    progress: @escaping (Int) -> Void
  ) {
    self.log = log
    self.index = index
    self.chat = chat
    self.store = store
    self.files = files
    self.progress = progress
  }

  /// - Parameter lock: of the chat, where there is one.
  mutating func check(lock: String?) {
    _ = listSegments(of: log)
    if (try? FileStatus(of: index.directory))?.kind == .directory { _ = listSegments(of: index) }
    do throws(ChatError) {
      try readIndex()
      let before = findings
      try readLog()
      if !unindexed.isEmpty {
        // Of these it is known only now that their texts are to be gone.
        deleted.formUnion(unindexed)
        findings = before
        try readLog()
      }
      if isIndexDamaged {
        let losesChanges = findings.all.contains { finding in
          if case .lacksChange = finding.fault { true } else { false }
        }
        findings.add(
          .damagedIndex(isHarmless: !losesChanges && !isIndexDisordered && !isIndexForeign),
          at: index.directory)
      }
      // Where numbers come again, none leads to one record.
      if isDisordered { findings.forget { $0.fault.reliesOnOrder } }
      if let lock { try checkNote(in: lock) }
    } catch {
      let path = error.unusableFile ?? log.directory
      let isTold = findings.all.contains { $0.path == path }
      if !isTold { findings.add(.unusable(error), at: path) }
    }
  }

  private mutating func listSegments(of log: MessageLog) -> [String] {
    files.list(log.directory, into: &findings) { SegmentName($0) == nil ? nil : .log }
  }

  // MARK: The log

  private mutating func readLog() throws(ChatError) {
    (last, count, lost, lostLines) = (nil, 0, 0, 0)
    (unerased, people) = ([], [])
    var copies = try IndexReader(index)
    _ = try log.lastSegment()
    var segments = try log.segments()
    var next = 0
    while next < segments.count {
      let segment = segments[next]
      let following = next + 1 < segments.count ? segments[next + 1] : nil
      let named = try readSegment(segment, following: following, &copies)
      next += 1
      // It may have been begun since the directory was read.
      if following == nil, named != nil {
        segments += try log.segments().filter { $0 > segment }
        if next == segments.count, let named {
          findings.add(.nextLost(named: named), at: log.path(of: segment))
        }
      }
    }
    for number in try copies.rest() { findings.add(.falseChange(number), at: index.directory) }
  }

  /// - Returns: the segment that is named as the next one.
  private mutating func readSegment(
    _ segment: Int64, following: Int64?, _ copies: inout IndexReader
  ) throws(ChatError) -> Int64? {
    let path = log.path(of: segment)
    let file = try log.open(segment)
    var lines = SegmentLines()
    var offset: Int64 = 0
    var named: Int64?
    var isFirst = true
    while let line = try lines.line(at: offset, of: file, path) {
      progress(line.bytes.count)
      if line.isUnfinished {
        readEnd(line.bytes, at: offset, in: path, following, named, isFirst ? segment : nil)
        if following != nil { return named ?? following }
        break
      }
      if named != nil { findings.add(.linesAfterNext, at: path) }
      switch LogLine(line.bytes, in: line.bytes.indices) {
      case .record(let record) where record.hasSuccessor:
        if isFirst, record.seq != segment { findings.add(.wrongFirst(record.seq), at: path) }
        try take(record, in: path, &copies)
      case .next(let first): named = first
      case .record, .invalid: pass(line.bytes, at: offset, in: path)
      }
      isFirst = false
      offset += line.length
    }
    guard let following else { return named }
    if named == nil {
      findings.add(.nextMissing(following: following), at: path)
    } else if let named, named != following {
      findings.add(.nextWrong(named: named, following: following), at: path)
    }
    return named
  }

  /// Looks at what stands after the last line break of a segment.
  private mutating func readEnd(
    _ bytes: [UInt8], at offset: Int64, in path: String, _ following: Int64?, _ named: Int64?,
    _ first: Int64?
  ) {
    if let following {
      if LogLine.isBegunNext(bytes[...], following) {
        findings.add(.nextMissing(following: following), at: path)
      } else {
        findings.add(.cutSegment, at: path)
        (lost, lostLines) = (lost + 1, lostLines + 1)
      }
      return
    }
    if case .record(let record) = LogLine(bytes, in: bytes.indices), record.hasSuccessor {
      findings.add(.unfinishedEnd(offset: offset, isRecord: true), at: path)
    } else {
      findings.add(.unfinishedEnd(offset: offset, isRecord: false), at: path)
    }
  }

  private mutating func take(
    _ record: LogRecord, in path: String, _ copies: inout IndexReader
  ) throws(ChatError) {
    let before = last?.seq ?? 0
    let expected = before + lostLines + 1
    if record.seq <= before {
      findings.add(.numbersGoBack(record.seq, after: before), at: path)
      count = nil
      isDisordered = true
    } else if record.seq > expected {
      findings.add(.missingNumbers(first: expected, last: record.seq - 1), at: path)
      lost += record.seq - expected
    }
    if let last, record.date < last.date { findings.add(.datesGoBack(record.seq), at: path) }
    checkCount(of: record, in: path)
    if let change = record.change {
      let (isKnown, wrong) = try copies.findCopy(of: record)
      for number in wrong { findings.add(.falseChange(number), at: index.directory) }
      if !isKnown { findings.add(.lacksChange(record.seq), at: index.directory) }
      if case .deletion(let target) = change {
        if !deleted.contains(target) { unindexed.insert(target) }
        if unerased.remove(target) != nil { findings.add(.unerased(target), at: path) }
      }
    }
    if !deleted.isEmpty, let message = record.textOwner, deleted.contains(message) {
      unerased.insert(message)
    }
    if let key = record.key { checkKey(key, of: record) }
    if record.user != last?.user { checkPerson(record.user, in: path) }
    if let subject = record.event?.subject { checkPerson(subject.user, in: path) }
    (last, lost, lostLines) = (record, 0, 0)
  }

  private mutating func checkPerson(_ user: UserID, in path: String) {
    if people.insert(user).inserted, store.isNoAccount(user) {
      findings.add(.noAccount(user.text, as: .author), at: path)
    }
  }

  private mutating func checkCount(of record: LogRecord, in path: String) {
    guard let told = record.countSoFar else {
      // As the first versions wrote what is no message.
      return
    }
    if let count {
      let own: Int64 = record.count == nil ? 0 : 1
      // What is lost may have been messages or not.
      if !(count + own...count + own + lost).contains(told) {
        findings.add(.miscounted(record.seq), at: path)
      }
    }
    count = told
  }

  /// Passes over a line that is no record.
  private mutating func pass(_ bytes: [UInt8], at offset: Int64, in path: String) {
    let number = (last?.seq ?? 0) + lost + 1
    (lost, lostLines) = (lost + 1, lostLines + 1)
    if let message = deletedMessage(in: bytes) {
      findings.add(.unerased(message), at: path)
    } else if LogLine.isTorn(bytes, number: number) {
      findings.add(.tornLine(number: number), at: path)
    } else {
      findings.add(.damagedLine(offset: offset, number: number), at: path)
    }
  }

  /// The message that was deleted of which a line seems to have a text, where an erasing stopped
  /// inside a character.
  private func deletedMessage(in bytes: [UInt8]) -> MessageReference? {
    guard let body = LogLine.bodyRange(in: bytes, isTorn: true),
      bytes[body].contains(where: { $0 != UInt8(ascii: " ") })
    else { return nil }
    return deleted.first { LogLine.invalid.mayGive($0, text: bytes) }
  }

  private mutating func checkKey(_ digest: String, of record: LogRecord) {
    guard digest.utf8.count == 64, digest.utf8.allSatisfy(isIdentifierDigit) else { return }
    let path = chat.key(digest)
    do throws(ChatError) {
      let claim = try Document.read(KeyClaim.self, at: path)
      if let claim, claim.seq == record.seq {
        if let right = KeyClaim(record), right != claim {
          findings.add(.keyFalse(record.seq), at: path)
        }
        return
      }
      // Sent again after the claim of the first was lost, it is of the second.
      if let claim, try log.record(claim.seq)?.key == digest { return }
      if KeyClaim(record) != nil { findings.add(.keyLost(record.seq), at: path) }
    } catch {
      // Told with the keys.
    }
  }

  /// Whether the note in the chat's lock leads writers to the end.
  private mutating func checkNote(in lock: String) throws(ChatError) {
    let note = try attempt(.read, lock) { () throws(Errno) in try FileLock.note(in: lock) }
    guard let noted = LockNote.segment(in: note), try log.exists(noted) else { return }
    let last = try log.lastSegment()
    var segment = noted
    while segment < last, let following = try log.following(segment) { segment = following }
    if segment < last { findings.add(.misleadingLock(segment: noted, last: last), at: lock) }
  }

  // MARK: The index

  private mutating func readIndex() throws(ChatError) {
    if try index.segments().isEmpty { return }
    var reader = try index.reader(at: index.start())
    var before: Int64 = 0
    var isInOrder = true
    while let copy = try reader.nextRecord() {
      if case .deletion(let target) = copy.change { deleted.insert(target) }
      isInOrder = isInOrder && copy.seq >= before
      before = copy.seq
    }
    isIndexDisordered = !isInOrder
    isIndexDamaged = !isInOrder || reader.damage.lines > 0
    if isIndexDamaged { isIndexForeign = try hasForeignLines() }
  }

  /// Whether the index has a line that is no beginning of one of its.
  private func hasForeignLines() throws(ChatError) -> Bool {
    for segment in try index.segments() {
      let file = try index.open(segment)
      var lines = SegmentLines()
      var offset: Int64 = 0
      while let line = try lines.line(at: offset, of: file, index.path(of: segment)) {
        if LogLine(line.bytes, in: line.bytes.indices) == .invalid, !LogLine.isBegun(line.bytes) {
          return true
        }
        if line.isUnfinished { break }
        offset += line.length
      }
    }
    return false
  }
}

extension LogRecord {
  /// The message that it gives a text; nil where the text was erased, too.
  fileprivate var textOwner: MessageReference? {
    guard let entry, entry.text?.isEmpty == false else { return nil }
    switch entry {
    case .message(let message): return message.reference
    case .update(let update): return update.target
    }
  }
}

extension MessageLog {
  /// The segment to which a writer goes on from one that is not the last.
  /// - Returns: nil where it would write there.
  fileprivate func following(_ segment: Int64) throws(ChatError) -> Int64? {
    let lines = try reverseLines(of: segment)
    if lines.size >= segmentSize { return try self.segment(after: segment) }
    return try namedSegment(at: lines).flatMap { named throws(ChatError) in
      try self.segment(after: segment, named: named)
    }
  }

  private func namedSegment(at lines: consuming ReverseLineReader) throws(ChatError) -> Int64? {
    guard lines.fragment.isEmpty, let line = try lines.nextLine(),
      case .next(let named) = LogLine(line, in: line.indices)
    else { return nil }
    return named
  }
}
