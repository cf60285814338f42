import ChatSystem

// The exact form, `2026-11-30T01:05:23.123Z`, is the one in which dates stand in the store and are
// printed (RFC 3339, in UTC, to the millisecond). It is read and written for every line of a log.

extension Timestamp {
  /// `2026-11-30T01:05:23.123Z`.
  package var rfc3339: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends ``rfc3339`` as ASCII.
  ///
  /// A moment outside the years 0 to 9999 is written as the nearest inside, as RFC 3339 has no form
  /// for it.
  package func append(to bytes: inout [UInt8]) {
    let moment = min(max(self, .earliest), .latest).milliseconds
    let millisecond = Int(moment - Self.earliest.milliseconds)
    let firstDay = Int(Self.earliest.milliseconds) / 86_400_000
    let date = CivilDate(daysSince1970: firstDay + millisecond / 86_400_000)
    var text = DateText(repeating: hyphen)
    text.put(date.year, digits: 4, at: 0)
    text.put(date.month, digits: 2, at: 5)
    text.put(date.day, digits: 2, at: 8)
    text[10] = UInt8(ascii: "T")
    text.put(millisecond / 3_600_000 % 24, digits: 2, at: 11)
    text[13] = colon
    text.put(millisecond / 60_000 % 60, digits: 2, at: 14)
    text[16] = colon
    text.put(millisecond / 1000 % 60, digits: 2, at: 17)
    text[19] = UInt8(ascii: ".")
    text.put(millisecond % 1000, digits: 3, at: 20)
    text[23] = UInt8(ascii: "Z")
    bytes.append(text.span)
  }

  /// Reads exactly the form that ``append(to:)`` writes.
  /// - Returns: nil for anything else, other forms of RFC 3339 and impossible dates included.
  package init?(exactRFC3339 bytes: Span<UInt8>) {
    guard bytes.count == 24, bytes[4] == hyphen, bytes[7] == hyphen,
      bytes[10] == UInt8(ascii: "T"), bytes[13] == colon, bytes[16] == colon,
      bytes[19] == UInt8(ascii: "."), bytes[23] == UInt8(ascii: "Z")
    else { return nil }
    guard let year = bytes.number(digits: 4, at: 0), let month = bytes.number(digits: 2, at: 5),
      let day = bytes.number(digits: 2, at: 8),
      let date = CivilDate(year: year, month: month, day: day),
      let hour = bytes.number(digits: 2, at: 11), let minute = bytes.number(digits: 2, at: 14),
      let second = bytes.number(digits: 2, at: 17), second < 60,
      let millisecond = bytes.number(digits: 3, at: 20)
    else { return nil }
    let time = TimeOfDay(hour: hour, minute: minute, second: second, millisecond: millisecond)
    guard time.isValid else { return nil }
    self.init(date, time)
  }

  /// - Parameter time: in UTC.
  init(_ date: CivilDate, _ time: TimeOfDay) {
    milliseconds = Int64(date.daysSince1970) * 86_400_000 + Int64(time.milliseconds)
  }

  /// 0000-01-01T00:00:00.000Z, the first moment that has a form.
  package static let earliest = Timestamp(milliseconds: -62_167_219_200_000)

  /// 9999-12-31T23:59:59.999Z, the last one.
  package static let latest = Timestamp(milliseconds: 253_402_300_799_999)
}

extension Timestamp {
  /// Reads any date and time of RFC 3339 (section 5.6): with an offset or `Z`, with or without a
  /// fraction, `t` and `z` in either case, and a space instead of `T`.
  /// - Returns: nil for anything else and for impossible dates, and for moments outside the years 0
  ///   to 9999 in UTC. A leap second, which only the end of a month can have, is the second after
  ///   it.
  init?(rfc3339 text: String) {
    var scanner = TimeScanner(text)
    guard let date = scanner.date(), scanner.skip("Tt "),
      let time = scanner.time(needsSeconds: true), let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    let moment = Timestamp(
      milliseconds: Timestamp(date, time).milliseconds - Int64(offset) * 60_000)
    guard (Self.earliest...Self.latest).contains(moment) else { return nil }
    if time.second == 60, !moment.isInFirstSecondOfMonth { return nil }
    self = moment
  }

  private var isInFirstSecondOfMonth: Bool { rfc3339.dropFirst(8).hasPrefix("01T00:00:00.") }
}

private let zero = UInt8(ascii: "0")
private let hyphen = UInt8(ascii: "-")
private let colon = UInt8(ascii: ":")

private typealias DateText = [24 of UInt8]

extension DateText {
  fileprivate mutating func put(_ value: Int, digits: Int, at start: Int) {
    var rest = value
    for index in (start..<start + digits).reversed() {
      self[index] = zero + UInt8(rest % 10)
      rest /= 10
    }
  }
}

extension Span<UInt8> {
  fileprivate func number(digits: Int, at start: Int) -> Int? {
    var value = 0
    for index in start..<start + digits {
      let digit = self[index] &- zero
      guard digit <= 9 else { return nil }
      value = value * 10 + Int(digit)
    }
    return value
  }
}
