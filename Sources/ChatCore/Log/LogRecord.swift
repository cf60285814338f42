/// One record of a message log, a line of JSON:
///
///     {"seq":42,"n":40,"date":"2026-11-30T01:05:23.123Z","user":"…","name":"alice","body":"hello"}
///
/// A record with a body is a message; others take a number but are none.
struct LogRecord: Equatable, Sendable {
  /// Its number in the chat; each record's is one more than that of the line before.
  var seq: Int64
  /// How many messages there are up to this one; nil in a record that is no message.
  var count: Int64?
  /// Never before the date of the record above it.
  var date: Timestamp
  /// The writer's time where the log's last date was far ahead of it.
  var at: Timestamp?
  var user: UserID
  /// The author's username at the time.
  var name: String
  var body: String?

  /// More bytes than any line has: a message that is all control characters, six bytes for each, and
  /// the other fields.
  static let longestLine = 6 * MessageText.limit + (64 << 10)

  /// A number or count as it may stand in a log: no greater than all readers of JSON hold exactly (RFC
  /// 8259, section 6), so that counting on from a damaged one does not overflow.
  static func number(_ value: Int64) -> Int64? {
    (1..<1 << 53).contains(value) ? value : nil
  }

  /// When it was written, as far as anyone knows.
  var writtenAt: Timestamp { at ?? date }

  /// The message that this record is.
  var message: Message? {
    guard let body, count != nil else { return nil }
    return Message(
      number: seq, date: writtenAt, logDate: date, user: user, name: name, body: body)
  }

  /// Appends the record as a line, its line break included.
  func append(to bytes: inout [UInt8]) {
    bytes.append(contentsOf: "{\"seq\":".utf8)
    bytes.append(contentsOf: String(seq).utf8)
    if let count {
      bytes.append(contentsOf: ",\"n\":".utf8)
      bytes.append(contentsOf: String(count).utf8)
    }
    bytes.append(contentsOf: ",\"date\":\"".utf8)
    date.append(to: &bytes)
    if let at {
      bytes.append(contentsOf: "\",\"at\":\"".utf8)
      at.append(to: &bytes)
    }
    bytes.append(contentsOf: "\",\"user\":\"".utf8)
    bytes.append(contentsOf: user.text.utf8)
    bytes.append(contentsOf: "\",\"name\":".utf8)
    JSONText.append(name, to: &bytes)
    if let body {
      bytes.append(contentsOf: ",\"body\":".utf8)
      JSONText.append(body, to: &bytes)
    }
    bytes.append(contentsOf: "}\n".utf8)
  }
}

/// What a line of a log says.
enum LogLine: Equatable, Sendable {
  case record(LogRecord)
  /// The segment is full; the log goes on in the segment that begins with this number.
  case next(firstSeq: Int64)
  /// Torn by a crash, or damaged.
  case invalid

  /// Reads the line in `bytes[range]`, its line break excluded. Fields may come in any order, and
  /// fields that this version does not know are passed over.
  init(_ bytes: [UInt8], in range: Range<Int>) {
    var scanner = JSONLineScanner(bytes, in: range)
    var fields = LogFields()
    let isValid = scanner.scanObject { key, value in fields.set(key, value) }
    self = isValid ? fields.line : .invalid
  }

  /// The line that ends a segment, its line break included.
  static func next(_ firstSeq: Int64) -> [UInt8] {
    Array("{\"next\":\"\(SegmentName(firstSeq: firstSeq).text)\"}\n".utf8)
  }

  /// Whether `bytes` are what a crash, or a look at the wrong moment, leaves of the line that names
  /// `firstSeq`.
  static func isBegunNext(_ bytes: ArraySlice<UInt8>, _ firstSeq: Int64) -> Bool {
    next(firstSeq).starts(with: bytes)
  }
}

/// The fields of a line, as far as they were read.
private struct LogFields {
  private var seq: Int64?
  private var count: Int64?
  private var date: Timestamp?
  private var at: Timestamp?
  private var user: UserID?
  private var name: String?
  private var body: String?
  private var next: Int64?
  private var isWrong = false

  mutating func set(_ key: JSONLineScanner.Key, _ value: JSONLineScanner.Value) {
    let isRight =
      switch (key, value) {
      case (.seq, .integer(let number)): Self.fill(&seq, LogRecord.number(number))
      case (.count, .integer(let number)): Self.fill(&count, LogRecord.number(number))
      case (.date, .string(let text)): Self.fill(&date, Timestamp(exactRFC3339: text.utf8.span))
      case (.at, .string(let text)): Self.fill(&at, Timestamp(exactRFC3339: text.utf8.span))
      case (.user, .string(let text)): Self.fill(&user, UserID(text))
      case (.name, .string(let text)): Self.fill(&name, text)
      case (.body, .string(let text)): Self.fill(&body, text)
      case (.next, .string(let text)): Self.fill(&next, SegmentName(text)?.firstSeq)
      case (.unknown, _): true
      default: false
      }
    isWrong = isWrong || !isRight
  }

  /// - Returns: false for a value that is not valid, and for a second one.
  private static func fill<Value>(_ field: inout Value?, _ value: Value?) -> Bool {
    guard field == nil, let value else { return false }
    field = value
    return true
  }

  var line: LogLine {
    if isWrong { return .invalid }
    if let next { return .next(firstSeq: next) }
    guard let seq, let date, let user, let name else { return .invalid }
    return .record(
      LogRecord(seq: seq, count: count, date: date, at: at, user: user, name: name, body: body))
  }
}
