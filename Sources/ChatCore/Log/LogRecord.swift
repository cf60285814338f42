import ChatSystem

/// One record of a message log, a line of JSON:
///
///     {"seq":42,"n":40,"date":"2026-11-30T01:05:23.123Z","user":"…","name":"alice","body":"hello"}
///
/// What counts as a message has `n` and a body. Others take a number but are none: a change of a
/// message, an event of the chat, or what a later version knows. They have `total` instead, so that
/// a count is found at the end of every log.
struct LogRecord: Equatable, Sendable {
  /// Its number in the chat; each record's is one more than that of the line before.
  var seq: Int64
  /// How many messages there are up to this one; nil in a record that is no message.
  var count: Int64?
  /// Never before the date of the record above it.
  var date: Timestamp
  var user: UserID
  /// The author's username at the time.
  var name: String
  var body: String?
  private let rare: Rarely<Rare>

  /// What few records have.
  struct Rare: RareFields {
    /// The same as the count, in a record that is no message; nil in what the first versions wrote.
    var total: Int64?
    /// The writer's time where the log's last date was far ahead of it.
    var at: Timestamp?
    /// The name of the token that stood in for the author.
    var token: String?
    /// The message that this one answers.
    var reply: MessageReference?
    /// The digest of the key it was sent under.
    var key: String?
    /// Whether a program answered with it.
    var isAutomatic = false
    /// What it does to an earlier message.
    var change: MessageChange?
    /// What happened to the chat.
    var event: ChatEvent?
  }

  init(
    seq: Int64, count: Int64? = nil, date: Timestamp, user: UserID, name: String,
    body: String? = nil, rare: Rarely<Rare> = .none
  ) {
    self.seq = seq
    self.count = count
    self.date = date
    self.user = user
    self.name = name
    self.body = body
    self.rare = rare
  }

  var total: Int64? { rare.fields.total }
  var at: Timestamp? { rare.fields.at }
  var token: String? { rare.fields.token }
  var reply: MessageReference? { rare.fields.reply }
  var key: String? { rare.fields.key }
  var isAutomatic: Bool { rare.fields.isAutomatic }
  var change: MessageChange? { rare.fields.change }
  var event: ChatEvent? { rare.fields.event }

  /// More bytes than any line has: a message that is all control characters, six bytes for each,
  /// and the other fields.
  static let longestLine = 6 * MessageText.limit + (64 << 10)

  /// A number or count as it may stand in a log: no greater than all readers of JSON hold exactly
  /// (RFC 8259, section 6), so that counting on from a damaged one does not overflow.
  static func number(_ value: Int64) -> Int64? {
    (1..<1 << 53).contains(value) ? value : nil
  }

  /// Whether the numbers of a record after it could stand in a log.
  var hasSuccessor: Bool {
    LogRecord.number(seq + 1) != nil && countSoFar.map { LogRecord.number($0 + 1) != nil } ?? true
  }

  /// How many messages there are up to here, as far as it tells.
  var countSoFar: Int64? { count ?? total }

  /// When it was written, as far as anyone knows.
  var writtenAt: Timestamp { at ?? date }

  /// What it tells a reader; nil for what only a later version knows.
  var entry: ChatEntry? {
    if let message { return .message(message) }
    return update.map(ChatEntry.update)
  }

  /// The message that this record is, as it was sent unless its text was erased.
  var message: Message? {
    guard let body, count != nil else { return nil }
    var message =
      switch rare {
      case .none: Message(plain: seq, date: date, user: user, name: name, body: body)
      case .some(let rare):
        Message(
          number: seq, date: writtenAt, logDate: date, user: user, name: name, token: rare.token,
          reply: rare.reply, isAutomatic: rare.isAutomatic, body: body)
      }
    if isErased { message.delete() }
    return message
  }

  /// Whether its text was overwritten with spaces: the message was deleted, as no text is blank
  /// when it is sent.
  private var isErased: Bool {
    guard let body, !body.isEmpty else { return false }
    return body.utf8.allSatisfy { $0 == UInt8(ascii: " ") }
  }

  private var update: ChatUpdate? {
    let kind: ChatUpdate.Kind
    switch (change, event, body) {
    case (.edit(let target), nil, let body?): kind = .edit(target, body: isErased ? "" : body)
    case (.deletion(let target), nil, _): kind = .deletion(target)
    case (nil, let event?, _): kind = .event(event)
    default: return nil
    }
    return ChatUpdate(
      number: seq, date: writtenAt, logDate: date, user: user, name: name, token: token,
      kind: kind)
  }

  /// The copy of it that an index keeps.
  /// - Parameter count: how many copies there are up to it.
  func copy(_ count: Int64) -> LogRecord {
    var rare = rare.fields
    rare.total = nil
    return LogRecord(
      seq: seq, count: count, date: date, user: user, name: name, rare: Rarely(rare))
  }

  /// Appends the record as a line, its line break included.
  func append(to bytes: inout [UInt8]) {
    let rare = rare.value
    bytes.append("{\"seq\":")
    bytes.append(decimal: seq)
    if let count {
      bytes.append(",\"n\":")
      bytes.append(decimal: count)
    }
    if let total = rare?.total {
      bytes.append(",\"total\":")
      bytes.append(decimal: total)
    }
    bytes.append(",\"date\":\"")
    date.append(to: &bytes)
    if let at = rare?.at {
      bytes.append("\",\"at\":\"")
      at.append(to: &bytes)
    }
    bytes.append("\",\"user\":\"")
    user.append(to: &bytes)
    bytes.append("\",\"name\":")
    JSONText.append(name, to: &bytes)
    if let token = rare?.token {
      bytes.append(",\"token\":")
      JSONText.append(token, to: &bytes)
    }
    if let reply = rare?.reply { Self.append("reply", reply, to: &bytes) }
    if let key = rare?.key {
      bytes.append(",\"key\":")
      JSONText.append(key, to: &bytes)
    }
    if rare?.isAutomatic == true { bytes.append(",\"auto\":true") }
    switch rare?.change {
    case .edit(let target): Self.append("edit", target, to: &bytes)
    case .deletion(let target): Self.append("delete", target, to: &bytes)
    case nil: break
    }
    rare?.event?.append(to: &bytes)
    if let body {
      bytes.append(",\"body\":")
      JSONText.append(body, to: &bytes)
    }
    bytes.append("}\n")
  }

  private static func append(
    _ field: StaticString, _ message: MessageReference, to bytes: inout [UInt8]
  ) {
    bytes.append(",\"", field, "\":")
    bytes.append(decimal: message.number)
    bytes.append(",\"of\":\"")
    message.date.append(to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}
