import ChatSystem

/// A moment as it is typed, the value of `--since` and `--until`.
///
/// RFC 3339 with an offset; in the local zone a date, a date and a time, or a time of today; a
/// duration (``DurationExpression``), which is that long ago; `now`, `today` and `yesterday`. A day
/// is its first moment.
package enum TimeExpression {
  /// - Parameters:
  ///   - option: with its dashes, for the error.
  ///   - now: what `2h` and `today` are reckoned from.
  package static func parse(
    _ text: String, of option: String, now: Timestamp
  ) throws(ChatError) -> Timestamp {
    guard let moment = moment(text, now: now) else {
      throw .invalidValue(
        text, of: option, expected: "a time such as 2h, yesterday, 2026-11-30 or 2026-11-30T14:00")
    }
    return moment
  }

  private static func moment(_ text: String, now: Timestamp) -> Timestamp? {
    switch text {
    case "now": return now
    case "today": return today(now)
    case "yesterday": return today(now, plusDays: -1)
    default: break
    }
    if let age = DurationExpression.milliseconds(text) {
      let (moment, overflow) = now.milliseconds.subtractingReportingOverflow(age)
      return overflow ? nil : Timestamp(milliseconds: moment)
    }
    return Timestamp(rfc3339: text) ?? localDate(text) ?? timeOfToday(text, now)
  }

  /// `2026-11-30`, `2026-11-30T14:00` or `2026-11-30 14:00`.
  private static func localDate(_ text: String) -> Timestamp? {
    var scanner = TimeScanner(text)
    guard let date = scanner.date() else { return nil }
    if scanner.isAtEnd { return local(date.year, date.month, date.day) }
    guard scanner.skip("Tt "), let time = clockTime(&scanner) else { return nil }
    return local(date.year, date.month, date.day, time)
  }

  /// `14:00`.
  private static func timeOfToday(_ text: String, _ now: Timestamp) -> Timestamp? {
    var scanner = TimeScanner(text)
    return clockTime(&scanner).map { today(now, $0) }
  }

  /// The rest of the text as a time; leap seconds are for RFC 3339 alone.
  private static func clockTime(_ scanner: inout TimeScanner) -> TimeOfDay? {
    guard let time = scanner.time(needsSeconds: false), time.second < 60, scanner.isAtEnd
    else { return nil }
    return time
  }

  private static func today(
    _ now: Timestamp, _ time: TimeOfDay = TimeOfDay(), plusDays days: Int = 0
  ) -> Timestamp {
    let today = LocalTime(secondsSince1970: now.seconds)
    return local(today.year, today.month, today.day + days, time)
  }

  private static func local(
    _ year: Int, _ month: Int, _ day: Int, _ time: TimeOfDay = TimeOfDay()
  ) -> Timestamp {
    let seconds = LocalTime.secondsSince1970(
      year: year, month: month, day: day, hour: time.hour, minute: time.minute, second: time.second)
    return Timestamp(milliseconds: seconds * 1000 + Int64(time.millisecond))
  }
}
