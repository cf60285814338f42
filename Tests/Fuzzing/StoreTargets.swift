@testable import ChatCore

/// A line that is read as a record is the same record when it is written and read again.
func checkLogLine(_ bytes: [UInt8]) throws(BrokenRule) {
  let found = LogLine(bytes, in: bytes.indices)
  // Readers have what stands before and after it in the same block.
  for rest in ["", "}", "\"}\n", "0,\"n\":1}", "\u{80}"] {
    let block = Array("{\"s".utf8) + bytes + rest.utf8
    try require(
      LogLine(block, in: 3..<3 + bytes.count) == found, "it is another line before '\(rest)'")
  }
  guard case .record(let record) = found else { return }
  var line: [UInt8] = []
  record.append(to: &line)
  try require(line.last == lineBreak, "a record is a line")
  try require(!line.dropLast().contains(lineBreak), "a record is one line")
  let again = LogLine(line, in: 0..<line.count - 1)
  try require(again == .record(record), "\(record) is read as \(again) when it was written")
  _ = record.entry
}

/// A document that is understood says the same when it is written and read again.
func checkDocuments(_ bytes: [UInt8]) throws(BrokenRule) {
  try checkDocument(Manifest.self, bytes)
  try checkDocument(Account.self, bytes)
  try checkDocument(Secrets.self, bytes)
  try checkDocument(Chat.self, bytes)
  try checkDocument(Cursor.self, bytes)
  try checkDocument(KeyClaim.self, bytes)
  try checkDocument(Sessions.self, bytes)
}

private func checkDocument<Content: DocumentContent & Equatable>(
  _ type: Content.Type, _ bytes: [UInt8]
) throws(BrokenRule) {
  guard let content = try? Document.decode(type, from: bytes, at: "document") else { return }
  guard let written = try? Document.encoded(content) else {
    throw BrokenRule("\(content) cannot be written")
  }
  let again = try? Document.decode(type, from: written, at: "document")
  try require(again == content, "\(content) is read as \(again.map { "\($0)" } ?? "nothing")")
}

/// Names that are accepted stay as they are, and are compared by a form that stays, too.
func checkNames(_ bytes: [UInt8]) throws(BrokenRule) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let username = try? Username(text) {
    try checkName(username.text)
    let again = try? Username(username.text)
    try require(again?.text == username.text, "'\(username.text)' is no username of its own")
    try require(!text.contains("/"), "'\(text)' has a slash")
  }
  if let name = try? ChatName(text) {
    try checkName(name.text)
    try require(!name.text.contains("/"), "'\(name.text)' has a slash")
  }
  _ = try? EmailAddress(text)
  _ = try? ImageURL(text)
  _ = nearestName(to: text, among: ["alice", "bob", text])
}

private func checkName(_ name: String) throws(BrokenRule) {
  try require(normalized(name) == name, "'\(name)' is not in form C")
  let folded = foldedName(name)
  try require(foldedName(folded) == folded, "'\(name)' folds to what folds further")
  try require(
    name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
    "'\(name)' has a control character")
}

/// Times and durations that are accepted are in range, and a time is the same when it was written.
func checkTimes(_ bytes: [UInt8]) throws(BrokenRule) {
  let text = String(decoding: bytes, as: UTF8.self)
  let now = Timestamp(milliseconds: 1_764_500_000_000)
  if let duration = try? DurationExpression.parse(text, of: "--timeout") {
    try require(duration >= .zero, "'\(text)' is a negative duration")
  }
  guard let time = try? TimeExpression.parse(text, of: "--since", now: now) else { return }
  var written: [UInt8] = []
  time.append(to: &written)
  // Of others the nearest that can be written is.
  let nearest = min(max(time, .earliest), .latest)
  let again = Timestamp(exactRFC3339: written.span)
  try require(
    again == nearest, "'\(text)' is \(time.milliseconds), which is written as another time")
}
