import ChatSystem

/// The messages of a chat: a chain of segments, files of lines of JSON, to which lines are only
/// added.
///
/// Only what ends in a line break counts, but for the end of a segment that others follow: nothing
/// more is written there. A line that is no record was torn by a crash or damaged; it takes a
/// number and is passed over. A segment that is full ends in a line that names the next one.
/// Nothing that was published is ever cut off or moved, so readers need no lock: a trial in which
/// writers truncated torn lines gave readers valid lines that nobody had written.
struct MessageLog: Equatable, Sendable {
  /// The directory of the segments.
  let directory: String
  /// From this size on a segment is full, in bytes.
  var segmentSize: Int64 = 8 << 20
  /// Whether its records are copies of some of another log's, with their numbers, so that a gap in
  /// them and a number that comes again mean nothing.
  var isSparse = false

  func path(of segment: Int64) -> String {
    "\(directory)/\(SegmentName(firstSeq: segment).text)"
  }

  /// The first numbers of all segments, in order; none of an index that was never made.
  func segments() throws(ChatError) -> [Int64] {
    var segments: [Int64] = []
    let isThere: Void? = try attemptIfPresent(.list, directory) { () throws(Errno) in
      try Directory.forEachName(in: directory) { name in
        if let segment = SegmentName(name) { segments.append(segment.firstSeq) }
      }
    }
    if isThere == nil && !isSparse { throw .missing(directory) }
    return segments.sorted()
  }

  /// The segment that was begun last.
  func lastSegment() throws(ChatError) -> Int64 {
    guard let last = try segments().last else {
      throw .damaged(path: directory, reason: "it holds no messages file")
    }
    return last
  }

  /// The segment that follows one that ends in a line which names `following`. Where there is none
  /// of that name, the directory tells; nil when `segment` is the last one.
  func segment(
    after segment: Int64, named following: Int64
  ) throws(ChatError) -> Int64? {
    if following > segment, try exists(following) { return following }
    return try self.segment(after: segment)
  }

  /// The segment that follows `segment` by the directory; nil when that is the last one.
  func segment(after segment: Int64) throws(ChatError) -> Int64? {
    try segments().first { $0 > segment }
  }

  /// The last segment before `segment`, by the directory; none is before number 1.
  func segment(before segment: Int64) throws(ChatError) -> Int64? {
    segment <= 1 ? nil : try segments().last { $0 < segment }
  }

  /// Whether there is a segment that begins with this number.
  func exists(_ segment: Int64) throws(ChatError) -> Bool {
    let path = path(of: segment)
    return try attempt(.inspect, path) { () throws(Errno) in try pathExists(path) }
  }

  func open(
    _ segment: Int64, _ flags: OpenFlags = .readOnly
  ) throws(ChatError) -> FileDescriptor {
    var size: Int64 = 0
    return try open(path: path(of: segment), flags, size: &size)
  }

  /// Opens a segment by its path, and tells how large it is, in bytes.
  func open(
    path: String, _ flags: OpenFlags = .readOnly, size: inout Int64
  ) throws(ChatError) -> FileDescriptor {
    try attempt(.open, path) { () throws(Errno) in try .openFile(path, flags, size: &size) }
  }

  /// Reads on from a place.
  func reader(at position: LogPosition) throws(ChatError) -> MessageReader {
    try MessageReader(self, at: position)
  }

  /// Goes on from where another reader stopped, also when the log's files were replaced meanwhile.
  func reader(continuing position: LogPosition) throws(ChatError) -> MessageReader {
    try MessageReader.continuing(position, in: self)
  }

  /// How many messages there are up to a record of the log.
  func count(through record: LogRecord) throws(ChatError) -> Int64 {
    if let count = record.countSoFar { return count }
    var reader = try ReverseMessageReader(self, before: position(afterNumber: record.seq))
    while let line = try reader.nextLine() {
      if case .record(let earlier) = line, let count = earlier.countSoFar { return count }
    }
    return 0
  }

  /// Reads backwards from the end.
  func reverseReader() throws(ChatError) -> ReverseMessageReader {
    try ReverseMessageReader(self, from: lastSegment())
  }

  /// The same, where an unfinished line at the end is given time to be finished: it is being
  /// written, or a writer has crashed there, which counts as damage.
  func settledReverseReader() throws(ChatError) -> ReverseMessageReader {
    for _ in 0..<Self.settlingTries {
      let reader = try reverseReader()
      if reader.fragment.isEmpty { return reader }
      try waitForWriter()
    }
    var reader = try reverseReader()
    reader.countFragment()
    return reader
  }

  /// How often what may be half written, or half seen, is looked at again.
  static let settlingTries = 5

  /// Lets a moment pass in which a writer may finish.
  func waitForWriter() throws(ChatError) {
    _ = try attempt(.read, directory) { () throws(Errno) in
      try waitForEvents([], timeout: .milliseconds(20))
    }
  }
}

/// A place in a log, between two lines.
struct LogPosition: Equatable, Sendable {
  /// The first number of its segment.
  var segment: Int64
  /// In bytes from the segment's start.
  var offset: Int64
  /// The record before it, if one was read; tells whether the log is still the one it was.
  var last: Mark?
  /// The lines since that record, which are none; each stands for a number.
  var linesPassedOver: Int64 = 0

  /// Whether it comes before another place.
  func isBefore(_ other: LogPosition) -> Bool {
    (segment, offset) < (other.segment, other.offset)
  }

  /// A record to be recognised by.
  struct Mark: Equatable, Sendable {
    var seq: Int64
    var date: Timestamp
    /// Where its line begins in the segment of the position; nil when it was in an earlier one.
    var offset: Int64?

    /// As if a record stood before the first, so that it is noticed when the first are gone.
    static let beforeAll = Mark(seq: 0, date: Timestamp(milliseconds: .min), offset: nil)
  }
}

/// What ends every line.
let lineBreak = UInt8(ascii: "\n")
