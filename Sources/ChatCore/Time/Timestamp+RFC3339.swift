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
    text.putPair(date.year / 100, at: 0)
    text.putPair(date.year % 100, at: 2)
    text.putPair(date.month, at: 5)
    text.putPair(date.day, at: 8)
    text[10] = UInt8(ascii: "T")
    text.putPair(millisecond / 3_600_000 % 24, at: 11)
    text[13] = colon
    text.putPair(millisecond / 60_000 % 60, at: 14)
    text[16] = colon
    text.putPair(millisecond / 1000 % 60, at: 17)
    text[19] = UInt8(ascii: ".")
    text.putPair(millisecond % 1000 / 10, at: 20)
    text[22] = zero + UInt8(truncatingIfNeeded: millisecond % 10)
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
    let year = bytes.pair(at: 0) * 100 + bytes.pair(at: 2)
    let date = CivilDate(year: year, month: bytes.pair(at: 5), day: bytes.pair(at: 8))
    // The three digits of the millisecond are two pairs, which share one.
    let (tens, ones) = (bytes.pair(at: 20), bytes.pair(at: 21))
    let time = TimeOfDay(
      hour: bytes.pair(at: 11), minute: bytes.pair(at: 14), second: bytes.pair(at: 17),
      millisecond: tens * 10 + ones % 10)
    guard let date, time.isValid, time.second < 60, tens < noPair, ones < noPair else { return nil }
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
  /// Puts two digits.
  fileprivate mutating func putPair(_ value: Int, at start: Int) {
    self[start] = zero + UInt8(truncatingIfNeeded: value / 10)
    self[start + 1] = zero + UInt8(truncatingIfNeeded: value % 10)
  }
}

extension Span<UInt8> {
  /// The number that two digits are; ``noPair`` for anything else.
  fileprivate func pair(at start: Int) -> Int {
    let (tens, ones) = (self[start] &- zero, self[start + 1] &- zero)
    return tens <= 9 && ones <= 9 ? Int(tens) * 10 + Int(ones) : noPair
  }
}

/// More than any part of a date or time.
private let noPair = 10_000
