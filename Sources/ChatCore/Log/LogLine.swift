import ChatSystem

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
    if let record = LogRecord(plainMessage: bytes, in: range) {
      self = .record(record)
      return
    }
    var scanner = JSONLineScanner(bytes, in: range)
    var fields = LogFields()
    let isValid = scanner.scanObject { key, value, scanner in fields.set(key, value, scanner) }
    self = isValid ? fields.line : .invalid
  }

  /// The line that ends a segment, its line break included.
  static func next(_ firstSeq: Int64) -> [UInt8] {
    Array("{\"next\":\"\(SegmentName(firstSeq: firstSeq).text)\"}\n".utf8)
  }

  /// Whether `bytes` are what a crash, or a look at the wrong moment, leaves of the line that names
  /// `firstSeq`: what was not written yet may be there as NUL.
  static func isBegunNext(_ bytes: ArraySlice<UInt8>, _ firstSeq: Int64) -> Bool {
    next(firstSeq).starts(with: bytes.prefix { $0 != 0 })
  }
}

extension LogRecord {
  /// Reads a line as most are: a message with no fields but those of every message, just as they
  /// are written. Which field is which need not be found out then, and a log is read by the million
  /// lines.
  /// - Returns: what the line is by its fields; nil where it has to be read by them.
  fileprivate init?(plainMessage bytes: [UInt8], in range: Range<Int>) {
    var scanner = JSONScanner(bytes, in: range)
    guard scanner.skip(exactly: PlainForm.head), let seq = Self.scanNumber(&scanner),
      scanner.skip(exactly: PlainForm.count), let count = Self.scanNumber(&scanner),
      scanner.skip(exactly: PlainForm.date), let date = scanner.scanStringToken(),
      scanner.skip(exactly: PlainForm.user), let user = scanner.scanStringToken(),
      scanner.skip(exactly: PlainForm.name), let name = scanner.scanStringToken(),
      scanner.skip(exactly: PlainForm.body), let body = scanner.scanStringToken(),
      scanner.skip(exactly: PlainForm.end), scanner.isExhausted,
      let date = scanner.value(date, Timestamp.init(exactRFC3339:)),
      let user = scanner.value(user, UserID.init),
      let name = scanner.string(name), let body = scanner.string(body)
    else { return nil }
    self.init(seq: seq, count: count, date: date, user: user, name: name, body: body)
  }

  private static func scanNumber(_ scanner: inout JSONScanner) -> Int64? {
    guard case .integer(let number) = scanner.scanNumber() else { return nil }
    return Self.number(number)
  }
}

/// What stands around the values of a message that has no fields but those of every message.
enum PlainForm {
  static let head = ShortText("{\"seq\":")
  static let count = ShortText(",\"n\":")
  static let date = ShortText(",\"date\":")
  static let user = ShortText(",\"user\":")
  static let name = ShortText(",\"name\":")
  static let body = ShortText(",\"body\":")
  static let end = ShortText("}")

  /// The number of the message that a line is, by what messages begin with as chatctl writes them;
  /// nil for every other line.
  static func number(ofMessage line: Span<UInt8>) -> Int64? {
    guard head.stands(at: 0, in: line) else { return nil }
    var index = head.count
    let end = min(index + 16, line.count)
    var number: Int64 = 0
    while index < end, case let digit = line[index] &- UInt8(ascii: "0"), digit <= 9 {
      number = number * 10 + Int64(digit)
      index += 1
    }
    return count.stands(at: index, in: line) ? number : nil
  }
}

/// The fields of a line, as far as they were read.
private struct LogFields {
  private var seq: Int64?
  private var count: Int64?
  private var total: Int64?
  private var date: Timestamp?
  private var at: Timestamp?
  private var user: UserID?
  private var name: String?
  private var token: String?
  private var reply: Int64?
  private var key: String?
  private var isAutomatic: Bool?
  private var edit: Int64?
  private var delete: Int64?
  /// Of the message that `reply`, `edit` or `delete` numbers.
  private var of: Timestamp?
  private var event = ChatEvent.Fields()
  private var body: String?
  private var next: Int64?
  private var isWrong = false

  mutating func set(
    _ key: JSONLineScanner.Key, _ value: JSONLineScanner.Value, _ scanner: borrowing JSONScanner
  ) {
    let isRight =
      switch (key, value) {
      case (.seq, .integer(let number)): Self.fill(&seq, LogRecord.number(number))
      case (.count, .integer(let number)): Self.fill(&count, LogRecord.number(number))
      // Before the first message there is none.
      case (.total, .integer(let number)):
        Self.fill(&total, number == 0 ? 0 : LogRecord.number(number))
      case (.date, .string(let text)):
        Self.fill(&date, scanner.value(text, Timestamp.init(exactRFC3339:)))
      case (.at, .string(let text)):
        Self.fill(&at, scanner.value(text, Timestamp.init(exactRFC3339:)))
      case (.user, .string(let text)): Self.fill(&user, scanner.value(text, UserID.init))
      case (.name, .string(let text)): Self.fill(&name, scanner.string(text))
      case (.token, .string(let text)): Self.fill(&token, scanner.string(text))
      case (.reply, .integer(let number)): Self.fill(&reply, LogRecord.number(number))
      case (.sentOnce, .string(let text)): Self.fill(&self.key, scanner.string(text))
      case (.auto, .boolean(let value)): Self.fill(&isAutomatic, value)
      case (.edit, .integer(let number)): Self.fill(&edit, LogRecord.number(number))
      case (.delete, .integer(let number)): Self.fill(&delete, LogRecord.number(number))
      case (.of, .string(let text)):
        Self.fill(&of, scanner.value(text, Timestamp.init(exactRFC3339:)))
      case (.event, .string(let text)): Self.fill(&event.name, scanner.string(text))
      case (.subject, .string(let text)):
        Self.fill(&event.subject, scanner.value(text, UserID.init))
      case (.title, .string(let text)): Self.fill(&event.title, scanner.string(text))
      case (.body, .string(let text)): Self.fill(&body, scanner.string(text))
      case (.next, .string(let text)):
        Self.fill(&next, scanner.string(text).flatMap(SegmentName.init)?.firstSeq)
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
    guard let seq, let date, let user, let name, isWhole else { return .invalid }
    return .record(
      LogRecord(
        seq: seq, count: count, date: date, user: user, name: name, body: body,
        rare: Rarely(
          .init(
            total: total, at: at, token: token, reply: reference(reply), key: key,
            isAutomatic: isAutomatic ?? false, change: change, event: event.event))))
  }

  /// Whether nothing is missing of what is written together: the number and the date of another
  /// message; a text, and what it is of.
  private var isWhole: Bool {
    let refersTo = reply ?? edit ?? delete
    if (refersTo == nil) != (of == nil) { return false }
    return body == nil || count != nil || total != nil || change != nil
  }

  private var change: MessageChange? {
    if let edit = reference(edit) { return .edit(edit) }
    return reference(delete).map(MessageChange.deletion)
  }

  private func reference(_ number: Int64?) -> MessageReference? {
    guard let number, let of else { return nil }
    return MessageReference(number: number, date: of)
  }
}
